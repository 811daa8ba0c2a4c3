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
    assert (refusal.value.code, refusal.value.field) == ("bad_value", option.name)
    assert refusal.value.params == option.limits


def test_limits_are_data() -> None:
    assert SWITCH.limits == {}
    assert NUMBER.limits == {"low": 1, "high": 7}
    assert RISING.limits == {"low": 1, "high": 64, "shortest": 2, "longest": 2, "ascending": True}
    assert CHOICE.limits == {"choices": ("automatic", "optional")}
    for name in ("mmm", "kuhlorado"):
        board = next(option for option in load_game(name).options if isinstance(option, Drawing))
        assert board.limits == {"choices": board.choices}
        assert board.choices[0] == board.default
        for choice in board.choices:
            assert "/" in board.read(choice)


def test_a_drawing_names_its_option() -> None:
    def resolve(text: str) -> str:
        raise BadOption(f"there is no board {text!r}")

    board = Drawing("board", "easy", "the board", "a name", "b bread", resolve)
    with pytest.raises(BadOption, match="option board: there is no board 'nowhere'") as refusal:
        board.read("nowhere")
    assert refusal.value.field == "board"
    with pytest.raises(BadOption, match="it takes a name"):
        board.read([1])


def test_unknown_options_are_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="no option 'dubling'; this game has doubling") as refusal:
        resolve_options((SWITCH,), {"dubling": True})
    assert (refusal.value.code, refusal.value.field) == ("unknown_option", "dubling")
    assert refusal.value.params == {"choices": ("doubling",)}


@pytest.mark.parametrize(
    ("game", "players", "options", "code", "field", "params"),
    [
        ("mist", 7, {}, "bad_players", "players", {"low": 3, "high": 6, "n": 7}),
        (
            "mist",
            3,
            {"another_round": "on", "starting": "1,2,3,4"},
            "few_starting_cards",
            "starting",
            {"players": 3, "least": 6},
        ),
        ("life", 3, {"values": "0,0,0,0,0,0,0,0,0,0"}, "no_points", "values", {}),
        ("life", 5, {"rows": "19,19,19"}, "many_on_table", "rows", {"players": 5, "most": 50}),
        ("life", 5, {"hand": 12}, "large_hand", "hand", {"players": 5, "most": 10}),
        ("life", 3, {"hand": 3, "rows": "4,1,1"}, "long_row", "rows", {"hand": 3}),
        ("life", 3, {"hand": 5, "rows": "5,5"}, "no_short_row", "rows", {"hand": 5}),
        ("life", 3, {"hand": 3, "rows": "1,1"}, "few_on_table", "rows", {"least": 7}),
        ("kuhlorado", 2, {"area_points": "1,2"}, "uneven_areas", "area_points", {"n": 2, "sizes": 4}),
        ("kuhlorado", 2, {"sheet": "12/34"}, "bad_board", "sheet", {}),
    ],
)
def test_rules_that_do_not_fit_are_refused_with_the_option(
    game: str, players: int, options: dict[str, object], code: str, field: str, params: dict[str, object]
) -> None:
    with pytest.raises(BadOption) as refusal:
        MatchState(load_game(game), players, options)
    assert (refusal.value.code, refusal.value.field, refusal.value.params) == (code, field, params)


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
