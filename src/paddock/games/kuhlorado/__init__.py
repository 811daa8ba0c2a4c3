"""Kuhlorado: two dice, one pasture, crosses against circles."""

from paddock.engine.game import define_game
from paddock.games.kuhlorado import data, narration, notation, rules, state, view
from paddock.games.kuhlorado.bot import event_counts, features, greedy

GAME = define_game(data, state, rules, notation, view, narration, greedy, features, event_counts)
