"""The features of So ein Mist."""

from collections.abc import Iterator

import numpy as np
import pytest

from paddock.engine.tensor_layout import split_tensor
from paddock.engine.types import OVER, Move, Seat
from paddock.games.mist.bot.features import FEATURES, MANY, daring, features, horizon, settled, turns_left
from paddock.games.mist.bot.greedy import Six, gains_of, throwing_on
from paddock.games.mist.bot.next_round import Faces, likely_walk, look_at_round, mean_from
from paddock.games.mist.data import DICE, FACES
from paddock.games.mist.rules import MORE, STOP, landing, taker
from paddock.games.mist.state import DIE_THROWN
from paddock.match.match_state import MatchState
from support.random_matches import positions

pytestmark = pytest.mark.interpreted


def looks(match: MatchState, seat: int) -> dict[str, list[float]]:
    """The features by their names."""
    out = np.full(MANY, np.nan, np.float32)
    features(match.state, Seat(seat), out)
    assert not np.isnan(out).any()
    return {name: part.tolist() for name, part in split_tensor(FEATURES, out).items()}


def leads(points: list[float], seat: int) -> tuple[list[float], list[float]]:
    """Return the lead over the mean and over the best rival, then over each rival, the strongest first."""
    others = sorted((point for rival, point in enumerate(points) if rival != seat), reverse=True)
    return [points[seat] - float(np.mean(others)), points[seat] - others[0]], [points[seat] - other for other in others]


@pytest.mark.parametrize(("players", "options"), [(3, {}), (5, {"doubling": True}), (6, {"another_round": True})])
def test_features_are_found_by_name(players: int, options: dict[str, object]) -> None:
    """Every part, computed once more from the position and from the expected walks of the round."""
    settled_count = 0
    for match in positions("mist", players, options, 2):
        if match.turn == OVER or not settled(match.state):
            continue
        settled_count += 1
        for seat in range(players):
            found, expected = looks(match, seat), expected_features(match, seat)
            assert list(found) == list(expected)
            for name, numbers in expected.items():
                length = len(found[name])
                assert found[name] == pytest.approx([*numbers, *[0] * (length - len(numbers))], abs=2e-5), name
    assert settled_count > 20


def expected_features(match: MatchState, seat: int) -> dict[str, list[float]]:
    s, players, points = match.state, match.players, match.scores()
    playing = s.stage == DIE_THROWN  # else nothing is left but to turn over passed cards
    rounds = (s.last_turn - s.turns + 1) / players if playing else 0.0
    root = 1 / np.sqrt(rounds + 0.25)
    hopes, kept, mean, chances, before, after = look_at_round(s, seat)
    lead, each = leads(points, seat)
    hope_lead, hope_each = leads(list(hopes[:players]) if playing else points, seat)
    others = [point for rival, point in enumerate(points) if rival != seat]
    unseen = [s.values[kind] for kind in range(s.kinds) for _ in range(s.stock[seat, kind])]
    pile = np.mean(unseen) / 10 if unseen else 0.0
    own_turns, scale = turns_left(s, seat), 10 * (players - 1)
    places = [landing(s, seat, face) for face in range(1, FACES + 1)]
    onward = sum(chance * mean_from(s, seat, place) for chance, place in zip(chances, places, strict=True)) / scale
    spread = np.sqrt(sum(chance * (gain - mean) ** 2 for chance, gain in zip(chances, kept, strict=True))) / scale
    return {
        "lead": [number / 10 for number in lead],
        "sure_leads": [number / 10 * root for number in each],
        "rank": [
            np.mean([other < points[seat] for other in others]),
            np.mean([other > points[seat] for other in others]),
        ],
        "expected_lead": [number / 10 for number in hope_lead],
        "expected_leads": [number / 10 * root for number in hope_each],
        "left": [rounds / 10, root, own_turns / 10],
        "waiting": [float(away == (seat - s.active) % players) for away in range(players)],
        "pile": [pile, pile * root],
        "players": [float(number == players) for number in range(1, players + 1)],
    } | {
        name: numbers if own_turns else []
        for name, numbers in {
            "prospect": [mean / scale, mean / scale * root],
            "onward": [onward, onward * root] if own_turns > 1 else [],
            "spread": [spread],
            "gains": [gain * root / scale for gain in sorted(gains_of(s, seat), reverse=True)],
            "kept_gains": [gain * root / scale for gain in sorted(kept, reverse=True)],
            "visits": [before * root, after * root],
            "queue": [root * others_take_here(match, seat)],
            "ahead": [s.value[places].sum() / 30 * root, s.value[: s.places].sum() / 30 * root],
        }.items()
    }


def others_take_here(match: MatchState, seat: int) -> bool:
    """3.2 Return whether a rival can come to this figure's place and another seat would take the card."""
    s = match.state
    return any(
        landing(s, rival, face) == s.place[seat] and taker(s, rival, int(s.place[seat])) != seat
        for rival in range(match.players)
        if rival != seat
        for face in range(1, FACES + 1)
    )


def test_turns_left_count_down_to_none() -> None:
    left = [
        [turns_left(match.state, seat) for seat in range(4)]
        for match in positions("mist", 4, {}, 3)
        if match.turn != OVER and settled(match.state)
    ]
    assert len(set(map(tuple, left))) == len(left)
    assert [sum(turns) for turns in left] == list(range(len(left), 0, -1))


@pytest.mark.parametrize(("players", "followed"), [(4, [2, 1]), (6, [1])])
def test_the_last_turns_are_followed_to_the_end(players: int, followed: list[int]) -> None:
    seen = [horizon(match.state) for match in settled_positions(players, {})]
    assert seen == [0] * (len(seen) - len(followed) - 1) + [*followed, 0]


def test_to_throw_on_is_daring() -> None:
    for match in positions("mist", 3, {}, 1):
        if match.turn >= 0:
            assert daring(match.state, Move(MORE)) == 1
            assert daring(match.state, Move(STOP)) == -1
        elif match.turn != OVER:
            assert daring(match.state, Move(0)) == 0


def settled_positions(players: int, options: dict[str, object]) -> Iterator[MatchState]:
    for match in positions("mist", players, options, 2):
        if match.turn != OVER and match.state.stage == DIE_THROWN and match.state.count == 0:
            yield match


def exactly(gains: Six) -> Faces:
    one, two, three, four, five, six = map(float, gains)
    return one, two, three, four, five, six


@pytest.mark.parametrize("dice", [1, 2, DICE])
def test_a_likely_walk_brings_no_more_than_the_best_one(dice: int) -> None:
    for match in settled_positions(4, {"dice": dice}):
        gains = gains_of(match.state, match.state.active)
        exact = throwing_on(gains, 0, dice) / FACES**dice
        mean, chances = likely_walk(exactly(gains), dice)
        assert sum(chances) == pytest.approx(1)
        assert mean == pytest.approx(sum(gain * chance for gain, chance in zip(gains, chances, strict=True)))
        if dice == 1:
            assert mean == pytest.approx(exact)
        assert exact - 1.0 < mean < exact + 1e-9  # a third of a point: which sets to stop on is what it does not follow


def test_of_the_last_turn_only_its_walker_is_expected_to_walk() -> None:
    last = list(settled_positions(4, {}))[-1].state
    seat, points = int(last.active), [float(points) for points in last.points]
    _, chances = likely_walk(exactly(gains_of(last, seat)), DICE)
    for face, chance in enumerate(chances):
        at = landing(last, seat, face + 1)
        points[taker(last, seat, at)] += chance * float(last.value[at])
    for asked in range(4):
        assert look_at_round(last, asked)[0] == pytest.approx(points)


def test_who_walks_first_finds_all_as_it_lies() -> None:
    for match in settled_positions(4, {}):
        first = int(match.state.active)
        assert look_at_round(match.state, first)[1] == pytest.approx(gains_of(match.state, first))
