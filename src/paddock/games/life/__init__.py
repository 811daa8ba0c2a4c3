"""Life is Life: trade cards, win majorities, and knock before the others are ready."""

from paddock.engine.game import define_game
from paddock.games.life import data, imagined_hands, narration, notation, rules, state, view
from paddock.games.life.bot import event_counts, features, greedy, turn_plans

GAME = define_game(
    data, state, rules, notation, view, narration, imagined_hands, greedy, features, turn_plans, event_counts
)
