"""Mmm!: a turn laid out by its ends, against the verbs followed to the end of the turn; and what a judge looks at."""

import hashlib
import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from paddock.bots.foresight import FURTHER
from paddock.bots.levels import BRIEF, Manner
from paddock.bots.mind import expect, weigh_at
from paddock.bots.thinking import new_mind, sit
from paddock.games import game
from paddock.games.mmm import foresight
from paddock.games.mmm.board import LARGEST_SIDE
from paddock.games.mmm.foresight import FORESIGHT, MOST_SIGHTS
from paddock.games.mmm.judgement import COMMON_SIZE, MANY
from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.kernels import play_at, standing_at, weights_at
from paddock.rules.kinds import CHANCE, Move, Seat, State, Table, new_table
from paddock.rules.skills import daring, end_of, features, foresee, settled, weigh_turn, worth_of_turn
from paddock.rules.verbs import payoff, turn

rooms = pytest.mark.rooms
MMM = game("mmm")


@cache
def room_to_look() -> Table:
    return new_table(FORESIGHT)


def any_worth(s: State) -> float:
    """Something between 0 and 1 for what is left, and where that matters where it lies; it makes no sense at all."""
    items = sorted((int(s.food[s.item_at.tolist().index(i)]), left) for i, left in enumerate(s.item_left[: s.items]))
    seen = repr((s.asks.tolist() if s.line else [(food, int(left)) for food, left in items], int(s.cat)))
    return int.from_bytes(hashlib.sha256(seen.encode()).digest()[:4]) / 2**32


def by_the_verbs(match: Match, worth: Callable[[State], float] = any_worth) -> list[float]:
    """What every legal move, or outcome, is worth by the same ends: all that may happen, followed step by step."""

    @cache
    def value(position: bytes) -> float:
        table = np.frombuffer(position, match.table.dtype).copy()
        if turn(table[0]) < CHANCE or settled(table[0]):
            return worth(table[0])
        listed, heavy = np.zeros(MMM.most_moves, np.int16), np.zeros(MMM.most_moves, np.int32)
        n = standing_at(table, listed)
        values = [value(after(table, Move(move))) for move in listed[: abs(n)].tolist()]
        if n > 0:
            return max(values)
        total = weights_at(table, heavy)
        return sum(int(heavy[i]) * values[i] for i in range(-n)) / total

    def after(table: Table, move: Move) -> bytes:
        then = table.copy()
        play_at(then, move)
        return then.tobytes()

    return [value(after(match.table, move)) for move in match.legal()]


def by_the_ends(match: Match) -> list[float]:
    ahead, end = room_to_look()[0], MMM.table(match.players, match.options)
    listed, out = np.zeros(MMM.most_moves, np.int16), np.zeros(MMM.most_moves)
    for number in range(foresee(match.state, ahead)):
        end_of(match.state, ahead, number, end)
        ahead.worth[number] = any_worth(end[0])
    n = weigh_turn(match.state, ahead, listed, out)
    assert listed[:n].tolist() == match.legal()
    return out[:n].tolist()  # type: ignore[no-any-return]


@rooms
@pytest.mark.parametrize("line", [False, True])
@pytest.mark.parametrize(
    ("board", "dice"), [("bbf/Bff/uha", 3), ("bBb/BbB", 2), ("bb.f", 1), ("bf/bu", 4), ("bbf/f.b", 5)]
)
def test_the_ends_say_what_every_choice_is_worth(board: str, dice: int, line: bool) -> None:
    """Along random matches: exact whatever the ends are worth. Dice up to three, or boards with few kinds of items."""
    chance = random.Random(dice)
    compared = 0
    for _ in range(3):
        match = Match(MMM, 2, {"board": board, "dice": dice, "line": line, "cat_moves": 4})
        while not match.over and compared < 12:
            if match.turn != CHANCE:
                known = match.table.tobytes()
                assert by_the_ends(match) == pytest.approx(by_the_verbs(match), abs=1e-6), match.tokens
                assert match.table.tobytes() == known
                compared += 1
            match.push(chance.choice(match.legal()))
    assert compared > 3


@rooms
@pytest.mark.parametrize("line", [False, True])
def test_a_turn_is_worth_what_its_first_rolls_are(line: bool) -> None:
    match = Match(MMM, 2, {"board": "bbf/Bu.", "line": line})
    ahead, end = room_to_look()[0], MMM.table(match.players, match.options)
    for number in range(foresee(match.state, ahead)):
        end_of(match.state, ahead, number, end)
        ahead.worth[number] = any_worth(end[0])
    expected = np.average(by_the_verbs(match), weights=match.chances())
    assert worth_of_turn(match.state, ahead) == pytest.approx(expected, abs=1e-6)


def weighed(mind: Table, match: Match) -> list[float]:
    listed = np.zeros(MMM.most_moves, np.int16)
    n = weigh_at(mind, match.table, streams(0, 0, 1)[0], listed)
    return mind[0].worth[:n, 0].tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("line", [False, True])
def test_whoever_takes_time_follows_the_ends_for_a_turn_more(line: bool) -> None:
    """All of them with time enough; then a choice is worth by the verbs what the turns after this one are."""
    brief, long = Manner(), Manner(iterations=BRIEF + MOST_SIGHTS * FURTHER)
    judge = new_mind(MMM, 2, [brief] * 2)

    def a_turn_further(s: State) -> float:
        out = np.zeros(2)
        if turn(s) < CHANCE:
            payoff(s, out)
        else:
            expect(judge[0], s, out)
        return float(out[0])

    match = Match(MMM, 2, {"board": "bbf/Bu.", "line": line, "cat_moves": 4})
    match.play("roll:bfx")
    exact = by_the_verbs(match, a_turn_further)
    mind = new_mind(MMM, 2, [long] * 2)
    assert weighed(mind, match) == pytest.approx(exact, abs=1e-6)
    by_looks = weighed(judge, match)
    assert by_looks != pytest.approx(exact, abs=1e-4)
    for manner, expected in ((brief, by_looks), (long, exact)):  # what was found with more time is not mixed up with it
        sit(mind, Seat(match.turn), manner)
        assert weighed(mind, match) == pytest.approx(expected, abs=1e-6)


def test_with_less_time_the_best_ends_are_followed() -> None:
    """One end after the other is seen further; the others are worth what they look like."""
    match = Match(MMM, 2, {"board": "bbf/Bu.", "line": True, "cat_moves": 4})
    match.play("roll:bfx")
    minds = [new_mind(MMM, 2, [Manner(iterations=BRIEF + ends * FURTHER)] * 2) for ends in range(4)]
    for mind in minds:
        weighed(mind, match)
    ends = int(minds[0][0].ahead.sights) + 1
    by_looks, *further = (mind[0].ahead.worth[:ends].copy() for mind in minds)
    best = np.argsort(-by_looks, kind="stable")
    for many, worth in enumerate(further, 1):
        changed = set(np.flatnonzero(worth != by_looks).tolist())
        assert changed <= set(best[:many].tolist())
        assert changed


def test_there_is_room_for_any_turn_in_a_line() -> None:
    """Eight by eight, five dice: all sets of up to five squares in one line, for a roll that may go anywhere."""
    rows = ["bbffuuhh", "BBFFUUHH"] * (LARGEST_SIDE // 2)
    match = Match(MMM, 1, {"board": "/".join(rows), "dice": 5, "line": True})
    room_to_look()[0].known = 0
    many = foresee(match.state, room_to_look()[0])
    lines, pairs, triples, fours, fives = 2 * LARGEST_SIDE, 28, 56, 70, 56  # of the eight squares of a line
    assert many == 2 + LARGEST_SIDE**2 + lines * (pairs + triples + fours + fives)
    assert many < MOST_SIGHTS


def test_what_finds_no_room_is_not_looked_at() -> None:
    """Many lengths of every food and five dice to be placed anywhere: the choices are weighed all the same."""
    rows = ["bbbbbfff", "uuuuFFFF", "hhhUUUbb", "aaHHaBhh", "AAAAbfuh", "ffUhaBFu", "uuubHAfB", "hhhhhaaU"]
    match = Match(MMM, 1, {"board": "/".join(rows), "dice": 5})
    match.push(Move(100))
    room_to_look()[0].known = 0
    assert foresee(match.state, room_to_look()[0]) <= MOST_SIGHTS + 1
    room_to_look()[0].known = 0
    assert all(0 < value < 1 for value in by_the_ends(match))


@rooms
def test_a_turn_is_laid_out_once_for_all_that_a_roll_may_show() -> None:
    ahead = room_to_look()[0]
    ahead.known = 0
    match = Match(MMM, 2, {"board": "bbf/Bff/uha"})
    ends = foresee(match.state, ahead)
    assert ends > 10
    assert foresee(match.state, ahead) == 0
    match.play("roll:bfx")
    assert foresee(match.state, ahead) == 0
    match.play("place:a1")
    assert 0 < foresee(match.state, ahead) < ends
    match.play("again", "roll:ux")
    assert foresee(match.state, ahead) == 0
    match.play("place:a3", "gather")
    assert foresee(match.state, ahead) > 0
    for options in ({"line": True}, {"dice": 2}, {"cat_moves": 9}, {"board": "bbf/bff/uha"}, {"board": "bbf/Bff/uh."}):
        for known in (Match(MMM, 2, {"board": "bbf/Bff/uha"}), Match(MMM, 2, {"board": "bbf/Bff/uha", **options})):
            assert foresee(known.state, ahead) > 0, options
    ahead.known = 0
    assert foresee(known.state, ahead) > 0


@rooms
def test_marks_tell_sights_apart() -> None:
    assert len(set(foresight.MARKS.tolist())) == len(foresight.MARKS)
    assert foresight.MARKS.min() > 0
    assert foresight.MARKS.max() < 2**52


# ---- What a judge looks at


def looks(match: Match) -> dict[str, list[float]]:
    out = np.full(MANY, np.nan, np.float32)
    features(match.state, Seat(0), out)
    found, at = {}, 0
    for piece in MMM.features:
        found[piece.name] = np.round(out[at : at + piece.size], 3).tolist()
        at += piece.size
    assert at == MANY
    return found


@rooms
def test_what_is_left_by_items_and_foods() -> None:
    match = Match(MMM, 1, {"board": "bbB/ffu", "cat_moves": 3})
    seen = looks(match)
    assert sum(seen["cat"]) == 3
    assert seen["left"] == pytest.approx([0.6])
    assert seen["items"] == pytest.approx([0.4, 0.4, 0, 0, 0, 0, 0, 0])  # B and u; bb and ff
    assert seen["foods"] == [0, 0, 0, 1, 0, 0]
    assert seen["amounts"] == pytest.approx([0.3, 0.2, 0.1, 0, 0])
    assert seen["shares"] == pytest.approx([0.4, 0.2, 0.2, 0, 0])
    assert seen["nearest"] == pytest.approx([0.4, 0.2, 0, 0, 0, 0, 0, 0])  # B for bread, u; ff
    assert seen["rare"] == pytest.approx([0.2, 0.2, 0.2, 0, 0, 0, 0, 0])
    assert not any(seen["any_in_line"])


@rooms
def test_what_the_lines_offer() -> None:
    """A bread bent round the corner, and what is left of it once a line holds the rest."""
    match = Match(MMM, 1, {"board": "bbf/bu.", "line": True})
    seen = looks(match)
    assert not any(seen["any"])
    assert seen["any_in_line"] == [1]
    assert seen["left_in_line"] == pytest.approx([0.5])
    assert seen["line_foods"] == pytest.approx([0.2, 0.3, 0, 0, 0])  # columns 1 and 3; rows 1 and 2, column 2
    assert seen["line_squares"] == pytest.approx([0.1, 0.3, 0.1, 0, 0, 0, 0, 0])
    assert seen["square_foods"] == pytest.approx([0, 0.5, 0, 0, 0])
    assert seen["crossing"] == pytest.approx([0.3, 0.2, 0, 0, 0])
    assert seen["company"] == pytest.approx([0.2, 0, 0, 0, 0, 0, 0, 0])
    assert seen["bent"] == pytest.approx([0, 0, 0.2, 0, 0, 0, 0, 0])
    match.play("roll:bxx", "place:a1", "gather")
    seen = looks(match)
    assert seen["bent"] == pytest.approx([0, 0.2, 0, 0, 0, 0, 0, 0])
    match.play("roll:bxx", "place:a2", "gather")
    seen = looks(match)
    assert not any(seen["bent"])
    assert seen["company"] == pytest.approx([0.3, 0, 0, 0, 0, 0, 0, 0])


@rooms
def test_between_turns_a_position_is_settled() -> None:
    match = Match(MMM, 2)
    assert settled(match.state)
    match.play("roll:bfx")
    assert not settled(match.state)
    match.push(match.legal()[0])
    assert daring(match.state, Move(AGAIN)) == 1
    assert daring(match.state, Move(GATHER)) == -1
    assert daring(match.state, match.legal()[0]) == 0
    match.play("again")
    assert not settled(match.state)


@rooms
def test_pieces_fill_the_features() -> None:
    assert sum(piece.size for piece in MMM.features) == MANY > 2 * COMMON_SIZE
    assert len({piece.name for piece in MMM.features}) == len(MMM.features)
