"""Ring four: each game is compared with a slow, simple referee that was written from the rulebook alone.

Event by event the two agree on whose turn it is, what can happen and how likely it is, on the points, and on what
all players see of results: ranks, ratings, counted hands, an interim score.
"""

import random
from collections.abc import Callable
from math import gcd
from typing import Any

import pytest

from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.types import CHANCE, OVER
from paddock.games import GAMES, load_game
from paddock.games.mmm.data import LOST, WON
from paddock.match.match_state import MatchState
from referees import referee_for
from support.soak import sweep
from support.variants import VARIANTS

GAMES_IN_SOAK = {"mist": 25, "life": 8, "mmm": 20, "kuhlorado": 30}
GAMES_EACH = {name: sweep(games) if COMPILING else 1 for name, games in GAMES_IN_SOAK.items()}
"""Games for each option set and number of players: a tenth in `make test`, several thousand in `make soak`."""


LOOK_EVERY = 7
"""Events between two looks at the view, which takes longer than all else; what it shows of results stays for long."""


def in_lowest_terms(weights: dict[str, int]) -> dict[str, int]:
    shared = gcd(*weights.values())
    return {token: weight // shared for token, weight in weights.items()}


def shown_by_mist(view: Any) -> dict[str, object]:
    totals = [None if player.points is None else (player.points, player.food) for player in view.players]
    return {"cards taken": [player.cards_taken for player in view.players], "points and food": totals}


def shown_by_life(view: Any) -> dict[str, object]:
    last = view.showdown
    return {
        "ranks": [player.rank for player in view.players],
        "known": [player.known for player in view.players],
        "last phase": last
        and {"points": list(last.points), "hands": list(last.hands), "lives changed": list(last.lives_changed)},
    }


def shown_by_mmm(view: Any) -> dict[str, object]:
    least = {words: number for number, words in (WON if view.won else LOST)}
    return {
        "cat moved": view.cat_moved,
        "finished items": sum(item.finished for item in view.items),
        "rating": ("won" if view.won else "lost", least[view.rating]) if view.rating else None,
    }


def shown_by_kuhlorado(view: Any) -> dict[str, object]:
    return {
        "interim": view.interim and view.interim.points,
        "areas": sorted((len(area.squares), area.points) for area in view.areas),
    }


SHOWN: dict[str, Callable[[Any], dict[str, object]]] = {
    "mist": shown_by_mist,
    "life": shown_by_life,
    "mmm": shown_by_mmm,
    "kuhlorado": shown_by_kuhlorado,
}
"""Game -> the part of its view that the referee's `shown` must equal."""


def compare(match: MatchState, rng: random.Random, eager: float) -> int:
    """Play one random game and compare it with the referee. An eager player prefers rare moves that end a phase."""
    referee = referee_for(match)
    while True:
        whose = match.turn
        assert referee.turn() == {CHANCE: "chance", OVER: "over"}.get(whose, whose + 1), match.tokens
        assert referee.scores() == match.scores(), match.tokens
        if len(match.tokens) % LOOK_EVERY == 0 or whose == OVER:
            assert referee.shown() == SHOWN[match.game.id](match.view(None)), match.tokens
        if whose == OVER:
            assert referee.payoff() == match.payoff(), match.tokens
            return len(match.tokens)
        if whose == CHANCE:
            odds = match.odds()
            assert in_lowest_terms(odds) == in_lowest_terms(referee.legal()), match.tokens
            assert list(odds) == list(referee.legal()), "the order that docs/reference/notation.md promises"
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
        for name in GAMES
        for number, options in enumerate(VARIANTS[name])
    ]


@pytest.mark.interpreted
@pytest.mark.parametrize(("name", "number", "options"), cases())
def test_room_and_referee_agree(name: str, number: int, options: dict[str, Any]) -> None:
    game = load_game(name)
    for players in game.facts.players:
        rng = random.Random(f"{name} {number} {players}")
        for _ in range(GAMES_EACH[name]):
            try:
                compare(MatchState(game, players, options), rng, eager=rng.random())
            except AssertionError as difference:
                raise AssertionError(f"{name}, {players} players, {options}: {difference}") from difference


def hoarding_player(match: MatchState, rng: random.Random) -> str:
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


@pytest.mark.interpreted
@pytest.mark.parametrize("declare", ["automatic", "optional"])
@pytest.mark.parametrize("advanced", [False, True])
def test_life_agrees_when_players_hoard(declare: str, advanced: bool) -> None:
    for players in (3, 4, 5):
        rng = random.Random(f"hoard {declare} {advanced} {players}")
        for _ in range(sweep(12) if COMPILING else 1):
            match = MatchState(load_game("life"), players, {"declare": declare, "advanced": advanced, "turn_limit": 40})
            referee = referee_for(match)
            while not match.over:
                odds = match.odds() if match.turn == CHANCE else None
                token = rng.choices(list(odds), list(odds.values()))[0] if odds else hoarding_player(match, rng)
                assert set(match.legal_tokens()) == set(referee.legal()), match.tokens
                match.play(token)
                referee.play(token)
                assert match.scores() == referee.scores(), match.tokens
                if len(match.tokens) % LOOK_EVERY == 0 or match.over:
                    assert shown_by_life(match.view(None)) == referee.shown(), match.tokens
            assert match.payoff() == referee.payoff()
