"""What a judge of So ein Mist looks at."""

from collections.abc import Iterator

import numpy as np
import pytest

from paddock.games.mist.coming import Faces, likely_walk, look_at_round
from paddock.games.mist.data import DICE, FACES
from paddock.games.mist.greed import Six, gains_of, throwing_on
from paddock.games.mist.judgement import FEATURES, MANY, daring, features, horizon, settled, turns_left
from paddock.games.mist.rules import MORE, STOP, landing, taker
from paddock.games.mist.state import DIE_THROWN
from paddock.match.match import Match
from paddock.rules.kinds import OVER, Move, Seat
from playing import positions

pytestmark = pytest.mark.rooms


def looks(match: Match, seat: int) -> dict[str, list[float]]:
    """The features by their names."""
    out = np.full(MANY, np.nan, np.float32)
    features(match.state, Seat(seat), out)
    assert not np.isnan(out).any()
    found, at = {}, 0
    for piece in FEATURES:
        found[piece.name] = out[at : at + piece.size].tolist()
        at += piece.size
    return found


@pytest.mark.parametrize(("players", "options"), [(3, {}), (5, {"doubling": True}), (6, {"another_round": True})])
def test_features_say_what_their_names_say(players: int, options: dict[str, object]) -> None:
    judged = 0
    for match in positions("mist", players, options, 2):
        if match.turn == OVER or not settled(match.state):
            continue
        judged += 1
        points = match.scores()
        for seat in range(players):
            found = looks(match, seat)
            others = [point for rival, point in enumerate(points) if rival != seat]
            assert found["lead"] == pytest.approx(
                [(points[seat] - np.mean(others)) / 10, (points[seat] - max(others)) / 10], abs=1e-5
            )
            assert found["rank"][0] == pytest.approx(sum(other < points[seat] for other in others) / len(others))
            assert sum(found["waiting"]) == 1
            assert found["players"][players - 1] == 1
            assert sum(found["players"]) == 1
            ahead = sorted(points[seat] - other for other in others)
            assert np.sign(found["sure_leads"][: players - 1]).tolist() == np.sign(ahead).tolist()
            for name in ("gains", "kept_gains"):
                assert found[name] == sorted(found[name], reverse=True)
            coming = match.state.stage == DIE_THROWN  # else all that is left is to turn over passed cards
            hopes = look_at_round(match.state, seat)[0][:players] if coming else points
            rivals = [hope for rival, hope in enumerate(hopes) if rival != seat]
            assert found["expected_lead"] == pytest.approx(
                [(hopes[seat] - np.mean(rivals)) / 10, (hopes[seat] - max(rivals)) / 10], abs=1e-5
            )
    assert judged > 20


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


def settled_positions(players: int, options: dict[str, object]) -> Iterator[Match]:
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
