"""What a judge of So ein Mist looks at."""

import numpy as np
import pytest

from paddock.games.mist.judgement import FEATURES, MANY, daring, features, settled, turns_left
from paddock.games.mist.rules import MORE, STOP
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
            assert found["gains"] == sorted(found["gains"], reverse=True)
            ahead = sorted(points[seat] - other for other in others)
            assert np.sign(found["sure_leads"][: players - 1]).tolist() == np.sign(ahead).tolist()
            assert found["brought"][0] <= 0 <= found["brought"][1]
    assert judged > 20


def test_turns_left_count_down_to_none() -> None:
    left = [
        [turns_left(match.state, seat) for seat in range(4)]
        for match in positions("mist", 4, {}, 3)
        if match.turn != OVER and settled(match.state)
    ]
    assert len(set(map(tuple, left))) == len(left)
    assert [sum(turns) for turns in left] == list(range(len(left), 0, -1))


def test_to_throw_on_is_daring() -> None:
    for match in positions("mist", 3, {}, 1):
        if match.turn >= 0:
            assert daring(match.state, Move(MORE)) == 1
            assert daring(match.state, Move(STOP)) == -1
        elif match.turn != OVER:
            assert daring(match.state, Move(0)) == 0
