"""Mmm!: gather all the food together before the cat is in the pantry."""

from paddock.engine.game import define_game
from paddock.games.mmm import data, narration, notation, rules, state, view
from paddock.games.mmm.bot import event_counts, features, greedy, turn_ends
from paddock.games.mmm.solver import solution

GAME = define_game(data, state, rules, notation, view, narration, greedy, features, turn_ends, solution, event_counts)
