"""Random play for tests, driven by a plain seeded generator."""

import random
from collections.abc import Iterator, Mapping

from paddock.bots.bot import ask, bot
from paddock.engine.rng import stream
from paddock.engine.types import CHANCE
from paddock.games import load_game
from paddock.match.match_state import MatchState


def random_token(match: MatchState, rng: random.Random) -> str:
    """One of the legal tokens, chance's by their weights."""
    if match.turn == CHANCE:
        odds = match.odds()
        return rng.choices(list(odds), list(odds.values()))[0]
    return rng.choice(match.legal_tokens())


def positions(name: str, players: int, options: Mapping[str, object], seed: int) -> Iterator[MatchState]:
    """A random match, handed out before its first event, after every one and at its end."""
    match = MatchState(load_game(name), players, options, attended=False)
    rng = random.Random(seed)
    yield match
    while not match.over:
        match.play(random_token(match, rng))
        yield match


def played(name: str, players: int, options: Mapping[str, object], level: str, seed: int) -> MatchState:
    """A match of bots played to its end."""
    match = MatchState(load_game(name), players, options, attended=False)
    dice, whims = random.Random(seed), stream(seed)
    while not match.over:
        if match.turn == CHANCE:
            match.play(random_token(match, dice))
        else:
            match.play_move(ask(bot(level), match, whims))
    return match


def finished(name: str, players: int, options: Mapping[str, object], seed: int) -> MatchState:
    """A random match played to its end."""
    *_, match = positions(name, players, options, seed)
    return match
