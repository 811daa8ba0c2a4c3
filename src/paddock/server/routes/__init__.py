"""The HTTP routes and the socket of a table."""
