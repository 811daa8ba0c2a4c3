"""Random play for tests, driven by a plain seeded generator."""

import random
from collections.abc import Iterator, Mapping

from paddock.games import game
from paddock.match.match import Match
from paddock.rules.kinds import CHANCE


def random_token(match: Match, rng: random.Random) -> str:
    """One of the legal tokens, chance's by their weights."""
    if match.turn == CHANCE:
        odds = match.odds()
        return rng.choices(list(odds), list(odds.values()))[0]
    return rng.choice(match.legal_tokens())


def positions(name: str, players: int, options: Mapping[str, object], seed: int) -> Iterator[Match]:
    """A random match, handed out before its first event, after every one and at its end."""
    match = Match(game(name), players, options, attended=False)
    rng = random.Random(seed)
    yield match
    while not match.over:
        match.play(random_token(match, rng))
        yield match


def finished(name: str, players: int, options: Mapping[str, object], seed: int) -> Match:
    """A random match played to its end."""
    *_, match = positions(name, players, options, seed)
    return match
