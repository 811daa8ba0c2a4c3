"""Mmm!: gather all the food together before the cat is in the pantry."""

from paddock.games.mmm import data, foresight, greed, judgement, notation, notes, rules, solution, state, telling, view
from paddock.rules.game import open_room

GAME = open_room(data, state, rules, notation, view, telling, greed, judgement, foresight, solution, notes)
