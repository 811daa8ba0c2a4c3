"""The subcommands of `paddock`, one noun each. They import what they need only when they run."""
