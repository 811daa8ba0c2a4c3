"""Kuhlorado clause by clause: `test_n_m_...` holds clause n.m of its RULES.md against examples worked out by hand.

The sheet most tests are played on; `o` is a small trough, `O` half of a large one, 13 cows, 45 numbers:

      a b c d e f g h
    1 1 2 3 4 5 c 1 2
    2 c O O c 3 4 o 5
    3 2 3 c 1 2 3 4 5
    4 1 c 2 3 c 4 5 1
    5 2 3 4 5 1 c 2 3
    6 c o 4 c 5 1 O c
    7 3 4 c 5 1 2 O 4
    8 5 1 2 3 c 4 5 c
"""

import random
from pathlib import Path
from typing import Any

import pytest

from paddock.engine.boards.grid import square_at
from paddock.engine.errors import BadNotation, BadOption, IllegalMove
from paddock.engine.types import CHANCE, OVER, Move, Seat
from paddock.games import load_game
from paddock.games.kuhlorado.data import COW, SQUARES
from paddock.games.kuhlorado.sheet import SIDE, generate, shipped
from paddock.match.match_state import MatchState

pytestmark = pytest.mark.interpreted

SHEET = "12345c12/cOOc34o5/23c12345/1c23c451/23451c23/co4c51Oc/34c512O4/5123c45c"
OPEN = "11111111/" * 7 + "1111111c"
COWS = "f1 a2 d2 c3 b4 e4 f5 a6 d6 h6 c7 e8 h8"
ALL_BUT_F1 = "a2 d2 c3 b4 e4 f5 a6 d6 h6 c7 e8 h8"
THREES = "c1 e2 b3 f3 d4 b5 h5 a7 d8"
FIVES = "e1 h2 h3 g4 d5 e6 d7 a8 g8"
ANN, BEN = Seat(0), Seat(1)


def number_of(name: str) -> int:
    row, column = square_at(name)
    return row * SIDE + column


def sheet(crosses: str = "", circles: str = "", starter: int = 1, drawn: str = SHEET, **options: object) -> MatchState:
    """A match before the first throw, with these squares marked already."""
    match = MatchState(load_game("kuhlorado"), 2, {"sheet": drawn, **options})
    match.play(f"starter:{starter}")
    for seat, names in enumerate((crosses, circles)):
        for name in names.split():
            match.state.owner[number_of(name)] = seat
            match.state.free[match.state.kind[number_of(name)]] -= 1
    return match


def have(match: MatchState, dice: str) -> MatchState:
    """Throw these dice and keep both."""
    match.play(f"throw:{dice}", f"keep:{dice}")
    return match


def squares(match: MatchState) -> str:
    """The squares that may be marked now, in reading order."""
    return " ".join(token.removeprefix("mark:") for token in match.legal_tokens() if token.startswith("mark:"))


def in_order(names: str) -> str:
    """
    >>> in_order("h8 b1 a1 a2")
    'a1 b1 a2 h8'
    """
    return " ".join(sorted(names.split(), key=number_of))


def prize(match: MatchState, name: str) -> Any:
    """Return a pasture or a trough from the view."""
    return next(found for found in match.view(None).prizes if found.name == name)


def first_squares(count: int, skip: int = 0) -> str:
    """Return the first squares in reading order, which are connected on an open sheet."""
    return " ".join(f"{'abcdefgh'[at % SIDE]}{at // SIDE + 1}" for at in range(skip, skip + count))


# ---- 1. Set-up


def test_1_1_two_players_draw_crosses_and_circles_on_one_sheet() -> None:
    match = have(sheet(starter=2), "11")
    match.play("mark:a1", "throw:22", "keep:22", "mark:a3")
    view = match.view(ANN)
    assert view == match.view(BEN) == match.view(None)
    assert [view.rows[0][0].owner, view.rows[2][0].owner, view.rows[1][0].owner] == [BEN, ANN, None]
    picture = (
        match.game.narrator.draw(view, ["Ann", "Ben"]).replace("[red]", "").replace("[blue]", "").replace("[/]", "")
    )
    assert picture.splitlines()[1].startswith(" 1   O   2   3   4   5   c   1   2")
    assert picture.splitlines()[3].startswith(" 3   X   3   c   1   2")
    for players in (1, 3):
        with pytest.raises(BadOption, match="exactly 2"):
            MatchState(load_game("kuhlorado"), players)


@pytest.mark.parametrize("number", shipped())
def test_1_2_every_sheet_of_ours_has_eight_by_eight_squares_and_four_troughs(number: str) -> None:
    view = MatchState(load_game("kuhlorado"), 2, {"sheet": number}).view(None)
    assert [len(row) for row in view.rows] == [8] * 8
    shown = [square.shows for row in view.rows for square in row]
    assert {kind: shown.count(kind) for kind in set(shown)} == dict.fromkeys("12345", 8) | {"cow": 18, "trough": 6}
    assert sorted(len(found.cells) for found in view.prizes[4:]) == [1, 1, 2, 2]
    assert (view.cows_free, view.numbers_free) == (18, (8,) * 5)


def test_1_2_no_trough_lies_on_the_border_or_touches_another() -> None:
    for drawn in ("1o1/1c1/111", "11111/1oO11/11O1c/11111"):
        with pytest.raises(BadOption, match="option sheet"):
            MatchState(load_game("kuhlorado"), 2, {"sheet": drawn})


def test_1_3_a_corner_belongs_to_two_pastures() -> None:
    match = sheet(crosses="a1 d1", circles="h8")
    assert prize(match, "north pasture").squares == tuple(f"{column}1" for column in "abcdefgh")
    assert prize(match, "east pasture").squares == tuple(f"h{row}" for row in range(1, 9))
    marked = {found.name: found.marked for found in match.view(None).prizes[:4]}
    assert marked == {
        "north pasture": (2, 0),
        "east pasture": (0, 1),
        "south pasture": (0, 1),
        "west pasture": (1, 0),
    }


def test_1_4_a_trough_is_decided_by_the_squares_that_touch_it() -> None:
    match = sheet()
    assert [found.name for found in match.view(None).prizes[4:]] == [
        "large trough b2",
        "small trough g2",
        "small trough b6",
        "large trough g6",
    ]
    assert prize(match, "large trough b2").squares == ("b1", "c1", "a2", "d2", "b3", "c3")
    assert prize(match, "small trough g2").squares == ("g1", "f2", "h2", "g3")
    assert prize(match, "large trough g6").squares == ("g5", "f6", "h6", "f7", "h7", "g8")
    assert prize(match, "large trough g6").cells == ("g6", "g7")


def test_1_4_a_square_that_touches_two_troughs_counts_for_both() -> None:
    match = sheet(crosses="c2", drawn="12345/1o2o3/45ccc")
    assert [found.marked for found in match.view(None).prizes[4:]] == [(1, 0), (1, 0)]
    assert match.scores() == [4, 0]


def test_1_5_each_die_shows_five_numbers_and_a_cow() -> None:
    odds = sheet().odds()
    assert " ".join(odds).replace("throw:", "") == (
        "11 12 13 14 15 1c 22 23 24 25 2c 33 34 35 3c 44 45 4c 55 5c cc"  # as docs/reference/notation.md lists them
    )
    assert list(odds.values()) == [1, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 1, 2, 1]


def test_1_6_the_starting_player_is_chosen_at_random() -> None:
    match = MatchState(load_game("kuhlorado"), 2, {"sheet": SHEET})
    assert match.turn == CHANCE
    assert match.odds() == {"starter:1": 1, "starter:2": 1}
    with pytest.raises(IllegalMove, match=r"1\.6.*no seat 3"):
        match.play("starter:3")
    match.play("starter:2", "throw:12")
    assert match.turn == BEN


# ---- 2. Your turn


def test_2_1_both_dice_are_thrown() -> None:
    match = sheet()
    assert match.turn == CHANCE
    with pytest.raises(IllegalMove, match=r"2\.1"):
        match.play("throw:3")
    match.play("throw:3c")
    assert match.turn == ANN
    assert (match.view(None).dice, match.view(None).throws_left) == (("3", "c"), 1)


@pytest.mark.parametrize(
    ("thrown", "choices"),
    [("3c", ["-", "3", "c", "3c"]), ("25", ["-", "2", "5", "25"]), ("cc", ["-", "c", "cc"]), ("44", ["-", "4", "44"])],
)
def test_2_2_none_one_or_both_dice_are_thrown_again(thrown: str, choices: list[str]) -> None:
    match = sheet()
    match.play(f"throw:{thrown}")
    assert match.legal_tokens() == [f"keep:{kept}" for kept in choices]
    match.play(f"keep:{thrown}")
    assert match.turn == ANN
    assert squares(match)


def test_2_2_dice_are_thrown_again_only_once() -> None:
    match = sheet()
    match.play("throw:25", "keep:-")
    assert len(match.odds()) == 21
    match.play("throw:25")
    assert all(token.startswith("mark:") for token in match.legal_tokens())


def test_2_3_the_second_throw_counts_with_the_die_that_was_kept() -> None:
    match = sheet()
    match.play("throw:3c", "keep:c")
    assert match.odds() == dict.fromkeys([f"throw:{face}" for face in "12345c"], 1)
    with pytest.raises(IllegalMove, match=r"2\.3.*one die was kept"):
        match.play("throw:2c")
    match.play("throw:2")
    assert match.view(None).dice == ("2", "c")
    match = sheet()
    match.play("throw:24", "keep:4", "throw:1")
    assert match.view(None).dice == ("1", "4")
    assert squares(match) == "a1 d1 g1 f2 d3 g3 a4 f4 h4 c5 e5 c6 f6 b7 e7 h7 b8 f8"
    match = sheet()
    match.play("throw:24", "keep:-")
    with pytest.raises(IllegalMove, match=r"2\.3.*both dice"):
        match.play("throw:2")


def test_2_4_the_dice_say_what_must_be_marked() -> None:
    match = have(sheet(), "55")
    assert match.legal_tokens() == [f"mark:{name}" for name in FIVES.split()]
    with pytest.raises(IllegalMove, match=r"3\.2.*must be marked"):
        match.play("done")


def test_2_5_then_it_is_the_other_players_turn() -> None:
    match = have(sheet(), "55")
    match.play("mark:e1", "throw:12")
    assert match.turn == BEN
    match.play("keep:12", "mark:a1", "throw:12")
    assert match.turn == ANN


# ---- 3. Marking


def test_3_1_a_mark_stays() -> None:
    match = have(sheet(crosses="e1", circles="h2"), "55")
    assert squares(match) == "h3 g4 d5 e6 d7 a8 g8"
    for name in ("e1", "h2"):
        with pytest.raises(IllegalMove, match=rf"3\.1.*{name} is marked already"):
            match.play(f"mark:{name}")


def test_3_1_troughs_are_never_marked() -> None:
    for dice in ("55", "cc", "2c"):
        match = have(sheet(), dice)
        for name in ("b2", "g2", "g7"):
            with pytest.raises(IllegalMove, match=rf"3\.1.*{name} is a trough"):
                match.play(f"mark:{name}")


def test_3_2_two_numbers_mark_exactly_one_square_of_either() -> None:
    match = have(sheet(), "35")
    assert squares(match) == in_order(f"{THREES} {FIVES}")
    with pytest.raises(IllegalMove, match=r"3\.2.*a1 shows a 1, and the dice show a 3 and a 5"):
        match.play("mark:a1")
    match.play("mark:c1")
    assert match.turn == CHANCE
    assert match.state.active == BEN


def test_3_2_a_number_that_is_used_up_leaves_the_other() -> None:
    match = have(sheet(crosses="e1 h2 h3 g4", circles="d5 e6 d7 a8 g8"), "35")
    assert squares(match) == THREES


def test_3_3_where_neither_number_is_free_nothing_is_marked() -> None:
    match = sheet(crosses="a1", circles="b1", drawn="123/345/cc3", last_numbers=0)
    match.play("throw:12", "keep:1")
    assert "throw:1" in match.odds()
    match.play("throw:2")
    assert (match.turn, match.state.active) == (CHANCE, BEN)
    match.play("throw:11", "keep:11", "throw:33")
    assert match.turn == ANN
    assert int((match.state.owner >= 0).sum()) == 2


def test_3_4_two_cows_mark_two_cow_squares_anywhere() -> None:
    match = have(sheet(), "cc")
    assert squares(match) == COWS
    match.play("mark:h8")
    assert match.legal_tokens() == [f"mark:{name}" for name in COWS.split()[:-1]]
    with pytest.raises(IllegalMove, match=r"3\.4.*two squares"):
        match.play("done")
    with pytest.raises(IllegalMove, match=r"3\.4.*a1 shows a 1, and the dice show two cows"):
        match.play("mark:a1")
    match.play("mark:f1")
    assert (match.turn, match.state.active) == (CHANCE, BEN)
    assert match.state.free[COW] == 11


def test_3_5_the_last_cow_is_marked_alone() -> None:
    match = have(sheet(crosses=ALL_BUT_F1), "cc")
    assert squares(match) == "f1"
    match.play("mark:f1")
    assert match.turn == OVER


def test_3_6_a_cow_and_a_number_mark_one_of_either() -> None:
    match = have(sheet(), "5c")
    assert squares(match) == in_order(f"{COWS} {FIVES}")
    with pytest.raises(IllegalMove, match=r"3\.6.*must be marked"):
        match.play("done")


def test_3_6_if_the_number_is_used_up_it_is_the_cow() -> None:
    match = have(sheet(crosses="e1 h2 h3 g4", circles="d5 e6 d7 a8 g8"), "5c")
    assert squares(match) == COWS
    match.play("mark:f5")
    assert (match.turn, match.state.active) == (CHANCE, BEN)


@pytest.mark.parametrize(
    ("dice", "first", "seconds"),
    [
        ("5c", "f5", ["h3", "d5", "d7"]),  # diagonally, in the row, diagonally; d3, f3, h5, f7, h7 are no fives
        ("3c", "e4", ["e2"]),  # in the column; d4, b5 and f3 are threes at other distances
        ("5c", "d5", ["f5"]),  # the number first; d3, b5, b7, f3 and f7 are no cows
        ("5c", "e6", ["e4", "e8"]),
    ],
)
def test_3_7_both_may_be_marked_with_exactly_one_square_between(dice: str, first: str, seconds: list[str]) -> None:
    match = have(sheet(), dice)
    match.play(f"mark:{first}")
    assert match.legal_tokens() == [*(f"mark:{name}" for name in seconds), "done"]
    for second in seconds:
        again = have(sheet(), dice)
        again.play(f"mark:{first}", f"mark:{second}")
        assert (again.turn, again.state.active) == (CHANCE, BEN)
        assert [again.state.owner[number_of(name)] for name in (first, second)] == [ANN, ANN]


def test_3_7_the_second_mark_is_never_a_must() -> None:
    match = have(sheet(), "5c")
    match.play("mark:f5", "done")
    assert (match.turn, match.state.active) == (CHANCE, BEN)
    assert int((match.state.owner >= 0).sum()) == 1


def test_3_7_without_a_partner_the_turn_is_over() -> None:
    match = have(sheet(), "3c")
    match.play("mark:h8")  # f6 and f8 are no threes, h6 is a cow
    assert (match.turn, match.state.active) == (CHANCE, BEN)
    match = have(sheet(circles="h3 d5 d7"), "5c")
    match.play("mark:f5")
    assert (match.turn, match.state.active) == (CHANCE, BEN)


def test_3_7_other_distances_and_a_second_of_the_same_are_refused() -> None:
    match = have(sheet(), "5c")
    match.play("mark:f5")
    with pytest.raises(IllegalMove, match=r"3\.7.*exactly one square must lie between f5 and e6"):
        match.play("mark:e6")
    with pytest.raises(IllegalMove, match=r"3\.7.*exactly one square must lie between f5 and g8"):
        match.play("mark:g8")
    with pytest.raises(IllegalMove, match=r"3\.7.*the other die"):
        match.play("mark:h8")


def test_3_7_a_pair_does_not_reach_around_the_edge() -> None:
    match = have(sheet(drawn="1111111c/22111111/11111111/1111111c"), "2c")
    match.play("mark:h1")
    assert (match.turn, match.state.active) == (CHANCE, BEN)


def test_3_8_troughs_and_marks_may_lie_between() -> None:
    match = have(sheet(), "4c")
    match.play("mark:a6")
    assert match.legal_tokens() == ["mark:c6", "done"]  # over the small trough b6
    match = have(sheet(), "1c")
    match.play("mark:h6")
    assert match.legal_tokens() == ["mark:h4", "mark:f6", "done"]  # over the short side of the large trough g6
    match = have(sheet(crosses="e5", circles="e6"), "5c")
    match.play("mark:f5")
    assert match.legal_tokens() == ["mark:h3", "mark:d5", "mark:d7", "done"]


def test_3_8_across_a_large_trough_lengthwise_there_is_no_pair() -> None:
    match = have(sheet(drawn="12345/cOO34/12345", last_numbers=0), "3c")
    match.play("mark:a2")
    assert match.turn == OVER  # d2 shows a 3, but two cells lie between; the last cow is marked
    assert match.state.owner[number_of("d2")] == -1


# ---- 4. The end


def test_4_1_the_match_ends_when_no_cow_is_free_after_a_turn() -> None:
    match = have(sheet(crosses=ALL_BUT_F1), "5c")
    assert match.game.clause(match.plain) == "3.6"
    match.play("mark:f1", "done")
    assert match.turn == OVER
    assert match.game.clause(match.plain) == "4.1"


def test_4_1_the_turn_with_the_last_cow_is_played_to_its_end() -> None:
    match = have(sheet(drawn="c12/345/123", last_numbers=0), "2c")
    match.play("mark:a1")
    assert match.legal_tokens() == ["mark:c1", "done"]
    match.play("mark:c1")
    assert match.turn == OVER


def test_4_2_the_match_ends_when_at_most_five_numbers_are_free_after_a_turn() -> None:
    seven = sheet(drawn="1c2/3c4/567".replace("6", "1").replace("7", "2"))
    have(seven, "11").play("mark:a1")
    assert seven.turn == CHANCE
    have(seven, "22").play("mark:c1")
    assert seven.turn == OVER
    assert seven.game.clause(seven.plain) == "4.2"


def test_4_3_there_is_no_further_turn() -> None:
    match = sheet(drawn="1c2/3c4/512")
    have(match, "11").play("mark:a1")
    have(match, "22").play("mark:c1")
    assert (match.turn, match.legal_tokens()) == (OVER, [])
    with pytest.raises(BadNotation, match="the match is over"):
        match.play("throw:11")
    match = sheet(starter=2, crosses=ALL_BUT_F1)
    have(match, "cc").play("mark:f1")  # the first turn of the match, and seat 1 gets none
    assert match.turn == OVER


# ---- 5. Scoring


def test_5_1_a_pasture_gives_three_points_to_the_majority() -> None:
    assert sheet(crosses="d1 f1", circles="h1").scores() == [3, 3]  # north to crosses, east to circles
    match = sheet(crosses="d8", circles="c8 f8")
    assert match.scores() == [0, 3]
    assert (prize(match, "south pasture").leader, prize(match, "south pasture").marked) == (BEN, (1, 2))


def test_5_2_a_small_trough_gives_two_points_and_a_large_one_four() -> None:
    assert sheet(crosses="g3").scores() == [2, 0]
    assert sheet(crosses="b3", circles="c3 d2").scores() == [0, 4]
    assert sheet(circles="f6 f7", crosses="g5").scores() == [0, 4]
    assert sheet(crosses="f1 f3 h1").scores() == [6, 0]  # next to no trough: only the pastures of h1


def test_5_3_one_to_none_is_enough_and_a_tie_gives_nobody_points() -> None:
    assert sheet(crosses="d1").scores() == [3, 0]
    match = sheet(crosses="d1 b3", circles="e1 c3")
    assert match.scores() == [0, 0]
    assert prize(match, "north pasture").leader is None


@pytest.mark.parametrize("starter", [1, 2])
def test_5_3_a_tie_is_a_tie_whoever_began(starter: int) -> None:
    borders = {"north pasture": "d1 e1", "east pasture": "h3 h4", "south pasture": "c8 d8", "west pasture": "a4 a5"}
    troughs = {"small trough g2": "f2 g3", "large trough b2": "b3 c3"}
    for name, pair in (borders | troughs).items():
        cross, circle = pair.split()
        match = sheet(cross, circle, starter)
        assert match.scores() == [0, 0], name
        assert (prize(match, name).leader, prize(match, name).marked) == (None, (1, 1))
    assert sheet("d1 h3 c8 a4", "e1 h4 d8 a5", starter).scores() == [0, 0]


def test_5_4_squares_side_by_side_are_one_land_area() -> None:
    bent = sheet(crosses="a1 b1 b2 c2 c3", drawn=OPEN, pasture=0)
    assert [(area.squares, area.points) for area in bent.view(None).areas] == [(("a1", "b1", "b2", "c2", "c3"), 2)]
    corners = sheet(crosses="a1 b1 c1 d1 e2", drawn=OPEN, pasture=0)
    assert [len(area.squares) for area in corners.view(None).areas] == [4, 1]
    assert corners.scores() == [0, 0]
    mixed = sheet(crosses="a1 b1 d1 e1 f1", circles="c1", drawn=OPEN, pasture=0)
    assert mixed.scores() == [0, 0]


def test_5_4_a_land_area_does_not_go_around_the_edge() -> None:
    match = sheet(crosses="f1 g1 h1 a2 b2", drawn=OPEN, pasture=0)
    assert [area.squares for area in match.view(None).areas] == [("f1", "g1", "h1"), ("a2", "b2")]
    assert match.scores() == [0, 0]


def test_5_4_a_trough_interrupts() -> None:
    drawn = "11111/11o11/11111/cc111"
    assert sheet(crosses="a2 b2 d2 e2 e3", drawn=drawn, pasture=0, small_trough=0).scores() == [0, 0]
    assert sheet(crosses="a2 b2 b3 c3 d3", drawn=drawn, pasture=0, small_trough=0).scores() == [2, 0]


@pytest.mark.parametrize(
    ("size", "points"),
    [(1, 0), (4, 0), (5, 2), (9, 2), (10, 5), (14, 5), (15, 12), (19, 12), (20, 20), (40, 20)],
)
def test_5_5_land_areas_score_by_size(size: int, points: int) -> None:
    match = sheet(circles=first_squares(size), drawn=OPEN, pasture=0)
    assert match.scores() == [0, points]
    assert [area.points for area in match.view(None).areas] == [points]


def test_5_5_each_land_area_scores_for_itself() -> None:
    match = sheet(crosses=f"{first_squares(5)} {first_squares(10, 16)} {first_squares(6, 32)}", drawn=OPEN, pasture=0)
    # 5 in row 1; rows 3 and 4 in part: 10; row 5 hangs on row 4 at a4 and b4: 10 + 6 = 16
    assert sorted(len(area.squares) for area in match.view(None).areas) == [5, 16]
    assert match.scores() == [2 + 12, 0]
    match = sheet(
        crosses=f"{first_squares(5)} {first_squares(10, 16)}", circles=first_squares(8, 48), drawn=OPEN, pasture=0
    )
    assert match.scores() == [2 + 5, 2]


def test_5_6_most_points_win_and_a_tie_is_a_draw() -> None:
    assert sheet(crosses="d1").payoff() == [1, 0]
    assert sheet(circles="b3").payoff() == [0, 1]
    draw = sheet(crosses="d1", circles="d8")
    assert (draw.scores(), draw.payoff()) == ([3, 3], [0.5, 0.5])
    assert draw.game.narrator.closing(draw.plain, ["Ann", "Ben"]) == [
        "Ann and Ben share the victory!",
        "Ann: 3 points",
        "Ben: 3 points",
    ]


# ---- 6. The advanced game


def eight_cows(**options: int) -> MatchState:
    """Eight cows marked, no two of them side by side by one player; seat 1 to throw."""
    return sheet("f1 d2 b4 e4", "a2 a6 d6 h6", 1, SHEET, **options)


def test_6_1_the_interim_score_comes_when_nine_cows_are_marked() -> None:
    match = eight_cows(advanced=True)
    have(match, "55").play("mark:e1")
    assert match.view(None).interim.points is None
    have(match, "cc").play("mark:c3")  # the ninth, but the turn goes on
    assert match.view(None).interim.points is None
    match.play("mark:h8")
    assert match.view(None).interim.points == (2, 0)  # f1 and e1; d2 and e1 touch only at a corner
    assert match.view(None).cows_marked == 10


def test_6_1_exactly_nine_cows_are_enough() -> None:
    match = eight_cows(advanced=True)
    have(match, "55").play("mark:e1")
    have(match, "4c").play("mark:h8", "done")
    assert match.view(None).cows_marked == 9
    assert match.view(None).interim.points == (2, 0)


def test_6_1_it_comes_only_once_and_only_in_the_advanced_game() -> None:
    match = eight_cows(advanced=True)
    have(match, "cc").play("mark:c3", "mark:h8")
    assert match.view(None).interim.points == (0, 0)
    have(match, "55").play("mark:h3")
    have(match, "cc").play("mark:c7", "mark:e8")
    have(match, "44").play("mark:h7")  # h6, h7: two circles, too late
    assert match.view(None).interim.points == (0, 0)
    basic = eight_cows()
    have(basic, "55").play("mark:e1")
    have(basic, "cc").play("mark:c3", "mark:h8")
    assert basic.view(None).interim is None
    assert basic.state.interim.tolist() == [0, 0]


def test_6_2_only_groups_of_exactly_two_squares_score() -> None:
    crosses, circles = "a1 b1 d1 e1 f1 h1 a3 a4 c3 d4", "a6 b6 c6 c7 e6 e7"
    match = sheet(crosses, circles, drawn=OPEN.replace("1c", "cc"), advanced=True, interim_cows=1)
    have(match, "1c").play("mark:h8", "done")
    # Crosses: a1-b1 and a3-a4; d1-e1-f1 has three, c3 and d4 touch at a corner. Circles: e6-e7; the other has four.
    assert match.view(None).interim.points == (4, 2)


def test_6_2_the_points_are_kept_and_such_groups_give_nothing_at_the_end() -> None:
    match = eight_cows(advanced=True, pasture=0, small_trough=0, large_trough=0)
    have(match, "55").play("mark:e1")
    have(match, "cc").play("mark:c3", "mark:h8")
    assert match.scores() == [2, 0]
    have(match, "44").play("mark:d1")  # now d1-e1-f1 and d2 are four
    assert match.scores() == [2, 0]
    have(match, "33").play("mark:b3")  # b3-c3, two circles, scores nothing any more
    assert match.scores() == [2, 0]


def test_6_3_in_the_last_turn_the_interim_score_comes_first() -> None:
    match = sheet(crosses=f"{ALL_BUT_F1} e1", advanced=True, interim_cows=13, pasture=0, large_trough=0)
    assert match.scores() == [2, 0]  # the small trough b6, by a6
    have(match, "cc").play("mark:f1")
    assert match.turn == OVER
    assert match.view(None).interim.points == (2, 0)  # e1-f1; no other two cows touch
    assert match.scores() == [2 + 2, 0]


def test_6_3_also_if_the_numbers_end_the_match() -> None:
    match = sheet(circles="a1 b1", drawn="1c2/3c4/c12", advanced=True, interim_cows=2, last_numbers=4, pasture=0)
    have(match, "2c").play("mark:a3", "mark:c1")  # the second cow; 3, 4, 1 and 2 are left
    assert match.turn == OVER
    assert match.view(None).interim.points == (0, 2)
    assert match.scores() == [0, 2]


def test_6_3_without_nine_cows_there_is_no_interim_score() -> None:
    match = sheet(drawn="1c2/3c4/512", crosses="a2", advanced=True)
    have(match, "11").play("mark:a1")
    assert match.turn == OVER
    assert match.view(None).interim.points is None
    assert match.scores() == [3 + 3, 0]


# ---- 7. At this table


@pytest.mark.parametrize("number", shipped())
def test_7_1_every_sheet_of_ours_plays_to_the_end(number: str) -> None:
    dice = random.Random(int(number))
    match = MatchState(load_game("kuhlorado"), 2, {"sheet": number, "advanced": True})
    assert match.options["sheet"] == "/".join(shipped()[number].rows)
    while match.turn != OVER:
        match.play_unchecked(dice.choice(match.legal_moves()))
    assert match.state.free[COW] == 0 or match.state.free[1:COW].sum() <= 5
    marked = int((match.state.owner >= 0).sum())
    assert marked + match.state.free.sum() == 58
    assert match.state.interim_taken == (match.view(None).cows_marked >= 9)


def test_7_1_a_sheet_may_be_a_seed_a_file_or_drawn(tmp_path: Path) -> None:
    assert MatchState(load_game("kuhlorado"), 2, {"sheet": "random:7"}).options["sheet"] == "/".join(generate(7))
    mine = tmp_path / "mine.toml"
    mine.write_text('game = "kuhlorado"\ntitle = "Mine"\ngrid = """\n1 c 2\n3 o 4\n5 1 2\n"""\n')
    assert MatchState(load_game("kuhlorado"), 2, {"sheet": str(mine)}).options["sheet"] == "1c2/3o4/512"
    with pytest.raises(BadOption, match=r"option sheet.*random:<seed>"):
        MatchState(load_game("kuhlorado"), 2, {"sheet": "21"})
    with pytest.raises(BadNotation, match="the sheet goes from a1 to c3"):
        have(sheet(drawn="1c2/3o4/512"), "11").play("mark:d1")


def test_7_1_the_option_names_the_sheets_that_come_with_the_game() -> None:
    [option] = [option for option in load_game("kuhlorado").options if option.name == "sheet"]
    assert list(shipped()) == [str(number) for number in range(1, len(shipped()) + 1)]
    assert option.accepts.startswith(f"1 to {len(shipped())}, random:<seed>, ")


def test_7_1_a_sheet_with_too_few_numbers_ends_after_the_first_turn() -> None:
    match = sheet(drawn="123/4o5/ccc")
    assert match.turn == CHANCE
    have(match, "11").play("mark:a1")
    assert match.turn == OVER


def test_7_2_pastures_and_troughs_may_be_worth_something_else() -> None:
    match = sheet(crosses="d1 g3", circles="b3", pasture=7, small_trough=9, large_trough=11)
    assert match.scores() == [7 + 9, 11]


def test_7_3_other_steps_for_land_areas() -> None:
    for size, points in ((1, 0), (2, 1), (3, 50), (8, 50)):
        match = sheet(crosses=first_squares(size), drawn=OPEN, pasture=0, area_sizes=[2, 3], area_points=[1, 50])
        assert match.scores() == [points, 0]
    with pytest.raises(BadOption, match="option area_points: 1 numbers for the 2 of option area_sizes"):
        sheet(area_sizes=[2, 3], area_points=[1])
    with pytest.raises(BadOption, match="ascending"):
        sheet(area_sizes=[3, 2], area_points=[1, 50])


def test_7_4_another_end_and_another_interim_score() -> None:
    match = sheet(last_numbers=44)
    have(match, "11").play("mark:a1")
    assert match.turn == OVER
    match = sheet(crosses="e1", advanced=True, interim_cows=1, interim_points=13, pasture=0)
    have(match, "5c").play("mark:f1", "done")
    assert match.scores() == [13, 0]
    long = sheet(drawn="1cc/c1c/ccc", last_numbers=0, crosses="a1")
    have(long, "1c").play("mark:c3")
    assert long.turn == CHANCE
    have(long, "11").play("mark:b2")
    assert long.turn == OVER


# ---- Tokens, words and numbers


@pytest.mark.parametrize(
    "token", ["throw:c3", "throw:31", "throw:6c", "throw:", "throw:123", "mark:a1", "done", "keep:-"]
)
def test_a_throw_is_written_in_order(token: str) -> None:
    with pytest.raises(BadNotation):
        sheet().play(token)


def test_only_dice_that_were_thrown_can_be_kept() -> None:
    match = sheet()
    match.play("throw:3c")
    for token in ("keep:4", "keep:c3", "keep:33", "keep:", "done"):
        with pytest.raises(BadNotation):
            match.play(token)
    with pytest.raises(IllegalMove, match=r"2\.2"):
        match.play_move(Move(7))


@pytest.mark.parametrize("token", ["mark:i1", "mark:a9", "mark:1a", "mark:", "keep:55", "throw:55", "starter:1"])
def test_a_mark_names_a_square_of_the_sheet(token: str) -> None:
    match = have(sheet(), "55")
    with pytest.raises(BadNotation):
        match.play(token)
    with pytest.raises(IllegalMove, match="no such square"):
        match.play_move(Move(SQUARES + 1))


def test_partners_are_shown_before_the_first_mark() -> None:
    match = have(sheet(), "5c")
    partners = {mark.square: mark.partners for mark in match.view(None).marks}
    assert partners["f5"] == ("h3", "d5", "d7")
    assert partners["e6"] == ("e4", "e8")
    assert partners["h8"] == ()
    assert not match.view(None).may_stop
    match.play("mark:f5")
    assert (match.view(None).chosen, match.view(None).may_stop) == ("f5", True)
    assert {mark.partners for mark in match.view(None).marks} == {()}


PICTURE = """\
     a   b   c   d   e   f   g   h
 1   X   X   X   X   X   c   1   2    north pasture    3  X 5 : 0 O  X leads
 2   c  ##  ##   c   3   4   #   5    east pasture     3  X 0 : 1 O  O leads
 3   O   3   c   1   2   3   4   5*   south pasture    3  X 0 : 1 O  O leads
 4   O   c   2   3   c   4   5   1    west pasture     3  X 1 : 2 O  O leads
 5   2   3   O   O   1   X   2   3    large trough b2  4  X 2 : 0 O  X leads
 6   c   #   4   c   5   X  ##   c    small trough g2  2  X 0 : 0 O
 7   3   4   c   5*  1   2  ##   4    small trough b6  2  X 0 : 0 O
 8   5   1   2   3   c   4   5   O    large trough g6  4  X 1 : 0 O  X leads

> X Ann: 13 points; land areas 5 (2), 2
  O Ben: 9 points; land areas 2 x2
Free: 11 cows, 35 numbers (the match ends at 0 cows or 5 numbers)
Interim score at 9 marked cows; 2 so far
Dice: 5 and cow
# small trough, ## large trough, c cow, * may be marked now"""


def test_the_sheet_as_a_picture() -> None:
    match = sheet("a1 b1 c1 d1 e1 f6", "a3 a4 c5 d5 h8", advanced=True)
    have(match, "5c").play("mark:f5")
    picture = match.game.narrator.draw(match.view(ANN), ["Ann", "Ben"])
    for markup in ("[red]", "[blue]", "[/]"):
        picture = picture.replace(markup, "")
    assert picture == PICTURE


def test_the_picture_shows_the_interim_score_and_small_sheets() -> None:
    match = sheet(drawn="12cc/345c/1234", advanced=True, interim_cows=1)
    have(match, "cc").play("mark:c1", "mark:d1")
    lines = match.game.narrator.draw(match.view(None), ["Ann", "Ben"]).splitlines()
    assert lines[0] == "     a   b   c   d"
    assert lines[1] == " 1   1   2   [red]X[/]   [red]X[/]                    north pasture    3  X 2 : 0 O  X leads"
    assert lines[4].strip() == "west pasture     3  X 0 : 0 O"
    assert "Interim score: X 2, O 0" in lines
    assert "Dice" not in "".join(lines)
    assert match.log(BEN) == match.tokens


def test_choices_say_what_they_lead_to() -> None:
    speech = load_game("kuhlorado").narrator
    match = sheet(circles="d1")
    match.play("throw:5c")
    labels = [speech.label(match.plain, move) for move in match.legal_moves()]
    assert labels == [
        "throw both dice again",
        "keep a 5 and throw the other die again",
        "keep a cow and throw the other die again",
        "keep a 5 and a cow and mark one of them, perhaps both",
    ]
    assert speech.question(match.plain) == "You threw a 5 and a cow. Which dice do you keep?"
    match.play("keep:5c")
    assert speech.question(match.plain).endswith("mark a 5 or a cow, or both with exactly one square between them.")
    said = {match.game.write(match.plain, move): speech.label(match.plain, move) for move in match.legal_moves()}
    assert said["mark:f1"] == "f1, a cow (−3 for the other); then h3 may follow"
    assert said["mark:h8"] == "h8, a cow (+6 for you)"
    match.play("mark:f5")
    assert speech.question(match.plain).startswith("Mark a 5 as well, with exactly one square between it and f5")
    assert speech.label(match.plain, match.legal_moves()[-1]) == "leave it at that one square"


def test_two_cows_in_words() -> None:
    speech = load_game("kuhlorado").narrator
    match = sheet()
    match.play("throw:cc")
    assert speech.label(match.plain, match.legal_moves()[-1]) == "keep two cows and mark two cows"
    match.play("keep:cc")
    assert speech.question(match.plain) == "Two cows: mark two cow squares. Which first?"
    match.play("mark:h8")
    assert speech.question(match.plain) == "Mark one more cow."
    match = sheet(crosses=f"{ALL_BUT_F1} {FIVES}")
    for dice, then in (
        ("cc", "keep two cows and mark the last cow"),
        ("5c", "keep a 5 and a cow and mark a cow"),
        ("15", "keep a 1 and a 5 and mark one square"),
        ("55", "keep two 5s and mark nothing, since none is free"),
    ):
        match.play(f"throw:{dice}")
        assert speech.label(match.plain, match.legal_moves()[-1]) == then
        match.state.stage, match.state.turn, match.state.dice[:] = 1, CHANCE, 0
    have(match, "cc")
    assert speech.question(match.plain) == "Mark the last cow."


def test_a_match_in_sentences() -> None:
    match = MatchState(load_game("kuhlorado"), 2, {"sheet": "1c2/3c4/512", "advanced": True, "interim_cows": 1})
    match.play("starter:2", "throw:35", "keep:-", "throw:cc", "mark:b1", "mark:b2")
    interim = "With 2 cows marked, the interim score gives 0 to Ann and 2 to Ben."
    assert match.narrate(["Ann", "Ben"]) == [
        "Ben begins.",
        "Ben throws a 3 and a 5.",
        "Ben throws both dice again.",
        "Ben throws two cows.",
        "Ben marks b1, a cow.",
        f"Ben marks b2, a cow. {interim} No cow is free any more: the match is over.",
    ]


def test_a_match_with_bad_luck_in_sentences() -> None:
    match = MatchState(load_game("kuhlorado"), 2, {"sheet": "1c2/3c4/c12", "last_numbers": 3})
    match.play("starter:1", "throw:2c", "keep:2", "throw:c", "mark:c1", "done", "throw:44", "keep:44", "mark:c2")
    match.play("throw:44", "keep:44", "throw:14", "keep:4", "throw:4", "throw:3c", "keep:3c", "mark:a2")
    assert match.narrate(["Ann", "Ben"]) == [
        "Ann begins.",
        "Ann throws a 2 and a cow.",
        "Ann keeps a 2 and throws the other die again.",
        "Ann throws a cow and has kept a 2.",
        "Ann marks c1, a 2.",
        "Ann leaves it at that.",
        "Ben throws two 4s.",
        "Ben keeps two 4s.",
        "Ben marks c2, a 4.",
        "Ann throws two 4s.",
        "Ann keeps two 4s. No such square is free, so nothing is marked.",
        "Ben throws a 1 and a 4.",
        "Ben keeps a 4 and throws the other die again.",
        "Ben throws a 4 and has kept a 4. No such square is free, so nothing is marked.",
        "Ann throws a 3 and a cow.",
        "Ann keeps a 3 and a cow.",
        "Ann marks a2, a 3. 3 number squares left free: the match is over.",
    ]
