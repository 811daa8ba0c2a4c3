"""The optional verbs of Life is Life for bots, coach and lab."""
