"""Compare random matches with random options with the referees until the time is up; save a failure as a record.

make fuzz ARGS='--minutes 5 --seed 1 --game life'
"""

import argparse
import random
import time
from pathlib import Path

from games.test_referees import compare
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState
from paddock.match.record import encode, record_of
from support.variants import VARIANTS

FAILURES = Path("fuzz-failures")


def main() -> int:
    arguments = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    arguments.add_argument("--minutes", type=float, default=5)
    arguments.add_argument("--seed", type=int, default=int(time.time()))
    arguments.add_argument("--game", choices=list(GAMES), action="append")
    given = arguments.parse_args()
    print(f"fuzzing for {given.minutes:g} minutes, --seed {given.seed}")
    return fuzz(given.game or list(GAMES), given.minutes, given.seed)


def fuzz(names: list[str], minutes: float, seed: int) -> int:
    """0 when nothing was found, 1 when a failing match was saved."""
    rng, until = random.Random(seed), time.monotonic() + 60 * minutes
    matches = events = 0
    while time.monotonic() < until:
        match = any_match(rng.choice(names), rng)
        try:
            events += compare(match, rng, eager=rng.random())
        except Exception as failure:  # noqa: BLE001  whatever goes wrong is what we are looking for
            print(f"{save(match, seed, matches)}: {type(failure).__name__}: {failure}")
            return 1
        matches += 1
    print(f"{matches} matches, {events} events, nothing found")
    return 0


def any_match(name: str, rng: random.Random) -> MatchState:
    """Options from two sets mixed at random, as far as the game accepts the mixture."""
    game = load_game(name)
    one, other = rng.choice(VARIANTS[name]), rng.choice(VARIANTS[name])
    mixed = {key: value for options in (one, other) for key, value in options.items() if rng.random() < 0.7}
    players = rng.choice(list(game.facts.players))
    try:
        return MatchState(game, players, mixed)
    except ValueError:
        return MatchState(game, players, one)


def save(match: MatchState, seed: int, number: int) -> Path:
    """The match so far, to be replayed by `paddock record check` and `paddock record show`."""
    FAILURES.mkdir(exist_ok=True)
    path = FAILURES / f"{match.game.id}-{seed}-{number}.jsonl"
    path.write_bytes(encode(record_of(match, [f"seat {seat + 1}" for seat in range(match.players)])) + b"\n")
    return path


if __name__ == "__main__":
    raise SystemExit(main())
