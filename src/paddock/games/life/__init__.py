"""Life is Life: trade cards, win majorities, and knock before the others are ready."""

from paddock.games.life import data, greed, judgement, notation, notes, plans, rules, secrets, state, telling, view
from paddock.rules.game import open_room

GAME = open_room(data, state, rules, secrets, notation, view, telling, greed, plans, judgement, notes)
