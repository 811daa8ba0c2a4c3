"""Paddock's half of the comparison: whole random games in compiled code, and one step at a time from Python."""

import random
from collections.abc import Callable

import numpy as np

from benchmarks.peers import SIMULATIONS
from paddock.bots.mind import UNIFORM
from paddock.bots.pondering import begin_at, ponder_at
from paddock.bots.search import prepare, search_of
from paddock.bots.tree import DEEPEST
from paddock.games import ROOMS, game
from paddock.rules.chance import streams
from paddock.rules.kernels import batch
from paddock.rules.kinds import new_table
from paddock.rules.options import agree
from paddock.rules.players import uniform_players
from paddock.rules.stepper import Stepper

GAMES_AT_ONCE = 64
SEARCHED = "mist"


def players() -> dict[str, Callable[[], int]]:
    """By name, what plays some games and returns their number of steps."""
    found: dict[str, Callable[[], int]] = {}
    for name in ROOMS:
        found[f"{name} kernel"] = kernel_player(name)
        found[f"{name} python"] = loop_player(name)
    return found


def searchers() -> dict[str, Callable[[], int]]:
    """By name, what searches for a move and returns its number of simulations, as the peer searches."""
    return {f"{SEARCHED} search": tree_searcher(SEARCHED)}


def tree_searcher(name: str) -> Callable[[], int]:
    """A function that searches at the first decision of a match of the fewest, playing at random to the end."""
    room = game(name)
    players = room.facts.players[0]
    table = Stepper(room, players, seed=1)
    while table.standing < 0:
        table.chance()
    mind, rng, listed = new_table(search_of(room)), streams(1, 0, 1)[0], np.zeros(room.most_moves, np.int16)
    prepare(mind, room)
    mind[0].players, mind[0].playing, mind[0].judging, mind[0].deep = players, UNIFORM, 0, DEEPEST

    def think() -> int:
        begin_at(mind, table.table, rng, listed, SIMULATIONS)
        ponder_at(mind, table.table, rng, SIMULATIONS)
        return int(mind[0].spent)

    return think


def usual_players(name: str) -> int:
    """Four, or the nearest number that the game allows."""
    allowed = game(name).facts.players
    return min(max(4, allowed[0]), allowed[-1])


def kernel_player(name: str) -> Callable[[], int]:
    """A function that plays whole random games in the kernel, legal moves listed at every decision."""
    room, seats = game(name), usual_players(name)
    start = room.table(seats, agree(room.options, {}, attended=False))
    work = start.copy()
    listed, heavy = np.zeros(room.most_moves, np.int16), np.zeros(room.most_moves, np.int32)
    payoffs, scores = np.zeros((GAMES_AT_ONCE, seats)), np.zeros((GAMES_AT_ONCE, seats))
    steps = np.zeros(GAMES_AT_ONCE, np.int64)
    played, uniform = 0, uniform_players()

    def play() -> int:
        nonlocal played
        batch(uniform, start, work, streams(1, played, GAMES_AT_ONCE), listed, heavy, payoffs, scores, steps)
        played += GAMES_AT_ONCE
        return int(steps.sum())

    return play


def loop_player(name: str) -> Callable[[], int]:
    """A function that plays one random game move by move from Python; choices are drawn in Python too."""
    table = Stepper(game(name), usual_players(name), seed=1)
    choose, item = random.Random(1).random, table.listed.item

    def play() -> int:
        steps = 0
        standing = table.restart()
        while standing:
            standing = table.chance() if standing < 0 else table.step(item(int(choose() * standing)))
            steps += 1
        return steps

    return play
