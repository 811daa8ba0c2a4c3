"""Kuhlorado: two dice, one pasture, crosses against circles."""

from paddock.games.kuhlorado import data, greed, judgement, notation, notes, rules, state, telling, view
from paddock.rules.game import open_room

GAME = open_room(data, state, rules, notation, view, telling, greed, judgement, notes)
