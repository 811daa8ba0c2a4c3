"""Ring four: each room beside a slow, obvious referee that was written from the rulebook alone.

Event by event they must agree on whose turn it is, what can happen and how likely it is, and on the points.
"""

import random
from math import gcd
from typing import Any

import pytest

from paddock.games import ROOMS, game
from paddock.match.match import Match
from paddock.rules.compiler import COMPILING
from paddock.rules.kinds import CHANCE, OVER
from referees import referee_for
from variants import VARIANTS

GAMES_EACH = {"mist": 25, "life": 8, "mmm": 20, "kuhlorado": 30} if COMPILING else dict.fromkeys(ROOMS, 1)
"""Games for each option set and number of players; together several thousand, on every option set."""


def in_lowest_terms(weights: dict[str, int]) -> dict[str, int]:
    shared = gcd(*weights.values())
    return {token: weight // shared for token, weight in weights.items()}


def compare(match: Match, rng: random.Random, eager: float) -> int:
    """One random game beside the referee. An eager player prefers the rare moves that end things."""
    referee = referee_for(match)
    while True:
        whose = match.turn
        assert referee.turn() == {CHANCE: "chance", OVER: "over"}.get(whose, whose + 1), match.tokens
        assert referee.scores() == match.scores(), match.tokens
        if whose == OVER:
            assert referee.payoff() == match.payoff(), match.tokens
            return len(match.tokens)
        if whose == CHANCE:
            odds = match.odds()
            assert in_lowest_terms(odds) == in_lowest_terms(referee.legal()), match.tokens
            assert list(odds) == list(referee.legal()), "the order that docs/notation.md promises"
            token = rng.choices(list(odds), list(odds.values()))[0]
        else:
            tokens = match.legal_tokens()
            assert set(tokens) == set(referee.legal()), match.tokens
            rare = [token for token in tokens if token in ("declare", "gather", "done")]
            token = rng.choice(rare) if rare and rng.random() < eager else rng.choice(tokens)
        match.play(token)
        referee.play(token)


def cases() -> list[Any]:
    return [
        pytest.param(name, number, options, id=f"{name}-{number}")
        for name in ROOMS
        for number, options in enumerate(VARIANTS[name])
    ]


@pytest.mark.rooms
@pytest.mark.parametrize(("name", "number", "options"), cases())
def test_room_and_referee_agree(name: str, number: int, options: dict[str, Any]) -> None:
    room = game(name)
    for players in room.facts.players:
        rng = random.Random(f"{name} {number} {players}")
        for _ in range(GAMES_EACH[name]):
            try:
                compare(Match(room, players, options), rng, eager=rng.random())
            except AssertionError as difference:
                raise AssertionError(f"{name}, {players} players, {options}: {difference}") from difference


def hoarding_player(match: Match, rng: random.Random) -> str:
    """Collects whole animals, so that sudden death, which random play hardly ever sees, strikes often."""
    tokens = match.legal_tokens()
    wanted = ("rabbit", "pig", "cat")
    if "declare" in tokens:
        return "declare" if rng.random() < 0.8 else "silent"
    gives = [token for token in tokens if token.startswith("give:") and token.removeprefix("give:") not in wanted]
    if gives:
        return rng.choice(gives)
    trades = [token for token in tokens if token != "knock"]
    return rng.choice(trades or tokens) if rng.random() < 0.97 else rng.choice(tokens)


@pytest.mark.rooms
@pytest.mark.parametrize("declare", ["automatic", "optional"])
@pytest.mark.parametrize("advanced", [False, True])
def test_life_agrees_when_players_hoard(declare: str, advanced: bool) -> None:
    for players in (3, 4, 5):
        rng = random.Random(f"hoard {declare} {advanced} {players}")
        for _ in range(12 if COMPILING else 1):
            match = Match(game("life"), players, {"declare": declare, "advanced": advanced, "turn_limit": 40})
            referee = referee_for(match)
            while not match.over:
                odds = match.odds() if match.turn == CHANCE else None
                token = rng.choices(list(odds), list(odds.values()))[0] if odds else hoarding_player(match, rng)
                assert set(match.legal_tokens()) == set(referee.legal()), match.tokens
                match.play(token)
                referee.play(token)
                assert match.scores() == referee.scores(), match.tokens
            assert match.payoff() == referee.payoff()
