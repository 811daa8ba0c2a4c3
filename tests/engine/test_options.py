"""Options: values from text and from JSON, and errors that list the accepted values."""

from typing import Any

import pytest

from paddock.engine.errors import BadOption
from paddock.engine.options import Choice, Drawing, Number, Numbers, Switch, option_text, resolve_options
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState

pytestmark = pytest.mark.interpreted

SWITCH = Switch("doubling", False, "own cards count double")
NUMBER = Number("dice", 5, "dice", 1, 7, when_simulated=3)
NUMBERS = Numbers("rows", (1, 2), "rows", 1, 4, 1, 3)
RISING = Numbers("sizes", (5, 10), "sizes", 1, 64, 2, 2, ascending=True)
CHOICE = Choice("declare", "automatic", "when", ("automatic", "optional"))


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (SWITCH, "on", True),
        (SWITCH, "OFF", False),
        (SWITCH, "yes", True),
        (SWITCH, True, True),
        (NUMBER, "7", 7),
        (NUMBER, 1, 1),
        (NUMBERS, "1,2,4", (1, 2, 4)),
        (NUMBERS, [3], (3,)),
        (NUMBERS, " 1 , 2", (1, 2)),
        (RISING, (5, 6), (5, 6)),
        (CHOICE, "optional", "optional"),
    ],
)
def test_values_are_read(option: Any, given: object, value: object) -> None:
    assert option.read(given) == value
    assert option.read(option_text(option.read(given))) == value


@pytest.mark.parametrize(
    ("option", "given", "accepted"),
    [
        (SWITCH, "perhaps", "on or off"),
        (SWITCH, 2, "on or off"),
        (NUMBER, 8, "a whole number from 1 to 7"),
        (NUMBER, "five", "a whole number from 1 to 7"),
        (NUMBER, True, "a whole number from 1 to 7"),
        (NUMBER, 2.5, "a whole number from 1 to 7"),
        (NUMBERS, "", "1 to 3 whole numbers from 1 to 4"),
        (NUMBERS, "1,2,3,4", "separated by commas"),
        (NUMBERS, [1, "x"], "1 to 3 whole numbers"),
        (NUMBERS, {"a": 1}, "1 to 3 whole numbers"),
        (RISING, "6,5", "2 whole numbers from 1 to 64 in ascending order"),
        (CHOICE, "never", "automatic or optional"),
        (CHOICE, None, "automatic or optional"),
    ],
)
def test_refusals_name_the_option_and_what_it_takes(option: Any, given: object, accepted: str) -> None:
    with pytest.raises(BadOption) as refusal:
        option.read(given)
    assert option.name in str(refusal.value)
    assert accepted in str(refusal.value)


def test_a_drawing_names_its_option() -> None:
    def resolve(text: str) -> str:
        raise BadOption(f"there is no board {text!r}")

    board = Drawing("board", "easy", "the board", "a name", "b bread", resolve)
    with pytest.raises(BadOption, match="option board: there is no board 'nowhere'"):
        board.read("nowhere")
    with pytest.raises(BadOption, match="it takes a name"):
        board.read([1])


def test_unknown_options_are_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="no option 'dubling'; this game has doubling"):
        resolve_options((SWITCH,), {"dubling": True})


def test_nobody_watches_a_simulation() -> None:
    assert resolve_options((NUMBER,), {}) == {"dice": 5}
    assert resolve_options((NUMBER,), {}, attended=False) == {"dice": 3}
    assert all(option.simulation_default == option.default for option in (SWITCH, NUMBERS, CHOICE))


@pytest.mark.parametrize("name", GAMES)
def test_player_counts_outside_the_box_are_refused(name: str) -> None:
    players = load_game(name).facts.players
    for wrong in (players[0] - 1, players[-1] + 1, -1, 100):
        with pytest.raises(BadOption, match=rf"played by .*, not by {wrong}"):
            MatchState(load_game(name), wrong, {})


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="no game 'chess'; there are mist, life, mmm, kuhlorado"):
        load_game("chess")
