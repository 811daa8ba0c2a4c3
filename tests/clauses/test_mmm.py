"""Mmm! clause by clause: `test_n_m_...` holds clause n.m of its RULES.md against examples worked out by hand.

The pantry most tests are played in: 15 squares, 7 items, one square bare. Capital B keeps two breads apart:

      a b c d
    1 b b f f
    2 u h h f
    3 u a B b
    4 u a . b
"""

import re
from pathlib import Path
from typing import Any

import pytest

from paddock.engine.boards.grid import square_at
from paddock.engine.errors import BadNotation, BadOption, IllegalMove
from paddock.engine.types import CHANCE, OVER, Move, Seat
from paddock.games import load_game
from paddock.games.mmm.board import BOARDS
from paddock.games.mmm.data import LOST, SIDE, WON
from paddock.games.mmm.state import CLOSED
from paddock.match.match_state import MatchState

pytestmark = pytest.mark.interpreted

PANTRY = "bbff/uhhf/uaBb/ua.b"
ALL_BUT_CHEESE = "a1 b1 c1 d1 d2 a2 a3 a4 b3 b4 c3 d3 d4"
NAMES = ["Ann", "Ben", "Cleo"]
ANN, BEN = Seat(0), Seat(1)


def pantry(gathered: str = "", cat: int = 0, players: int = 3, **options: object) -> MatchState:
    """A match before a roll of seat 1, with these squares gathered and this number of moves made by the cat."""
    match = MatchState(load_game("mmm"), players, {"board": PANTRY, **options})
    s = match.state
    s.cat = cat
    for name in gathered.split():
        square = number_of(name)
        s.asks[square] = CLOSED
        s.item_left[s.item_at[square]] -= 1
        s.left -= 1
    return match


def number_of(name: str) -> int:
    row, column = square_at(name)
    return row * SIDE + column


def watch(match: MatchState) -> Any:
    """Return the public view."""
    return match.view(None)


def squares_for_a_die(match: MatchState) -> list[str]:
    return [token.removeprefix("place:") for token in match.legal_tokens() if token.startswith("place:")]


def labels(match: MatchState) -> dict[str, str]:
    """Return the label of every choice."""
    said = [match.game.narrator.label(match.plain, move) for move in match.legal_moves()]
    return dict(zip(match.legal_tokens(), said, strict=True))


def refused(match: MatchState, token: str) -> str:
    """The clause that forbids a token; nothing may have changed."""
    before = match.position.tobytes()
    with pytest.raises(IllegalMove) as refusal:
        match.play(token)
    assert match.position.tobytes() == before
    return refusal.value.clause


# ---- 1. Set-up


def test_1_1_squares_of_one_food_that_belong_together_are_an_item() -> None:
    assert [(item.food, " ".join(item.squares)) for item in watch(pantry()).items] == [
        ("bread", "a1 b1"),
        ("fish", "c1 d1 d2"),
        ("cucumber", "a2 a3 a4"),
        ("cheese", "b2 c2"),
        ("carrot", "b3 b4"),
        ("bread", "c3"),
        ("bread", "d3 d4"),
    ]


@pytest.mark.parametrize(("board", "longest", "items"), [("easy", 4, 17), ("hard", 5, 13), ("expert", 5, 12)])
def test_1_2_our_boards_are_seven_by_seven_with_straight_bars(board: str, longest: int, items: int) -> None:
    seen = watch(MatchState(load_game("mmm"), 1, {"board": board}))
    assert (seen.width, seen.height, seen.squares_left, len(seen.items)) == (7, 7, 49, items)
    assert {len(item.squares) for item in seen.items} <= set(range(2, longest + 1))
    for item in seen.items:
        columns, rows = {name[0] for name in item.squares}, {name[1] for name in item.squares}
        assert min(len(columns), len(rows)) == 1


def test_1_2_easy_is_the_board_unless_another_is_chosen() -> None:
    assert (
        MatchState(load_game("mmm"), 1).options["board"]
        == MatchState(load_game("mmm"), 1, {"board": "easy"}).options["board"]
    )


def test_1_3_three_dice_with_five_foods_and_a_cross() -> None:
    odds = pantry().odds()
    assert len(odds) == 56
    assert sum(odds.values()) == 6**3
    assert list(odds)[:7] == [f"roll:bb{face}" for face in "bfuhax"] + ["roll:bff"]
    assert list(odds)[-1] == "roll:xxx"
    assert (odds["roll:bbb"], odds["roll:bbx"], odds["roll:bfx"]) == (1, 3, 6)


def test_1_4_the_cat_has_eleven_moves_to_go() -> None:
    seen = watch(pantry())
    assert (seen.cat_moved, seen.cat_left) == (0, 11)


def test_1_5_seat_1_begins_and_everything_lies_open() -> None:
    match = pantry()
    match.play("roll:bfx")
    assert match.turn == ANN
    assert match.view(ANN) == match.view(BEN) == match.view(None)
    assert match.log(ANN) == match.log(BEN) == match.log(None) == ["roll:bfx"]


def test_1_5_one_alone_may_play() -> None:
    match = pantry(players=1)
    match.play("roll:xxx", "roll:bxx")
    assert match.turn == ANN


@pytest.mark.parametrize("players", [0, 7])
def test_1_5_one_to_six_play(players: int) -> None:
    with pytest.raises(BadOption, match="1 to 6"):
        MatchState(load_game("mmm"), players)


# ---- 2. Rolling and placing


def test_2_1_every_turn_begins_with_all_three_dice() -> None:
    match = pantry()
    match.play("roll:bxx", "place:a1", "again", "roll:fx", "place:c1", "gather")
    assert watch(match).dice_to_roll == 3
    assert len(match.odds()) == 56


def test_2_2_a_die_goes_to_any_free_square_of_its_food() -> None:
    match = pantry()
    match.play("roll:hxx")
    assert match.legal_tokens() == ["place:b2", "place:c2"]
    assert refused(match, "place:a1") == "2.2"


def test_2_2_capital_letters_are_the_same_food() -> None:
    match = pantry()
    match.play("roll:bxx")
    assert squares_for_a_die(match) == ["a1", "b1", "c3", "d3", "d4"]


def test_2_2_a_die_used_once_is_used() -> None:
    match = pantry()
    match.play("roll:bfx", "place:a1")
    assert squares_for_a_die(match) == ["c1", "d1", "d2"]
    assert refused(match, "place:b1") == "2.2"


def test_2_3_a_cross_goes_nowhere() -> None:
    match = pantry()
    match.play("roll:axx", "place:b3")
    assert match.legal_tokens() == ["again", "gather"]


def test_2_3_a_food_that_is_all_gathered_is_like_a_cross() -> None:
    match = pantry("b2 c2")
    match.play("roll:hhx")
    assert watch(match).cat_moved == 1
    match.play("roll:hha")
    assert squares_for_a_die(match) == ["b3", "b4"]


def test_2_4_one_die_of_every_roll_must_be_placed() -> None:
    match = pantry()
    match.play("roll:bxx")
    assert refused(match, "again") == refused(match, "gather") == "2.4"
    match.play("place:a1", "again", "roll:fx")
    assert refused(match, "again") == refused(match, "gather") == "2.4"


def test_2_5_more_dice_of_a_roll_go_in_any_order_or_stay() -> None:
    one, other, kept = pantry(), pantry(), pantry()
    one.play("roll:bfa", "place:d2", "place:a1", "gather")
    other.play("roll:bfa", "place:a1", "place:d2", "gather")
    assert watch(one) == watch(other)
    assert watch(one).gathered == ("a1", "d2")
    kept.play("roll:bfa", "place:d2")
    assert kept.legal_tokens()[-2:] == ["again", "gather"]


def test_2_6_one_die_for_each_square() -> None:
    match = pantry()
    match.play("roll:hhx", "place:b2")
    assert squares_for_a_die(match) == ["c2"]
    assert refused(match, "place:b2") == "2.6"


def test_2_6_placed_dice_stay_and_are_not_rolled_again() -> None:
    match = pantry()
    match.play("roll:hhx", "place:b2", "again")
    assert watch(match).dice == ("b2",)
    with pytest.raises(BadNotation, match="2 letters"):
        match.play("roll:bbb")
    match.play("roll:bb", "place:a1")
    assert watch(match).dice == ("b2", "a1")


def test_2_7_all_dice_that_are_not_placed_are_rolled_again_together() -> None:
    match = pantry()
    match.play("roll:bfx", "place:a1", "again")
    odds = match.odds()
    assert (len(odds), sum(odds.values()), odds["roll:ff"], odds["roll:fx"]) == (21, 36, 1, 2)
    match.play("roll:fx", "place:c1", "again")
    assert match.odds() == {f"roll:{face}": 1 for face in "bfuhax"}


def test_2_8_a_roll_that_fits_nowhere_moves_the_cat_and_ends_the_turn() -> None:
    match = pantry()
    match.play("roll:xxx")
    assert (watch(match).cat_moved, watch(match).roller, match.turn) == (1, BEN, CHANCE)


def test_2_8_a_later_roll_that_fails_takes_all_dice_off() -> None:
    match = pantry("b2 c2")
    match.play("roll:bxx", "place:c3", "again", "roll:hx")
    seen = watch(match)
    assert (seen.cat_moved, seen.roller, seen.dice, seen.gathered) == (1, BEN, (), ("b2", "c2"))
    assert match.scores() == [2, 2, 2]
    match.play("roll:bxx")
    assert "c3" in squares_for_a_die(match)


# ---- 3. Gathering and the cat


@pytest.mark.parametrize("places", [["a1"], ["a1", "c1"]])
def test_3_1_gathering_is_allowed_with_one_or_two_dice(places: list[str]) -> None:
    match = pantry()
    match.play("roll:bfx", *(f"place:{name}" for name in places), "gather")
    assert watch(match).gathered == tuple(places)


def test_3_2_with_all_dice_placed_all_is_gathered_at_once() -> None:
    match = pantry()
    match.play("roll:bfu", "place:a1", "place:c1", "place:a2")
    assert (match.turn, watch(match).roller, watch(match).gathered) == (CHANCE, BEN, ("a1", "c1", "a2"))
    assert match.scores() == [3, 3, 3]


def test_3_3_a_gathered_square_takes_no_die_any_more() -> None:
    match = pantry()
    match.play("roll:bxx", "place:a1", "gather", "roll:bxx")
    assert squares_for_a_die(match) == ["b1", "c3", "d3", "d4"]
    assert refused(match, "place:a1") == "3.3"


def test_3_4_a_finished_item_makes_the_cat_wait() -> None:
    match = pantry()
    match.play("roll:bxx", "place:c3", "gather")
    assert (watch(match).cat_moved, watch(match).items[5].finished) == (0, True)


@pytest.mark.parametrize("places", [["c3", "c1"], ["c1", "c3"]])
def test_3_4_any_die_of_the_turn_may_finish_the_item(places: list[str]) -> None:
    match = pantry()
    match.play("roll:bfx", *(f"place:{name}" for name in places), "gather")
    assert (watch(match).cat_moved, watch(match).items[5].finished) == (0, True)


def test_3_4_chips_of_earlier_turns_count_for_an_item() -> None:
    match = pantry()
    match.play("roll:bxx", "place:a1", "gather")
    assert (watch(match).cat_moved, watch(match).items[0].left) == (1, 1)
    match.play("roll:bxx", "place:b1", "gather")
    assert (watch(match).cat_moved, watch(match).items[0].left) == (1, 0)


def test_3_4_an_item_finished_earlier_does_not_stop_the_cat_again() -> None:
    match = pantry("a1 b1")
    match.play("roll:fxx", "place:c1", "gather")
    assert watch(match).cat_moved == 1


def test_3_4_dice_alone_finish_nothing() -> None:
    match = pantry()
    match.play("roll:hhx", "place:b2", "place:c2")
    cheese = watch(match).items[3]
    assert (cheese.left, cheese.finished, cheese.would_finish) == (2, False, True)
    match.play("again", "roll:x")
    assert (watch(match).cat_moved, watch(match).items[3].left) == (1, 2)


def test_3_5_without_a_finished_item_the_cat_moves_one_step() -> None:
    match = pantry()
    match.play("roll:bfu", "place:a1", "place:c1", "place:a2")
    assert watch(match).cat_moved == 1


def test_3_5_two_items_at_once_bring_nothing_extra() -> None:
    match = pantry(cat=4)
    match.play("roll:bbb", "place:a1", "place:b1", "place:c3")
    assert [item.finished for item in watch(match).items] == [True, False, False, False, False, True, False]
    assert watch(match).cat_moved == 4


def test_3_6_the_dice_go_to_the_left() -> None:
    match = pantry()
    rollers = []
    for events in (["roll:xxx"], ["roll:bxx", "place:c3", "gather"], ["roll:bxx", "place:a1", "gather"], ["roll:xxx"]):
        rollers.append(watch(match).roller)
        match.play(*events)
    assert rollers == [0, 1, 2, 0]


# ---- 4. The end


def test_4_1_all_food_gathered_wins_at_once_and_the_cat_stays() -> None:
    match = pantry(ALL_BUT_CHEESE, cat=10)
    match.play("roll:hhx", "place:b2", "place:c2", "gather")
    assert match.turn == OVER
    assert (watch(match).over, watch(match).won, watch(match).cat_moved, match.legal_moves()) == (True, True, 10, [])


def test_4_1_all_squares_under_dice_or_chips_is_not_enough() -> None:
    match = pantry(ALL_BUT_CHEESE, cat=10)
    match.play("roll:hhx", "place:b2", "place:c2")
    assert match.legal_tokens() == ["again", "gather"]
    assert watch(match).fail_chance == 1.0
    match.play("again", "roll:b")
    assert (watch(match).over, watch(match).won) == (True, False)


def test_4_2_the_eleventh_move_of_the_cat_loses_at_once() -> None:
    match = pantry(cat=9)
    match.play("roll:xxx")
    assert match.turn == CHANCE
    match.play("roll:bxx", "place:a1", "gather")
    assert (match.turn, watch(match).won, watch(match).cat_left, match.legal_moves()) == (OVER, False, 0, [])
    assert watch(match).gathered == ("a1",)


def test_4_3_all_win_or_lose_together() -> None:
    won, lost = pantry(f"{ALL_BUT_CHEESE} b2"), pantry("a1 b1", cat=10)
    assert (won.payoff(), won.scores()) == ([0, 0, 0], [14, 14, 14])
    won.play("roll:hxx", "place:c2", "gather")
    assert (won.payoff(), won.scores()) == ([1, 1, 1], [15, 15, 15])
    lost.play("roll:xxx")
    assert (lost.payoff(), lost.scores()) == ([0, 0, 0], [2, 2, 2])


def test_4_3_a_finished_match_takes_no_event() -> None:
    match = pantry(cat=10)
    match.play("roll:xxx")
    with pytest.raises(BadNotation, match="over"):
        match.play("roll:bbb")
    assert load_game("mmm").forbids(match.plain, Move(0)) == ("4.3", "the match is over")


@pytest.mark.parametrize(("to_go", "rating"), [(11, 0), (6, 0), (5, 1), (4, 1), (3, 2), (2, 2), (1, 3)])
def test_4_4_a_victory_is_rated_by_the_way_of_the_cat(to_go: int, rating: int) -> None:
    match = pantry(f"{ALL_BUT_CHEESE} b2", cat=11 - to_go)
    assert watch(match).rating is None
    match.play("roll:hxx", "place:c2", "gather")
    assert watch(match).rating == WON[rating][1]
    assert WON[rating][1] in load_game("mmm").narrator.closing(match.plain, NAMES)


@pytest.mark.parametrize(("left", "rating"), [(1, 3), (2, 2), (3, 2), (4, 1), (5, 1), (6, 0), (15, 0)])
def test_4_5_a_defeat_is_rated_by_what_is_left(left: int, rating: int) -> None:
    everything = f"{ALL_BUT_CHEESE} b2 c2".split()
    match = pantry(" ".join(everything[left:]), cat=10)
    match.play("roll:xxx")
    assert watch(match).rating == LOST[rating][1]
    assert LOST[rating][1] in load_game("mmm").narrator.closing(match.plain, NAMES)


# ---- 5. In one line


def test_5_1_all_dice_of_a_turn_lie_in_one_row_or_one_column() -> None:
    match = pantry(line=True)
    match.play("roll:bfu")
    assert len(squares_for_a_die(match)) == 5 + 3 + 3, "the first die is free"
    match.play("place:a1")
    assert squares_for_a_die(match) == ["c1", "d1", "a2", "a3", "a4"], "they need not touch"
    assert refused(match, "place:d2") == "5.1"
    assert watch(match).in_line == ("b1", "c1", "d1", "a2", "a3", "a4")


def test_5_1_the_line_holds_for_later_rolls_of_the_turn() -> None:
    match = pantry(line=True)
    match.play("roll:bxx", "place:a1", "again", "roll:bf")
    assert squares_for_a_die(match) == ["b1", "c1", "d1"]


def test_5_1_every_turn_begins_anew() -> None:
    match = pantry(line=True)
    match.play("roll:bxx", "place:a1", "gather", "roll:bxx")
    assert squares_for_a_die(match) == ["b1", "c3", "d3", "d4"]
    match.play("place:b1", "again", "roll:xx", "roll:bxx")
    assert squares_for_a_die(match) == ["b1", "c3", "d3", "d4"]


def test_5_2_the_second_die_settles_row_or_column() -> None:
    row, column = pantry(line=True), pantry(line=True)
    row.play("roll:bfu", "place:a1", "place:d1")
    assert row.legal_tokens() == ["again", "gather"]
    assert refused(row, "place:a2") == "5.1"
    column.play("roll:bfu", "place:a1", "place:a4")
    assert column.legal_tokens() == ["again", "gather"]
    assert refused(column, "place:c1") == "5.1"


def test_5_2_the_third_die_follows() -> None:
    match = pantry(line=True)
    match.play("roll:bff", "place:a1", "place:d1")
    assert squares_for_a_die(match) == ["c1"]
    match.play("place:c1")
    assert watch(match).gathered == ("a1", "c1", "d1")


def test_5_3_a_roll_without_a_die_for_the_line_fails() -> None:
    match = pantry(line=True)
    match.play("roll:bxx", "place:d4", "again")
    assert watch(match).fail_chance == pytest.approx((2 / 6) ** 2), "row 4 and column d have no cheese"
    match.play("roll:hh")
    assert (watch(match).cat_moved, watch(match).dice, watch(match).roller) == (1, (), BEN)


def test_5_3_one_die_for_the_line_is_enough() -> None:
    match = pantry(line=True)
    match.play("roll:bxx", "place:d4", "again", "roll:uh")
    assert match.legal_tokens() == ["place:a4"]


@pytest.mark.parametrize("board", BOARDS)
def test_5_4_the_line_goes_with_every_board(board: str) -> None:
    match = MatchState(load_game("mmm"), 2, {"board": board, "line": True})
    match.play("roll:bbb")
    match.play_move(match.legal_moves()[0])
    [first] = watch(match).dice
    assert watch(match).line
    assert all(name[0] == first[0] or name[1] == first[1] for name in watch(match).in_line)
    while not match.over:
        match.play_move(match.legal_moves()[-1])
    assert not watch(match).won


# ---- 6. At this table


def test_6_1_capital_letters_tell_items_of_one_food_apart() -> None:
    match = pantry(board="bB/b.")
    assert [item.squares for item in watch(match).items] == [("a1", "a2"), ("b1",)]


def test_6_1_bare_squares_take_no_die_and_need_not_be_gathered() -> None:
    match = pantry(board="f./..")
    match.play("roll:ffx")
    assert refused(match, "place:b1") == "2.2"
    match.play("place:a1", "gather")
    assert watch(match).won


def test_6_1_a_board_may_be_typed_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "mmm"\ntitle = "Mine"\ngrid = """\nb b\nf f\n"""\n', encoding="utf-8")
    assert MatchState(load_game("mmm"), 1, {"board": str(file)}).options["board"] == "bb/ff"


def test_6_1_a_board_of_eight_by_eight_has_a_last_square() -> None:
    board = "bbffuuhh/bbffuuhh/aabbffuu/aabbffuu/hhaabbff/hhaabbff/uuhhaa../uuhhaa.b"
    match = pantry(board=board, line=True)
    match.play("roll:bax", "place:h8")
    assert watch(match).in_line == ("h1", "h2", "h3", "h4", "h5", "h6", "a8", "b8", "c8", "d8", "e8", "f8")
    match.play("place:f8")
    assert watch(match).in_line == ("a8", "b8", "c8", "d8", "e8")


@pytest.mark.parametrize(
    ("board", "why"), [("bbbbbbbbb", "at most 8"), ("..", "no food"), ("bz", "means nothing"), ("bb/b", "equally long")]
)
def test_6_1_a_board_that_cannot_be_played_is_refused(board: str, why: str) -> None:
    with pytest.raises(BadOption, match="option board") as refusal:
        pantry(board=f"{board}/{board}" if "/" not in board else board)
    assert why in str(refusal.value)


def test_6_2_another_number_of_cat_moves() -> None:
    match = pantry(cat_moves=2)
    match.play("roll:xxx")
    assert (watch(match).cat_left, match.turn) == (1, CHANCE)
    match.play("roll:xxx")
    assert match.turn == OVER


@pytest.mark.parametrize(("dice", "outcomes"), [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252)])
def test_6_2_another_number_of_dice(dice: int, outcomes: int) -> None:
    match = pantry(dice=dice)
    odds = match.odds()
    assert (len(odds), sum(odds.values())) == (outcomes, 6**dice)
    places = ["a1", "b1", "c3", "d3", "d4"][:dice]
    match.play("roll:" + "b" * dice, *(f"place:{name}" for name in places))
    assert (match.turn, match.scores()) == (CHANCE, [dice] * 3), "gathered at once"


@pytest.mark.parametrize("options", [{"dice": 0}, {"dice": 6}, {"cat_moves": 0}, {"cat_moves": 61}, {"line": "maybe"}])
def test_6_2_numbers_out_of_bounds_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption, match=f"option {next(iter(options))}"):
        pantry(**options)  # type: ignore[arg-type]


# ---- Sentences and pictures


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("place:a1", "rolled"),
        ("again", "rolled"),
        ("roll:bxb", "in this order"),
        ("roll:bbz", "bfuhax"),
        ("roll:", "3 letters"),
    ],
)
def test_a_token_that_cannot_be_read_before_a_roll(token: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        pantry().play(token)


@pytest.mark.parametrize(
    ("token", "why"),
    [("roll:bbb", "placed"), ("place:e1", "a1 to d4"), ("place:a5", "a1 to d4"), ("place:4c", "like c4")],
)
def test_a_token_that_cannot_be_read_after_a_roll(token: str, why: str) -> None:
    match = pantry()
    match.play("roll:bfx")
    with pytest.raises(BadNotation, match=why):
        match.play(token)


def test_the_clause_that_governs_what_happens_now() -> None:
    match = pantry(cat=10)
    clause = load_game("mmm").clause
    assert clause(match.plain) == "2.1"
    match.play("roll:bxx")
    assert clause(match.plain) == "2.4"
    match.play("place:a1", "gather")
    assert clause(match.plain) == "4.3"


def test_the_view_previews_what_gathering_would_do() -> None:
    match = pantry("a1")
    match.play("roll:bhx")
    assert (watch(match).cat_would_move, watch(match).rolled) == (None, ("bread", "cheese", "cross"))
    assert watch(match).fitting == ("b1", "b2", "c2", "c3", "d3", "d4")
    match.play("place:b2")
    assert (watch(match).cat_would_move, watch(match).rolled) == (True, ("bread", "cross"))
    match.play("place:b1")
    seen = watch(match)
    assert (seen.cat_would_move, [item.would_finish for item in seen.items].index(True)) == (False, 0)
    assert (seen.dice, seen.dice_to_roll, seen.fail_chance) == (("b2", "b1"), 1, pytest.approx(1 / 6))
    assert len(seen.free) == 15 - 1 - 2


def test_labels_say_what_a_choice_leads_to() -> None:
    match = pantry("a1", cat=3)
    match.play("roll:bhx")
    assert match.game.narrator.question(match.plain) == "You rolled bread, cheese and cross. Where does a die go?"
    assert labels(match)["place:b1"] == "bread b1: would finish this item"
    assert labels(match)["place:b2"] == "cheese b2: this item needs 1 more"
    match.play("place:b2")
    assert match.game.narrator.question(match.plain).endswith("Place another die, roll again, or gather?")
    assert labels(match)["again"] == "roll 2 dice again: about 3 in 100 fail, then all dice come off and the cat moves"
    assert labels(match)["gather"] == "gather 1 square: no item finished, the cat moves, 7 to go"
    match.play("place:b1", "again", "roll:h")
    assert labels(match) == {
        "place:c2": "cheese c2, the last die: bread a1-b1 and cheese b2-c2 finished, the cat waits"
    }


def test_labels_near_the_end() -> None:
    match = pantry(ALL_BUT_CHEESE, cat=10)
    match.play("roll:hhx", "place:b2")
    assert labels(match) == {
        "place:c2": "cheese c2: would finish this item",
        "again": "roll 2 dice again: about 69 in 100 fail, then all dice come off and the cat is in the pantry",
        "gather": "gather 1 square: no item finished, the cat is in the pantry",
    }
    match.play("place:c2")
    assert match.game.narrator.question(match.plain) == "Not placed: cross. Roll again, or gather?"
    assert labels(match) == {
        "again": "roll 1 die again: this fails for sure, then all dice come off and the cat is in the pantry",
        "gather": "gather 2 squares: that is all the food, you win!",
    }


def test_a_match_in_sentences() -> None:
    match = pantry(cat_moves=4)
    match.play("roll:bhx", "place:c3", "again", "roll:hx", "place:b2", "gather", "roll:xxx")
    match.play("roll:bfu", "place:a1", "place:c1", "place:a2", "roll:hxx", "place:c2", "again", "roll:xx")
    match.play("roll:uxx", "place:a3", "gather")
    assert match.narrate(NAMES) == [
        "Ann rolls bread, cheese and cross.",
        "Ann puts a die on the bread at c3.",
        "Ann rolls again.",
        "Ann rolls cheese and cross.",
        "Ann puts a die on the cheese at b2.",
        "Ann gathers 2 squares: bread c3 finished, the cat waits.",
        "Ben rolls cross, cross and cross, and nothing fits: the cat moves, 3 to go.",
        "Cleo rolls bread, fish and cucumber.",
        "Cleo puts a die on the bread at a1.",
        "Cleo puts a die on the fish at c1.",
        "Cleo puts a die on the cucumber at a2. All are placed: no item finished, the cat moves, 2 to go.",
        "Ann rolls cheese, cross and cross.",
        "Ann puts a die on the cheese at c2.",
        "Ann rolls again.",
        "Ann rolls cross and cross, and nothing fits: all dice come off, the cat moves, 1 to go.",
        "Ben rolls cucumber, cross and cross.",
        "Ben puts a die on the cucumber at a3.",
        "Ben gathers 1 square: no item finished, the cat is in the pantry.",
    ]
    closing = match.game.narrator.closing(match.plain, NAMES)
    assert (closing[0], closing[2]) == ("The cat is in the pantry: you lose together.", "6 of 15 squares gathered")


def test_the_drawing_shows_items_dice_chips_and_the_cat() -> None:
    match = pantry("d1", cat=3, line=True)
    match.play("roll:bfx", "place:a1")
    drawn = match.game.narrator.draw(watch(match), NAMES)
    assert re.sub(r"\[.*?\]", "", drawn).splitlines() == [
        "     a   b   c   d",
        "   +-------+-------+",
        " 1 |(b)  b | F   . |",
        "   +---+---+---+   |",
        " 2 | u | h   h | f |",
        "   |   +---+---+---+",
        " 3 | u | a | b | b |",
        "   |   |   +---+   |",
        " 4 | u | a |   | b |",
        "   +---+---+   +---+",
        "bread: b free, B a die can go there now, (b) a die lies there, . gathered",
        "Left: b bread 5, f fish 2, u cucumber 3, h cheese 2, a carrot 2",
        "Kitchen ...C.......| Pantry",
        "The cat: 3 moves made, 8 to go",
        "Dice: Ann rolled fish and cross, 1 placed",
        "All dice of a turn must lie in one row or in one column",
    ]
    match.play("again")
    assert "Dice: Ann has 2 to roll, 1 placed" in match.game.narrator.draw(watch(match), NAMES)


def test_the_drawing_of_a_defeat_has_the_cat_in_the_pantry() -> None:
    match = pantry(cat=10)
    match.play("roll:xxx")
    drawn = match.game.narrator.draw(watch(match), NAMES)
    assert drawn.splitlines()[-2:] == ["Kitchen ...........|C Pantry", "The cat: 11 moves made, 0 to go"]


def test_the_drawing_fits_a_terminal() -> None:
    for board in BOARDS:
        match = MatchState(load_game("mmm"), 3, {"board": board, "cat_moves": 60})
        drawn = re.sub(r"\[.*?\]", "", match.game.narrator.draw(watch(match), NAMES))
        assert max(map(len, drawn.splitlines())) <= 78
