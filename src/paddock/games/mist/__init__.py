"""So ein Mist: throw dice for as long as you dare, then walk."""

from paddock.games.mist import data, greed, judgement, notation, notes, rules, state, telling, view
from paddock.rules.game import open_room

GAME = open_room(data, state, rules, notation, view, telling, greed, judgement, notes)
