"""Solved games: the interface of a solver, and its solutions on disk."""
