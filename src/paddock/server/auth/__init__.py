"""Guests and their keys."""
