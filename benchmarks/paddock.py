"""Paddock's half of the comparison: whole random games in compiled code, and single steps from Python."""

import random
from collections.abc import Callable

import numpy as np

from benchmarks.peers import SIMULATIONS
from paddock.bots.algorithms.move_choice import UNIFORM
from paddock.bots.algorithms.plan_search import begin_search, plan_search_memory, prepare, run_rounds
from paddock.bots.algorithms.search_tree import MAX_DEPTH
from paddock.engine.compilation.decorators import compiled
from paddock.engine.options import resolve_options
from paddock.engine.playouts import batch
from paddock.engine.policy import uniform_players
from paddock.engine.rng import streams
from paddock.engine.stepper import Stepper
from paddock.engine.types import Moves, Positions, Rng, new_positions
from paddock.games import GAMES, load_game

GAMES_AT_ONCE = 64
SEARCHED = "mist"


def players() -> dict[str, Callable[[], int]]:
    """Return functions by name. Each plays some games and returns their number of steps."""
    found: dict[str, Callable[[], int]] = {}
    for name in GAMES:
        found[f"{name} kernel"] = kernel_player(name)
        found[f"{name} python"] = loop_player(name)
    return found


def searchers() -> dict[str, Callable[[], int]]:
    """Return functions by name. Each searches for a move, as the peer does, and returns the number of simulations."""
    return {f"{SEARCHED} search": tree_searcher(SEARCHED)}


@compiled
def begin_search_at(memory: Positions, position: Positions, rng: Rng, moves_buf: Moves, iterations: int) -> int:
    return begin_search(memory[0], position[0], rng, moves_buf, iterations)


@compiled
def run_rounds_at(memory: Positions, position: Positions, rng: Rng, iterations: int) -> int:
    return run_rounds(memory[0], position[0], rng, iterations)


def tree_searcher(name: str) -> Callable[[], int]:
    """Return a function that searches at the first decision with the fewest players, by random playouts."""
    game = load_game(name)
    players = game.facts.players[0]
    stepper = Stepper(game, players, seed=1)
    while stepper.legal_count < 0:
        stepper.chance()
    memory, rng, moves_buf = new_positions(plan_search_memory(game)), streams(1, 0, 1)[0], game.buffers().moves
    prepare(memory, game)
    memory[0].players, memory[0].rollout_policy = players, UNIFORM
    memory[0].uses_network, memory[0].tree_depth = 0, MAX_DEPTH

    def think() -> int:
        begin_search_at(memory, stepper.position, rng, moves_buf, SIMULATIONS)
        run_rounds_at(memory, stepper.position, rng, SIMULATIONS)
        return int(memory[0].spent)

    return think


def usual_players(name: str) -> int:
    """Return four, or the nearest number that the game allows."""
    allowed = load_game(name).facts.players
    return min(max(4, allowed[0]), allowed[-1])


def kernel_player(name: str) -> Callable[[], int]:
    """Return a function that plays whole random games in the kernel and lists the legal moves at every decision."""
    game, seats = load_game(name), usual_players(name)
    start = game.start_position(seats, resolve_options(game.options, {}, attended=False))
    work = start.copy()
    moves_buf, weights_buf = game.buffers()
    payoffs, scores = np.zeros((GAMES_AT_ONCE, seats)), np.zeros((GAMES_AT_ONCE, seats))
    steps = np.zeros(GAMES_AT_ONCE, np.int64)
    played, uniform = 0, uniform_players()

    def play() -> int:
        nonlocal played
        batch(uniform, start, work, streams(1, played, GAMES_AT_ONCE), moves_buf, weights_buf, payoffs, scores, steps)
        played += GAMES_AT_ONCE
        return int(steps.sum())

    return play


def loop_player(name: str) -> Callable[[], int]:
    """Return a function that plays one random game move by move from Python. Python draws the choices, too."""
    stepper = Stepper(load_game(name), usual_players(name), seed=1)
    choose, item = random.Random(1).random, stepper.moves_buf.item

    def play() -> int:
        steps = 0
        legal_count = stepper.restart()
        while legal_count:
            legal_count = stepper.chance() if legal_count < 0 else stepper.step(item(int(choose() * legal_count)))
            steps += 1
        return steps

    return play
