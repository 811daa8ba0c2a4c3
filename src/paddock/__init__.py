"""Paddock: one table for four animal games, to play at, to train on and to ask questions of."""

__version__ = "0.1.0"
