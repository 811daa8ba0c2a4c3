"""Pig: a complete game package outside Paddock. docs/how-to/add-a-game.md explains it."""

from paddock.engine.game import define_game
from pig import data, narration, notation, rules, state, view

GAME = define_game(data, state, rules, notation, view, narration)
