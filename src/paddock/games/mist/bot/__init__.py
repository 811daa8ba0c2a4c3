"""The optional verbs of So ein Mist for bots, coach and lab."""
