"""The built page: files, the document, and the TypeScript types."""
