"""The table in a terminal: one person against bots, in plain words. It knows no game."""
