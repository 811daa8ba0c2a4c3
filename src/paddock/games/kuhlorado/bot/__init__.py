"""The optional verbs of Kuhlorado for bots, coach and lab."""
