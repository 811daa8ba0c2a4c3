"""A match in the terminal: one person against bots."""
