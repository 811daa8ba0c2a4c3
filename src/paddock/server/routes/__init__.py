"""The questions that can be asked over HTTP, and the socket of a table."""
