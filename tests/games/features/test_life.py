"""The features of Life is Life between two phases."""

import numpy as np
import pytest

from paddock.engine.optional_verbs import features
from paddock.engine.options import resolve_options
from paddock.engine.tensor_layout import split_tensor
from paddock.engine.types import OVER, Move, Seat, State
from paddock.engine.verbs import apply
from paddock.games import load_game
from paddock.games.life.bot.features import DEEP, FEATURES, MANY, begins_last, daring, settle, settled
from paddock.games.life.data import LIVES, MOST_SEATS
from paddock.games.life.rules import KNOCK
from paddock.games.life.state import TRADE_OR_KNOCK
from paddock.match.match_state import MatchState
from support.random_matches import positions
from support.variants import VARIANTS

pytestmark = pytest.mark.interpreted

LIFE = load_game("life")


def between(*lives: int, starter: int = 0, **options: object) -> State:
    """A phase begins with these lives."""
    match = MatchState(LIFE, len(lives), options, attended=False)
    match.play(f"starter:{starter + 1}")
    match.state.lives[: len(lives)] = lives
    return match.state


def looks(s: State, seat: int) -> dict[str, list[float]]:
    """The features by name."""
    out = np.full(MANY, np.nan, np.float32)
    features(s, Seat(seat), out)
    return {name: [round(float(number), 3) for number in part] for name, part in split_tensor(FEATURES, out).items()}


def test_lives_and_rivals() -> None:
    assert looks(between(3, 6, 0, 1, starter=1, advanced=True), 0) == {
        "in_game": [1],
        "lives": [1, 1, 1, 0, 0],
        "more_lives": [0],
        "rivals": [0.5, 0.25, 0.25, 0.25, 0.25],
        "more_of_rivals": [0.25],
        "lead": [pytest.approx(-0.5 / LIVES), pytest.approx(-3 / LIVES)],
        "rank": [0.5, 0.5],
        "players_left": [0, 0, 1, 0, 0],
        "lives_left": [pytest.approx(1.0)],
        "begins": [0, 1],  # 5.2 the second seat begins, so the first is the last to begin
        "lasting": [1, 0],
    }
    assert looks(between(3, 5, 0, 1, starter=1), 1)["begins"] == [1, 0]


def test_more_lives_than_at_the_start() -> None:
    """6.2, 7.2 Lives beyond five are only counted."""
    seen = looks(between(7, 9, 6, lives=9), 0)
    assert seen["lives"] == [1] * DEEP
    assert seen["more_lives"] == [2]
    assert seen["more_of_rivals"] == [pytest.approx((4 + 1) / (MOST_SEATS - 1))]


def test_who_is_out_has_nothing_to_look_at() -> None:
    assert not any(any(numbers) for numbers in looks(between(0, 4, 2), 0).values())


def test_the_last_one_left() -> None:
    seen = looks(between(2, 0, 0), 0)
    assert seen["players_left"] == [1, 0, 0, 0, 0]
    assert begins_last(between(2, 0, 0), 0)


def test_options_are_seen() -> None:
    assert looks(between(1, 1, 1, advanced=True, declare="optional"), 2)["lasting"] == [1, 1]


@pytest.mark.parametrize("options", [VARIANTS["life"][0], VARIANTS["life"][-1]])
def test_settled_once_at_the_beginning_of_every_phase(options: dict[str, object]) -> None:
    found = []
    for match in positions("life", 3, options, 5):
        if settled(match.state):
            assert match.state.held.sum() == 0
            found.append(int(match.state.phase))
            if len(found) == 4:
                break
    assert found == list(range(1, len(found) + 1))
    assert len(found) > 1


def test_hands_are_counted_as_they_are() -> None:
    """4.5 As if the seat whose turn it is knocked and all others passed; not in the middle of a trade."""
    counted = 0
    for match in positions("life", 4, {}, 6):
        if match.turn < 0:
            continue
        position, passed = match.position.copy(), MatchState(LIFE, 4, {})
        if match.state.stage != TRADE_OR_KNOCK:
            assert not settle(position[0])
            continue
        assert settle(position[0])
        passed.position = match.position.copy()
        passed.state.traded[:] = 1
        phase = int(match.state.phase)
        while passed.turn >= 0 and passed.state.phase == phase:
            apply(passed.state, Move(KNOCK))
        assert settled(position[0]) or position[0].turn == OVER
        assert position[0].lives.tolist() == passed.state.lives.tolist()
        assert position[0].points.tolist() == passed.state.points.tolist()
        counted += 1
        if counted == 30:
            break
    assert counted == 30


def test_nothing_but_lives_matters() -> None:
    """Two ways to the same lives look the same."""
    one, other = between(2, 3, 4), between(2, 3, 4)
    other.phase, other.change[0] = 7, -2
    assert looks(one, 1) == looks(other, 1)


def test_to_trade_on_is_daring_and_to_knock_is_careful() -> None:
    s: State = LIFE.start_position(3, resolve_options(LIFE.options, {}))[0]
    assert daring(s, Move(0)) == 0
    s.stage, s.active, s.knocker = TRADE_OR_KNOCK, 0, -1
    assert daring(s, Move(0)) == 0  # 2.6 the first turn is a trade in any case
    s.traded[0] = 1
    assert (daring(s, Move(0)), daring(s, Move(KNOCK))) == (1, -1)
    s.knocker = 1
    assert (daring(s, Move(0)), daring(s, Move(KNOCK))) == (0, -1)
