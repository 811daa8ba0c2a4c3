"""Slow, obvious referees, written from the rulebooks alone and compared with the rooms."""
