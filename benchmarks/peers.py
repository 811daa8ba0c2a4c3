"""The speed of random games in OpenSpiel, for comparison with Paddock.

A step is one applied action, chance included, with the legal moves listed at every decision. Two ways to play:

- **c++**: `pyspiel.evaluate_bots` with its uniform bots, a whole game in one call;
- **python**: `legal_actions`, `chance_outcomes` and `apply_action` called from a Python loop. It draws with the
  standard library's `random()`; `numpy.random.choice`, common in OpenSpiel's examples, would slow the peer down.
"""

import random
from collections.abc import Callable
from typing import Any

GAMES = ("pig", "connect_four")
SEARCHED = "pig"
SIMULATIONS = 1000
"""The number of simulations in one search, ours and theirs."""
EXPLORATION = 0.7
MEGABYTES = 100


def players() -> dict[str, Callable[[], int]]:
    """Return functions by name. Each plays one game and returns its number of steps."""
    pyspiel = import_pyspiel()
    found: dict[str, Callable[[], int]] = {}
    for name in GAMES:
        game = pyspiel.load_game(name)
        found[f"{name} c++"] = bots_player(pyspiel, game)
        found[f"{name} python"] = loop_player(game)
    return found


def searchers() -> dict[str, Callable[[], int]]:
    """Return functions by name. Each runs the C++ tree search with random playouts and returns its simulations."""
    pyspiel = import_pyspiel()
    return {f"{SEARCHED} search": tree_searcher(pyspiel, pyspiel.load_game(SEARCHED))}


def tree_searcher(pyspiel: Any, game: Any) -> Callable[[], int]:
    """Return a function that searches at the first decision of a game."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, rollouts, EXPLORATION, SIMULATIONS, MEGABYTES, False, 1, False)

    def think() -> int:
        bot.step(state)
        return SIMULATIONS

    return think


def import_pyspiel() -> Any:
    """Return OpenSpiel's module, or raise an error that says how to install it."""
    try:
        import pyspiel
    except ImportError as error:
        raise ModuleNotFoundError(
            "OpenSpiel is not installed: run `make bench`, or `pip install -c constraints.txt -e '.[bench]'`.",
            name="pyspiel",
        ) from error
    return pyspiel


def bots_player(pyspiel: Any, game: Any) -> Callable[[], int]:
    """Return a function that plays one game between C++ uniform bots and returns its number of steps."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    seeds = iter(range(2**31))

    def play() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))  # plays on `state`, which then has the move number
        return int(state.move_number())

    return play


def loop_player(game: Any) -> Callable[[], int]:
    """Return a function that plays one game step by step from Python and returns its number of steps."""
    draw = random.Random(1).random

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                left = draw()
                for action, probability in state.chance_outcomes():  # noqa: B007 (used after the loop)
                    left -= probability
                    if left < 0:
                        break
            else:
                legal = state.legal_actions()
                action = legal[int(draw() * len(legal))]
            state.apply_action(action)
            steps += 1
        return steps

    return play
