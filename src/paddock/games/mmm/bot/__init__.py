"""The optional verbs of Mmm! for bots, coach and lab."""
