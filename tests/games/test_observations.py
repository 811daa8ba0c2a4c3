"""The observation of every game part by part: each part is found by its name and compared with numbers from RULES.md.

A part that has no expected numbers fails its test, so that a new part needs a new line here.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paddock.engine.boards.grid import square_at
from paddock.engine.tensor_layout import split_tensor
from paddock.engine.types import Seat, Tensor
from paddock.engine.verbs import observe
from paddock.games import load_game
from paddock.games.life.data import ANIMALS as LIFE_ANIMALS
from paddock.games.life.data import CARDS
from paddock.games.life.state import DECLARE_OR_NOT
from paddock.games.mist.data import ANIMALS as MIST_ANIMALS
from paddock.games.mist.state import GAP
from paddock.games.mmm.state import CLOSED
from paddock.match.match_state import MatchState

pytestmark = pytest.mark.interpreted

SIDE = 8
FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)


def parts_seen(match: MatchState, seat: Seat) -> dict[str, Tensor]:
    """Return the observation of a seat by the names of its parts; every number must have been written."""
    out = np.full(match.game.observation_size, np.nan, np.float32)
    observe(match.state, seat, out)
    assert np.isfinite(out).all()
    return split_tensor(match.game.observation, out)


def check(seen: Mapping[str, Tensor], expected: Mapping[str, Any]) -> None:
    """Compare all parts by name."""
    assert list(seen) == list(expected)
    for name, numbers in expected.items():
        wanted = np.broadcast_to(np.asarray(numbers, np.float32), seen[name].shape)
        np.testing.assert_allclose(seen[name], wanted, rtol=1e-6, err_msg=name)


def padded(numbers: list[float], length: int) -> list[float]:
    """Return the numbers, followed by zeros."""
    return numbers + [0.0] * (length - len(numbers))


def plane(names: str, value: float = 1.0) -> npt.NDArray[np.float64]:
    """Return a board with this value on the named squares and zeros elsewhere."""
    board = np.zeros((SIDE, SIDE))
    for name in names.split():
        board[square_at(name)] = value
    return board


def one_hot(length: int, *places: int) -> list[float]:
    return [float(place in places) for place in range(length)]


# ---- So ein Mist


def test_mist_shows_the_path_from_the_own_figure_on() -> None:
    """The cow has walked to place 4; the sheep, at place 3, has thrown a 5 and a 1; the pig stands behind the cow."""
    match = MatchState(load_game("mist"), 3, {"doubling": True})
    path = "cow+8 start-3 start-1 sheep+4 start+2 start-3 pig-5 start-1 start+2"
    match.play(*(f"animal:{animal}" for animal in MIST_ANIMALS[:3]), *(f"lay:{card}" for card in path.split()))
    match.play("starter:1", "die:4", "stop", "draw:+6", "die:5", "more", "die:1")
    s = match.state
    s.owner[7], s.value[7] = GAP, 0
    s.place[2], s.arrived[2] = 4, 0
    s.points[1], s.food[1] = -3, 1

    stock = {"sheep": [1, 1, 1, 1, 0, 1, 1, 1], "pig": [0, 1, 1, 1, 1, 1, 1, 1], "cow": [1, 1, 1, 1, 1, 0, 0, 1]}
    figures = np.zeros((6, 18))
    figures[0, 0] = figures[1, 1] = figures[2, 1] = 1
    check(
        parts_seen(match, SECOND),
        {
            "to_move": 1,
            "seats": [1, 1, 1, 0, 0, 0],
            "card": padded([0.4, 0.6, -0.3, -0.5, 0, 0.2, 0.8, -0.3, -0.1], 18),
            "gap": one_hot(18, 4),
            "own_card": one_hot(18, 0),
            "figure": figures,
            "last_in_queue": [1, 0, 1, 0, 0, 0],
            "unseen": [padded([float(n) for n in cards], 10) for cards in stock.values()] + [[0.0] * 10] * 3,
            "points": [-0.03, 0, 0.02, 0, 0, 0],
            "food": [0.01, 0, 0.02, 0, 0, 0],
            "thrown": [1, 0, 0, 0, 1, 0],
            "newest": [1, 0, 0, 0, 0, 0],
            "dice_left": 3 / 5,
            "turns_left": 19 / 21,
            "doubling": 1,
        },
    )
    cow = parts_seen(match, FIRST)
    assert cow["to_move"].tolist() == [0]
    assert cow["own_card"].tolist() == one_hot(18, 0, 5)
    assert np.argwhere(cow["figure"]).tolist() == [[0, 0], [1, 8], [2, 0]]


# ---- Life is Life

LETTERS = dict(zip("gbmosdrpcu", LIFE_ANIMALS, strict=True))


def shares(cards: str) -> list[float]:
    """Return cards, one letter each, as shares of all cards of each animal."""
    return [cards.count(letter) / number for letter, number in zip(LETTERS, CARDS, strict=True)]


def life_in_a_trade() -> MatchState:
    """The first seat has taken row 1 for a giraffe; the second has laid down one of two goats for row 2."""
    match = MatchState(load_game("life"), 3, {"turn_limit": 3, "advanced": True, "declare": "optional"})
    hands, rows = ("ggggbbbmmm", "oooosssddd", "rrppccuugb"), ("r", "pc", "ooo", "mmss")
    match.play("starter:1")
    match.play(*(f"hand:{seat}:{LETTERS[card]}" for seat, hand in enumerate(hands, 1) for card in hand))
    match.play(*(f"row:{row}:{LETTERS[card]}" for row, cards in enumerate(rows, 1) for card in cards))
    match.play("take:1", "give:giraffe", "silent", "take:2", "give:goat")
    match.state.lives[2] = 2
    match.state.knocker = 2
    return match


def test_life_shows_the_trade_from_the_own_seat_on() -> None:
    located = "ooosssddd" + "r" + "g" + "pc" + "ooo" + "mmss" + "o"  # own hand, known cards, rows, the goat laid down
    check(
        parts_seen(life_in_a_trade(), SECOND),
        {
            "to_move": 1,
            "in_game": [1, 1, 1, 0, 0],
            "lives": [1, 2 / 5, 1, 0, 0],
            "hand": shares("ooosssddd"),
            "known": [shares(""), shares(""), shares("r"), shares(""), shares("")],
            "not_located": [1 - share for share in shares(located)],
            "row": [shares("g"), shares("pc"), shares("ooo"), shares("mmss"), *[shares("")] * 2],
            "row_size": padded([0.1, 0.2, 0.3, 0.4], 6),
            "turn": [1, 0, 0, 0, 0],
            "starter": [0, 0, 1, 0, 0],
            "traded": [0, 0, 1, 0, 0],
            "knocker": [0, 1, 0, 0, 0],
            "giving": 1,
            "declaring": 0,
            "taking": one_hot(6, 1),
            "given": shares("o"),
            "to_give": 1 / 10,
            "turns_left": 1 - 1 / 9,
            "values": [number / 10 for number in CARDS],
            "two_left": 0,
            "advanced": 1,
            "optional": 1,
        },
    )


def test_life_shows_a_seat_that_may_declare() -> None:
    match = life_in_a_trade()
    s = match.state
    s.stage, s.players_left, s.turn_limit, s.advanced, s.optional = DECLARE_OR_NOT, 2, 0, 0, 0
    seen = parts_seen(match, THIRD)
    names = ("to_move", "giving", "declaring", "to_give", "turns_left", "two_left", "advanced", "optional")
    assert [float(seen[name][0]) for name in names] == [0, 0, 1, 0, 1, 1, 0, 0]
    assert not seen["taking"].any()
    assert not seen["given"].any()
    assert seen["hand"].tolist() == pytest.approx(shares("rrppccuugb"))
    assert seen["turn"].tolist() == [0, 0, 1, 0, 0]


# ---- Mmm!


def test_mmm_shows_the_board_and_the_turn() -> None:
    """The pantry below: a1 is gathered, a die lies on b1, the cat has moved once.

      a b c d
    1 b b f f
    2 u h h f
    3 u a B b
    4 u a . b
    """
    match = MatchState(load_game("mmm"), 3, {"board": "bbff/uhhf/uaBb/ua.b", "line": True})
    s = match.state
    s.cat, s.asks[0], s.left = 1, CLOSED, s.left - 1
    s.item_left[s.item_at[0]] -= 1
    match.play("roll:bfx", "place:b1")
    check(
        parts_seen(match, SECOND),
        {
            "to_move": 0,
            "to_roll": 1 / 3,
            "free": [plane("c3 d3 d4"), plane("c1 d1 d2"), plane("a2 a3 a4"), plane("b2 c2"), plane("b3 b4")],
            "die": plane("b1"),
            "chip": plane("a1"),
            "item_left": plane("a1 b1 c3", 1 / 8)
            + plane("c1 d1 d2 a2 a3 a4", 3 / 8)
            + plane("b2 c2 b3 b4 d3 d4", 1 / 4),
            "joined_right": plane("a1 c1 b2"),
            "joined_below": plane("d1 a2 a3 b3 d3"),
            "in_line": plane("c1 d1 b2 b3 b4"),
            "rolled": [0, 0.2, 0, 0, 0, 0.2],
            "dice_left": 2 / 5,
            "may_stop": 1,
            "finishing": 1,
            "squares_left": 14 / 15,
            "cat_left": 10 / 11,
            "cat_steps": 1,
            "line": 1,
        },
    )
    roller = parts_seen(match, FIRST)
    assert [float(roller[name][0]) for name in ("to_move", "to_roll")] == [1, 0]


# ---- Kuhlorado

SHEET = "12345c12/cOOc34o5/23c12345/1c23c451/23451c23/co4c51Oc/34c512O4/5123c45c"


def squares_showing(letters: str, marked: str) -> npt.NDArray[np.float64]:
    """Return a board with 1 on the squares of the sheet that show one of these letters and are not marked."""
    shown = np.array([[float(letter in letters) for letter in row] for row in SHEET.split("/")])
    return shown * (1 - plane(marked))


def test_kuhlorado_shows_the_sheet_from_the_own_side() -> None:
    """The first seat has a1 and has just marked f5 with a cow; the second has d8 and e8."""
    match = MatchState(load_game("kuhlorado"), 2, {"sheet": SHEET, "advanced": True})
    match.play("starter:1")
    for seat, name in ((0, "a1"), (1, "d8"), (1, "e8")):
        row, column = square_at(name)
        match.state.owner[row * SIDE + column] = seat
        match.state.free[match.state.kind[row * SIDE + column]] -= 1
    match.play("throw:5c", "keep:5c", "mark:f5")
    first = {
        "to_move": 1,
        "own_turn": 1,
        "stage": [0, 0, 0, 1],
        "own": plane("a1 f5"),
        "rival": plane("d8 e8"),
        "free": [squares_showing(letter, "a1 f5 d8 e8") for letter in "12345c"],
        "trough": squares_showing("oO", ""),
        "chosen": plane("f5"),
        "dice": [one_hot(6, 4), one_hot(6, 5)],
        "worth": [0.3, 0.3, 0.3, 0.3, 0.4, 0.2, 0.2, 0.4],
        "lead": np.array([1, 0, -2, 1, 0, 0, 0, 0]) / 8,
        "score": [6 / 50, 3 / 50],
        "cows_free": 11 / 13,
        "numbers_to_go": (43 - 5) / 64,
        "advanced": 1,
        "cows_to_interim": 7 / 64,
    }
    check(parts_seen(match, FIRST), first)
    other_side = {
        "to_move": 0,
        "own_turn": 0,
        "own": first["rival"],
        "rival": first["own"],
        "lead": -np.asarray(first["lead"]),
        "score": [3 / 50, 6 / 50],
    }
    check(parts_seen(match, SECOND), first | other_side)
    match.state.interim_taken = 1
    seen = parts_seen(match, FIRST)
    assert [float(seen[name][0]) for name in ("advanced", "cows_to_interim")] == [0, 0]
