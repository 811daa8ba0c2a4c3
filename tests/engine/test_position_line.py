"""A position as one line: written, read back, and refused with a sentence where it cannot be read."""

import numpy as np
import pytest

from paddock.engine.errors import BadNotation, BadOption
from paddock.engine.game import Field, record_type
from paddock.engine.text.position_line import read_position, write_position
from paddock.engine.types import same_position
from paddock.games import load_game
from paddock.match.match_state import MatchState
from support.random_matches import positions

pytestmark = pytest.mark.interpreted


def test_an_empty_table_is_only_its_options() -> None:
    match = MatchState(load_game("mist"), 4, {"doubling": True, "dice": 3})
    line = write_position(match.game, 4, match.options, match.position)
    assert line == "mist 4 doubling=on dice=3 ;"


def test_a_position_reads_back() -> None:
    for count, match in enumerate(positions("kuhlorado", 2, {"advanced": True}, 1)):
        if count % 20 == 0:
            line = write_position(match.game, 2, match.options, match.position)
            players, options, position = read_position(match.game, line)
            assert (players, options) == (2, match.options)
            assert same_position(position, match.position)


def test_a_situation_can_be_set_up() -> None:
    match = MatchState(load_game("mist"), 3)
    players, _, position = read_position(match.game, "mist 3 doubling=on ; stage=4 turn=1 points=5,-2,0,0,0,0")
    assert players == 3
    assert position[0].turn == 1
    assert position[0].points[:3].tolist() == [5, -2, 0]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "begins with 'mist'"),
        ("life 3 ;", "begins with 'mist'"),
        ("mist many ;", "begins with 'mist'"),
        ("mist 3 ; nonsense", "should be name=value"),
        ("mist 3 ; wings=2", "no field 'wings'"),
        ("mist 3 ; turn=1,2", "field turn cannot be '1,2'"),
        ("mist 3 ; points=a,b", "field points cannot be 'a,b'"),
        ("mist 3 ; die=1000", "field die cannot be '1000'"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        read_position(load_game("mist"), line)


def test_options_of_a_position_are_checked() -> None:
    with pytest.raises(BadOption, match="no option"):
        read_position(load_game("mist"), "mist 3 wings=on ;")
    with pytest.raises(BadOption, match="played by"):
        read_position(load_game("mist"), "mist 9 ;")


def test_a_position_has_only_its_own_fields() -> None:
    s = MatchState(load_game("mist"), 3).state
    with pytest.raises(AttributeError, match="no field 'wings'"):
        s.wings  # noqa: B018
    assert np.isscalar(s.turn)


def test_a_field_cannot_be_called_like_a_method_of_numpy() -> None:
    with pytest.raises(ValueError, match="'item': NumPy"):
        record_type([Field("item", "i1", "what is gathered")], __file__)
