"""The one-turn player of Kuhlorado. Most tests are played on this sheet, with nothing marked:

      a b c d e f g h
    1 1 2 3 4 5 c 1 2
    2 c O O c 3 4 o 5
    3 2 3 c 1 2 3 4 5
    4 1 c 2 3 c 4 5 1
    5 2 3 4 5 1 c 2 3
    6 c o 4 c 5 1 O c
    7 3 4 c 5 1 2 O 4
    8 5 1 2 3 c 4 5 c

A first mark on a pasture gains 3, on both of a corner 6, next to a small trough 2, next to a large one 4.
"""

import random

import pytest

from paddock.engine.boards.grid import square_at
from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.rng import stream
from paddock.engine.types import CHANCE, State
from paddock.engine.verbs import imagine
from paddock.games import load_game
from paddock.games.kuhlorado.sheet import SIDE
from paddock.games.kuhlorado.state import DICE_KEPT, FINISHED, FIRST_THROW
from paddock.match.match_state import MatchState
from support.exhaustive_turn import choice, choices, greedy_share, is_best, is_honest, mean_leads
from support.random_matches import positions, random_token
from support.variants import VARIANTS

pytestmark = pytest.mark.interpreted

SHEET = "12345c12/cOOc34o5/23c12345/1c23c451/23451c23/co4c51Oc/34c512O4/5123c45c"
ROUND_A_TROUGH = "213/1o1/4c5"
"""Ones and the cow decide the trough; the corners decide nothing but pastures."""


def sheet(drawn: str = SHEET, crosses: str = "", circles: str = "", **options: object) -> MatchState:
    """Crosses are to throw; these squares are marked already."""
    match = MatchState(load_game("kuhlorado"), 2, {"sheet": drawn, **options})
    match.play("starter:1")
    for seat, names in enumerate((crosses, circles)):
        for row, column in map(square_at, names.split()):
            square = row * SIDE + column
            match.state.owner[square] = seat
            match.state.free[match.state.kind[square]] -= 1
    return match


def marks(match: MatchState, dice: str) -> set[str]:
    """What greedy marks first with these final dice."""
    match.play(f"throw:{dice}", f"keep:{dice}")
    return choices(match)


def ended(before: State, now: State) -> bool:
    return now.stage in (FIRST_THROW, FINISHED)


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("55", {"mark:g8"}),  # south 3 and the large trough 4; the corner a8 gains 6
        ("11", {"mark:a1"}),  # a corner, 6; g1 gains 5
        ("23", {"mark:b1", "mark:c1"}),  # north 3 and the large trough 4, both
        ("cc", {"mark:a2", "mark:h6"}),  # 7 each, and no prize in common: 14; h6 and h8 share the east
        ("5c", {"mark:a8", "mark:a6"}),  # 6 and 5 less the 3 of the west, which both would win: 8; g8 alone gains 7
    ],
)
def test_marks_on_an_empty_sheet(dice: str, expected: set[str]) -> None:
    match = sheet()
    assert marks(match, dice) == expected
    if len(expected) == 2 and "c" in dice:
        one, other = sorted(expected)
        match.play(one)
        assert choices(match) == {other}


def test_a_tie_takes_a_prize_from_the_rival() -> None:
    # North is 0:1 and the west 0:2: a1 gains 3, g1 3 and 2 for the trough, f6 the 4 of the large trough, a4 nothing.
    match = sheet(circles="d1 a3 a5")
    assert marks(match, "11") == {"mark:g1"}
    match = sheet(circles="d1 d8 a3 a5 g3 f2")  # the small trough 0:2: g1 gains 3, like b8 in the south, and f6 4
    assert marks(match, "11") == {"mark:f6"}


def test_two_squares_make_up_for_two() -> None:
    # The large trough at b2 and c2 is 0:2. One of the cows a2, d2, c3 gains nothing there, two of them tie it: 4.
    # No other cow gains anything: pastures and land are worth nothing, and the rival is far ahead at the other troughs.
    lost = "f2 g1 h2 b5 a6 c6 g5 f6 h6"
    match = sheet(circles=f"b1 c1 {lost}", pasture=0, area_points=(0, 0, 0, 0))
    assert marks(match, "cc") == {"mark:a2", "mark:d2", "mark:c3"}
    leads = mean_leads(match, ended)
    assert leads["mark:a2"] - leads["mark:b4"] == 4


def test_land_grows_together() -> None:
    # e4 joins two areas of 2 to one of 5: 2 points. No other cow gains anything, no 1, and none lies two away from e4.
    match = sheet(crosses="c4 d4 f4 g4", pasture=0, small_trough=0, large_trough=0)
    assert marks(match, "1c") == {"mark:e4"}


def test_dice_are_kept_for_the_mean_of_all_results() -> None:
    # Only a 1 or a cow gains: 6 points. Of both dice thrown again 20 of 36 bring one, of one die 2 of 6.
    match = sheet(ROUND_A_TROUGH, small_trough=6, pasture=0, last_numbers=0)
    match.play("throw:23")
    assert choices(match) == {"keep:-"}
    leads = mean_leads(match, ended)
    assert [36 * leads[token] for token in ("keep:-", "keep:2", "keep:3", "keep:23")] == [120, 72, 72, 0]


def test_equal_choices_of_dice_go_by_lot() -> None:
    match = sheet(ROUND_A_TROUGH, small_trough=6, pasture=0, last_numbers=0)
    match.play("throw:12")
    assert choices(match) == {"keep:1", "keep:12"}, "a 1 is enough"
    rng = stream(2)
    assert 70 < sum(choice(match, rng) == "keep:1" for _ in range(200)) < 130


def about_to_score(crosses: str = "", circles: str = "") -> MatchState:
    """The next cow brings the interim score, 5 points a group, and nothing else is worth anything."""
    options = {"small_trough": 0, "pasture": 0, "last_numbers": 0, "interim_cows": 1, "interim_points": 5}
    return sheet(ROUND_A_TROUGH, crosses, circles, advanced=True, **options)


def test_the_interim_score_is_part_of_the_turn_that_brings_it() -> None:
    # A cow brings it. b1 at a1 makes a group of two, and b3 lies two away: both together gain 5, either alone none.
    match = about_to_score(crosses="a1")
    assert marks(match, "1c") == {"mark:b1", "mark:b3"}
    match.play("mark:b1")
    assert choices(match) == {"mark:b3"}
    # The rival's group would score too: better no cow at all, so a 1 or nothing.
    match = about_to_score(circles="a1 b1")
    assert marks(match, "1c") == {"mark:a2", "mark:c2"}


@pytest.mark.parametrize("options", VARIANTS["kuhlorado"], ids=str)
def test_every_option_is_played_for_the_best_mean(options: dict[str, object]) -> None:
    """Greedy has half a say, so that there is land to speak of."""
    rng, dice = stream(3), random.Random(str(options))
    match = MatchState(load_game("kuhlorado"), 2, options, attended=False)
    count = 0
    while not match.over:
        if match.turn != CHANCE:
            count += 1
            few = int(match.state.free.sum()) < 14
            if (few and count % 6 == 0) or (COMPILING and (match.state.stage != DICE_KEPT or count % 16 == 1)):
                is_best(match, rng, ended)
        greed = match.turn != CHANCE and dice.random() < 0.5
        match.play(choice(match, rng) if greed else random_token(match, dice))


@pytest.mark.parametrize("options", VARIANTS["kuhlorado"], ids=str)
def test_every_option_is_played_honestly(options: dict[str, object]) -> None:
    for count, match in enumerate(positions("kuhlorado", 2, options, seed=4)):
        if match.turn != CHANCE and not match.over and (COMPILING or count % 10 == 0):
            is_honest(match, imagine)


def test_greedy_is_far_beyond_chance() -> None:
    """Measured over many games it takes 99.7 % against a uniform player."""
    games = 200 if COMPILING else 4
    assert greedy_share("kuhlorado", 2, games) > 0.9
