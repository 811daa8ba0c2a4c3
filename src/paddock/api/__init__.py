"""The public API behind `import paddock`. Import its names from `paddock`; these modules themselves may change."""
