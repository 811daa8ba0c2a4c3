"""Random play for tests, driven by a plain seeded generator."""

import random
from collections.abc import Iterator, Mapping

import numpy as np

from paddock.bots.player import ask, bot
from paddock.games import game
from paddock.match.match import Match
from paddock.rules.chance import streams
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


def played(name: str, players: int, options: Mapping[str, object], level: str, seed: int) -> Match:
    """A match of bots played to its end."""
    match = Match(game(name), players, options, attended=False)
    dice, whims = random.Random(seed), np.ascontiguousarray(streams(seed, 0, 1)[0])
    while not match.over:
        if match.turn == CHANCE:
            match.play(random_token(match, dice))
        else:
            match.push(ask(bot(level), match, whims))
    return match


def finished(name: str, players: int, options: Mapping[str, object], seed: int) -> Match:
    """A random match played to its end."""
    *_, match = positions(name, players, options, seed)
    return match
