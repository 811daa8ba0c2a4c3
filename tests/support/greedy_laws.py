"""The laws of the optional verb `greedy`, for the tests of each game. It names no game."""

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Mapping

import numpy as np

from paddock.engine.compilation.decorators import compiled
from paddock.engine.optional_verbs import greedy
from paddock.engine.options import resolve_options
from paddock.engine.rng import below, draw_outcome, stream, streams
from paddock.engine.types import CHANCE, OVER, Counts, Moves, Numbers, Positions, Rng, Seat, State, Weights
from paddock.engine.verbs import apply, imagine, moves, payoff, turn
from paddock.games import GAMES, load_game
from support.random_matches import positions
from support.variants import VARIANTS

SOME_EVENTS = 120
MOST_MOVES = max(load_game(name).most_moves for name in GAMES)


def choice(s: State, seed: int = 0) -> int:
    """Greedy's move here, with a stream of its own."""
    return int(greedy(s, stream(seed), np.zeros(MOST_MOVES, np.int16)))


def choices(s: State, tries: int = 40) -> set[int]:
    """Return the moves among which greedy chooses at random."""
    return {choice(s, seed) for seed in range(tries)}


def check_laws(name: str, players: int, options: Mapping[str, object], seed: int, events: int) -> int:
    """Greedy's move is legal, changes nothing, and is the same when what the seat cannot know is another."""
    asked = 0
    for match in positions(name, players, options, seed):
        if match.turn in (CHANCE, OVER) or len(match.tokens) > events:
            continue
        before = match.position.tobytes()
        move = choice(match.state, len(match.tokens))
        assert match.position.tobytes() == before
        assert move in match.legal_moves()
        imagined = match.position.copy()
        imagine(imagined[0], Seat(match.turn), stream(random.Random(len(match.tokens)).randrange(2**32)))
        assert choice(imagined[0], len(match.tokens)) == move
        asked += 1
    return asked


def digest(name: str) -> str:
    """A fingerprint of greedy's choices in random matches of every option set."""
    chosen = []
    for options in VARIANTS[name]:
        for players in (load_game(name).facts.players[0], load_game(name).facts.players[-1]):
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
        [sys.executable, "-W", "error", "-c", f"from support.greedy_laws import digest; print(digest({name!r}))"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@compiled
def one_greedy(
    start: Positions,
    work: Positions,
    rngs: Rng,
    moves_buf: Moves,
    weights_buf: Weights,
    seats: Counts,
    payoffs: Numbers,
) -> None:
    """Games in which the seat named for each game is greedy and all others play at random."""
    s = work[0]
    for i in range(len(rngs)):
        work[0] = start[0]
        rng = rngs[i]
        while turn(s) != OVER:
            if turn(s) == CHANCE:
                apply(s, draw_outcome(s, rng, moves_buf, weights_buf))  # type: ignore[arg-type]
            elif seats[i] == turn(s):
                apply(s, greedy(s, rng, moves_buf))  # type: ignore[arg-type]
            else:
                apply(s, moves_buf[below(rng, moves(s, moves_buf))])
        payoff(s, payoffs[i])


def share_of_one_greedy(name: str, players: int, options: Mapping[str, object], games: int, seed: int) -> float:
    """What one greedy player wins on average at a table of uniform ones, in all seats alike."""
    game = load_game(name)
    start = game.start_position(players, resolve_options(game.options, options, attended=False))
    seats = np.arange(games) % players
    payoffs = np.zeros((games, players))
    moves_buf, weights_buf = game.buffers()
    one_greedy(start, start.copy(), streams(seed, 0, games), moves_buf, weights_buf, seats, payoffs)
    return float(payoffs[np.arange(games), seats].mean())
