"""Boards drawn as rows of letters: parsing, validation and TOML files."""
