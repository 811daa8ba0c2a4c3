"""The laws of the skill `greedy`, for a room's own tests: it names no game."""

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Mapping

import numpy as np

from paddock.games import ROOMS, game
from paddock.rules.chance import below, outcome, streams
from paddock.rules.compiler import compiled
from paddock.rules.kinds import CHANCE, OVER, Counts, Moves, Numbers, Rng, Seat, State, Table, Weights
from paddock.rules.options import agree
from paddock.rules.skills import greedy
from paddock.rules.verbs import apply, imagine, moves, payoff, turn
from playing import positions
from variants import VARIANTS

SOME_EVENTS = 120
MOST_MOVES = max(game(name).most_moves for name in ROOMS)


def stream(seed: int) -> Rng:
    return np.ascontiguousarray(streams(seed, 0, 1)[0])


def choice(s: State, seed: int = 0) -> int:
    """Greedy's move here, with a stream of its own."""
    return int(greedy(s, stream(seed), np.zeros(MOST_MOVES, np.int16)))


def choices(s: State, tries: int = 40) -> set[int]:
    """The moves that greedy chooses among by lot."""
    return {choice(s, seed) for seed in range(tries)}


def check_laws(name: str, players: int, options: Mapping[str, object], seed: int, events: int) -> int:
    """Greedy's move is legal, changes nothing, and is the same when what the seat cannot know is another."""
    asked = 0
    for match in positions(name, players, options, seed):
        if match.turn in (CHANCE, OVER) or len(match.tokens) > events:
            continue
        before = match.table.tobytes()
        move = choice(match.state, len(match.tokens))
        assert match.table.tobytes() == before
        assert move in match.legal()
        imagined = match.table.copy()
        imagine(imagined[0], Seat(match.turn), stream(random.Random(len(match.tokens)).randrange(2**32)))
        assert choice(imagined[0], len(match.tokens)) == move
        asked += 1
    return asked


def digest(name: str) -> str:
    """A fingerprint of greedy's choices in random matches of every option set."""
    chosen = []
    for options in VARIANTS[name]:
        for players in (game(name).facts.players[0], game(name).facts.players[-1]):
            for match in positions(name, players, options, players):
                if len(match.tokens) > SOME_EVENTS:
                    break
                if match.turn not in (CHANCE, OVER):
                    chosen.append(choice(match.state, len(match.tokens)))
    return f"{len(chosen)} {hashlib.sha256(bytes(chosen)).hexdigest()}"


def interpreted_digest(name: str) -> str:
    """The same in a process without the compiler, where a warning is an error."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"import yardstick; print(yardstick.digest({name!r}))"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@compiled
def one_greedy(
    start: Table, work: Table, rngs: Rng, listed: Moves, heavy: Weights, seats: Counts, payoffs: Numbers
) -> None:
    """Games in which the seat named for each game is greedy and all others play at random."""
    s = work[0]
    for i in range(len(rngs)):
        work[0] = start[0]
        rng = rngs[i]
        while turn(s) != OVER:
            if turn(s) == CHANCE:
                apply(s, outcome(s, rng, listed, heavy))  # type: ignore[arg-type]
            elif seats[i] == turn(s):
                apply(s, greedy(s, rng, listed))  # type: ignore[arg-type]
            else:
                apply(s, listed[below(rng, moves(s, listed))])
        payoff(s, payoffs[i])


def share_of_one_greedy(name: str, players: int, options: Mapping[str, object], games: int, seed: int) -> float:
    """What one greedy player wins on average at a table of uniform ones, in all seats alike."""
    room = game(name)
    start = room.table(players, agree(room.options, options, attended=False))
    seats = np.arange(games) % players
    payoffs = np.zeros((games, players))
    listed, heavy = np.zeros(room.most_moves, np.int16), np.zeros(room.most_moves, np.int32)
    one_greedy(start, start.copy(), streams(seed, 0, games), listed, heavy, seats, payoffs)
    return float(payoffs[np.arange(games), seats].mean())
