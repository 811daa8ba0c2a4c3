"""Laws that hold in every position of every game, looked for with Hypothesis."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paddock.engine.compilation.compile_cache import COMPILING
from paddock.games import load_game
from paddock.games.kuhlorado.data import COW
from paddock.games.life.data import CARDS
from paddock.games.mist.data import ANIMALS
from paddock.games.mist.state import GAP, NOBODY
from paddock.match.match_state import MatchState
from support.random_matches import positions
from support.variants import VARIANTS

pytestmark = pytest.mark.interpreted
relaxed = settings(
    max_examples=25 if COMPILING else 3,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def tables(name: str) -> st.SearchStrategy[tuple[int, dict[str, Any], int]]:
    """Players, options and a seed."""
    players = load_game(name).facts.players
    return st.tuples(st.integers(players[0], players[-1]), st.sampled_from(VARIANTS[name]), st.integers(0, 2**32 - 1))


def taken_by_hand(match: MatchState) -> tuple[list[int], list[Counter[int]]]:
    """The scoring piles of So ein Mist, computed from the tokens alone, without the game package."""
    players, options = match.players, match.options
    points, piles = [0] * players, [Counter[int]() for _ in range(players)]
    animals: list[str] = []
    path: list[tuple[str, int] | None] = []
    queues: list[list[int]] = []
    thrown: list[int] = []
    active = newest = gap = 0

    def take(seat: int, card: tuple[str, int]) -> None:
        points[seat] += card[1] * (2 if options["doubling"] and card[0] == animals[seat] else 1)
        piles[seat][card[1]] += 1

    def walk(steps: int) -> int:
        at = next(place for place, queue in enumerate(queues) if active in queue)
        queues[at].remove(active)
        while steps:
            at = (at + 1) % len(path)
            steps -= path[at] is not None
        card = path[at]
        assert card is not None
        take(queues[at][-1] if queues[at] else active, card)
        queues[at].append(active)
        path[at] = None
        return at

    shown: Counter[str] = Counter()
    draws_left = [len(options["cards"]) - 1 - passed(match)] * players  # type: ignore[arg-type]
    for token in match.tokens:
        word, _, argument = token.partition(":")
        if word == "animal":
            animals.append(argument)
        elif word == "lay":
            sign = max(argument.find("+"), argument.find("-"))
            path.append((argument[:sign], int(argument[sign:])))
            queues.append([animals.index(argument[:sign])] if argument[:sign] in animals else [])
        elif word == "starter":
            active = int(argument) - 1
        elif word in ("die", "stop"):
            newest = int(argument) if word == "die" else newest
            forced = word == "die" and (newest in thrown or len(thrown) + 1 == options["dice"])
            thrown.append(newest)
            if forced or word == "stop":
                gap, thrown = walk(newest), []
                if draws_left[active] == 0:
                    active = (active + 1) % players
        elif word == "draw":
            path[gap] = (animals[active], int(argument))
            draws_left[active] -= 1
            active = (active + 1) % players
        elif word in ("left", "right"):
            giver = shown.total() // passed(match)
            shown[word] += 1
            take((giver + (1 if word == "left" else -1)) % players, (animals[giver], int(argument)))
    return points, piles


def passed(match: MatchState) -> int:
    return {5: 1, 6: 2}.get(match.players, 0) if match.options["passing"] else 0


@given(tables("mist"))
@relaxed
def test_mist_scores_can_be_worked_out_from_the_events(drawn: tuple[int, dict[str, Any], int]) -> None:
    *_, match = positions("mist", *drawn)
    points, piles = taken_by_hand(match)
    assert points == match.scores()
    assert [pile.total() for pile in piles] == match.state.taken[: match.players].tolist()


@given(tables("mist"))
@relaxed
def test_mist_loses_no_card(drawn: tuple[int, dict[str, Any], int]) -> None:
    """Unseen, on the path or taken: together always all cards of the box that are in play."""
    for match in positions("mist", *drawn):
        s, seats = match.state, match.players
        owners = s.owner[: s.laid].tolist()
        on_path = sum(owner != GAP for owner in owners)
        face_down = seats * s.passed_on - s.shown  # unseen cards in a scoring pile
        assert s.stock.sum() + s.starting.sum() + on_path + s.taken.sum() - face_down == (
            seats * len(match.options["cards"]) + len(match.options["starting"])  # type: ignore[arg-type]
        )
        assert (s.stock >= 0).all()
        assert (s.draws >= 0).all()
        assert all(s.owner[s.place[seat]] != NOBODY or s.turns > 0 for seat in range(seats) if s.place[seat] >= 0)
        assert len({ANIMALS[a] for a in s.animal[:seats] if a != NOBODY}) == sum(a != NOBODY for a in s.animal[:seats])


@given(tables("life"))
@relaxed
def test_life_loses_no_card_and_knows_no_card_that_is_not_there(drawn: tuple[int, dict[str, Any], int]) -> None:
    for match in positions("life", *drawn):
        s = match.state
        together = s.unseen + s.hand.sum(axis=0) + s.row.sum(axis=0) + s.given
        assert together.tolist() == list(CARDS)
        assert (s.hand >= 0).all()
        assert (s.unseen >= 0).all()
        assert (s.known <= s.hand).all()
        assert s.hand.sum(axis=1).tolist() == s.held.tolist()
        assert (s.lives >= 0).all()
        in_game = sum(lives > 0 for lives in s.lives[: match.players])
        assert match.over == (in_game == 1)


@given(tables("mmm"))
@relaxed
def test_mmm_squares_add_up(drawn: tuple[int, dict[str, Any], int]) -> None:
    players, options, seed = drawn
    letters = Counter(letter.lower() for letter in str(MatchState(load_game("mmm"), 1, options).options["board"]))
    squares = sum(letters[letter] for letter in "bfuha")
    cat = 0
    for match in positions("mmm", players, options, seed):
        s = match.state
        assert s.left == s.item_left.sum() == squares - match.scores()[0]
        assert s.rolled.sum() + s.placed <= s.dice
        assert cat <= s.cat <= cat + 1, "the cat moves at most one step at a time"
        cat = int(s.cat)
        assert match.over == (s.left == 0 or s.cat == s.cat_moves)
        assert not (s.left == 0 and s.cat == s.cat_moves), "winning and losing cannot coincide"
    assert match.payoff() == [1.0 if s.left == 0 else 0.0] * players


@given(tables("kuhlorado"))
@relaxed
def test_kuhlorado_counts_what_is_free(drawn: tuple[int, dict[str, Any], int]) -> None:
    for match in positions("kuhlorado", *drawn):
        s = match.state
        for kind in range(1, COW + 1):
            assert s.free[kind] == np.sum((s.kind == kind) & (s.owner == NOBODY))
        marks = sum(token.startswith("mark:") for token in match.tokens)
        assert np.sum(s.owner != NOBODY) == marks
    assert s.free[COW] == 0 or s.free[1:COW].sum() <= s.last_numbers
