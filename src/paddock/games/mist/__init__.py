"""So ein Mist: throw dice for as long as you dare, then walk."""

from paddock.engine.game import define_game
from paddock.games.mist import data, narration, notation, rules, state, view
from paddock.games.mist.bot import event_counts, features, greedy

GAME = define_game(data, state, rules, notation, view, narration, greedy, features, event_counts)
