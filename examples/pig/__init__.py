"""Pig: a whole room in an afternoon, outside the package. CONTRIBUTING.md walks through it."""

from paddock.rules.game import open_room
from pig import data, notation, rules, state, telling, view

GAME = open_room(data, state, rules, notation, view, telling)
