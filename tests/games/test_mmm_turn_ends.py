"""Mmm!: the turn enumeration compared with a search by the verbs, and the features."""

import hashlib
import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from paddock.bots.algorithms.memory_construction import new_memory, set_play_style
from paddock.bots.algorithms.move_choice import evaluate_moves_at, value_after_turn
from paddock.bots.algorithms.turn_enumeration import EXTENSION_COST
from paddock.bots.levels import DEFAULT_BUDGET, PlayStyle
from paddock.engine.optional_verbs import (
    daring,
    enumerate_turn_ends,
    evaluate_turn_moves,
    features,
    settled,
    turn_end_position,
    turn_win_chance,
)
from paddock.engine.position_calls import legal_count_at, play_at, weights_at
from paddock.engine.rng import streams
from paddock.engine.tensor_layout import split_tensor
from paddock.engine.types import CHANCE, Move, Positions, Seat, State, new_positions
from paddock.engine.verbs import payoff, turn
from paddock.games import load_game
from paddock.games.mmm.board import LARGEST_SIDE
from paddock.games.mmm.bot import turn_ends
from paddock.games.mmm.bot.features import COMMON, COMMON_SIZE, IN_LINE, MANY
from paddock.games.mmm.bot.turn_ends import MOST_NODES, TURN_ENDS
from paddock.games.mmm.data import CAT_MOVES
from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.match.match_state import MatchState

interpreted = pytest.mark.interpreted
MMM = load_game("mmm")


@cache
def turn_record() -> Positions:
    return new_positions(TURN_ENDS)


def any_worth(s: State) -> float:
    """Return an arbitrary value from 0 to 1 for the squares left; in the line variant their places matter."""
    items = sorted((int(s.food[s.item_at.tolist().index(i)]), left) for i, left in enumerate(s.item_left[: s.items]))
    seen = repr((s.asks.tolist() if s.line else [(food, int(left)) for food, left in items], int(s.cat)))
    return int.from_bytes(hashlib.sha256(seen.encode()).digest()[:4]) / 2**32


def by_the_verbs(match: MatchState, win_chance: Callable[[State], float] = any_worth) -> list[float]:
    """Return the value of every legal move or outcome from the same ends, by a search step by step."""

    @cache
    def value(content: bytes) -> float:
        position = np.frombuffer(content, match.position.dtype).copy()
        if turn(position[0]) < CHANCE or settled(position[0]):
            return win_chance(position[0])
        moves_buf, weights_buf = MMM.buffers()
        n = legal_count_at(position, moves_buf)
        values = [value(after(position, Move(move))) for move in moves_buf[: abs(n)].tolist()]
        if n > 0:
            return max(values)
        total = weights_at(position, weights_buf)
        return sum(int(weights_buf[i]) * values[i] for i in range(-n)) / total

    def after(position: Positions, move: Move) -> bytes:
        then = position.copy()
        play_at(then, move)
        return then.tobytes()

    return [value(after(match.position, move)) for move in match.legal_moves()]


def by_the_ends(match: MatchState) -> list[float]:
    ahead, end = turn_record()[0], MMM.start_position(match.players, match.options)
    moves_buf, out = MMM.buffers().moves, np.zeros(MMM.most_moves)
    for number in range(enumerate_turn_ends(match.state, ahead)):
        turn_end_position(match.state, ahead, number, end)
        ahead.win_chance[number] = any_worth(end[0])
    n = evaluate_turn_moves(match.state, ahead, moves_buf, out)
    assert moves_buf[:n].tolist() == match.legal_moves()
    return out[:n].tolist()  # type: ignore[no-any-return]


@interpreted
@pytest.mark.parametrize("line", [False, True])
@pytest.mark.parametrize(
    ("board", "dice"), [("bbf/Bff/uha", 3), ("bBb/BbB", 2), ("bb.f", 1), ("bf/bu", 4), ("bbf/f.b", 5)]
)
def test_the_ends_give_the_value_of_every_choice(board: str, dice: int, line: bool) -> None:
    """Along random matches, exact for any values of the ends, with up to three dice or few kinds of items."""
    chance = random.Random(dice)
    compared = 0
    for _ in range(3):
        match = MatchState(MMM, 2, {"board": board, "dice": dice, "line": line, "cat_moves": 4})
        while not match.over and compared < 12:
            if match.turn != CHANCE:
                known = match.position.tobytes()
                assert by_the_ends(match) == pytest.approx(by_the_verbs(match), abs=1e-6), match.tokens
                assert match.position.tobytes() == known
                compared += 1
            match.play_move(chance.choice(match.legal_moves()))
    assert compared > 3


@interpreted
@pytest.mark.parametrize("line", [False, True])
def test_the_value_of_a_turn_is_the_mean_of_its_first_rolls(line: bool) -> None:
    match = MatchState(MMM, 2, {"board": "bbf/Bu.", "line": line})
    ahead, end = turn_record()[0], MMM.start_position(match.players, match.options)
    for number in range(enumerate_turn_ends(match.state, ahead)):
        turn_end_position(match.state, ahead, number, end)
        ahead.win_chance[number] = any_worth(end[0])
    expected = np.average(by_the_verbs(match), weights=match.outcomes()[1])
    assert turn_win_chance(match.state, ahead) == pytest.approx(expected, abs=1e-6)


def network_output(memory: Positions, match: MatchState) -> list[float]:
    moves_buf = MMM.buffers().moves
    n = evaluate_moves_at(memory, match.position, streams(0, 0, 1)[0], moves_buf)
    return memory[0].win_chance[:n, 0].tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("line", [False, True])
def test_a_larger_budget_searches_the_ends_one_turn_further(line: bool) -> None:
    """With a large budget all ends are searched; then the values equal those of a search by the verbs."""
    brief, long = PlayStyle(), PlayStyle(iterations=DEFAULT_BUDGET + MOST_NODES * EXTENSION_COST)
    network = new_memory(MMM, 2, [brief] * 2)

    def a_turn_further(s: State) -> float:
        out = np.zeros(2)
        if turn(s) < CHANCE:
            payoff(s, out)
        else:
            value_after_turn(network[0], s, out)
        return float(out[0])

    match = MatchState(MMM, 2, {"board": "bbf/Bu.", "line": line, "cat_moves": 4})
    match.play("roll:bfx")
    exact = by_the_verbs(match, a_turn_further)
    memory = new_memory(MMM, 2, [long] * 2)
    assert network_output(memory, match) == pytest.approx(exact, abs=1e-6)
    by_network = network_output(network, match)
    assert by_network != pytest.approx(exact, abs=1e-4)
    for manner, expected in ((brief, by_network), (long, exact)):  # values of the larger budget are not reused
        set_play_style(memory, Seat(match.turn), manner)
        assert network_output(memory, match) == pytest.approx(expected, abs=1e-6)


def test_a_small_budget_searches_the_best_ends_first() -> None:
    """The best ends are searched further; the others keep the value of the network."""
    match = MatchState(MMM, 2, {"board": "bbf/Bu.", "line": True, "cat_moves": 4})
    match.play("roll:bfx")
    memories = [
        new_memory(MMM, 2, [PlayStyle(iterations=DEFAULT_BUDGET + ends * EXTENSION_COST)] * 2) for ends in range(4)
    ]
    for memory in memories:
        network_output(memory, match)
    ends = int(memories[0][0].turn_ends.nodes) + 1
    by_network, *further = (memory[0].turn_ends.win_chance[:ends].copy() for memory in memories)
    best = np.argsort(-by_network, kind="stable")
    for many, win_chance in enumerate(further, 1):
        changed = set(np.flatnonzero(win_chance != by_network).tolist())
        assert changed <= set(best[:many].tolist())
        assert changed


def test_the_arrays_fit_any_turn_in_the_line_variant() -> None:
    """Eight by eight, five dice: all sets of up to five squares in one line, for a roll that may go anywhere."""
    rows = ["bbffuuhh", "BBFFUUHH"] * (LARGEST_SIDE // 2)
    match = MatchState(MMM, 1, {"board": "/".join(rows), "dice": 5, "line": True})
    turn_record()[0].known = 0
    many = enumerate_turn_ends(match.state, turn_record()[0])
    lines, pairs, triples, fours, fives = 2 * LARGEST_SIDE, 28, 56, 70, 56  # of the eight squares of a line
    assert many == 2 + LARGEST_SIDE**2 + lines * (pairs + triples + fours + fives)
    assert many < MOST_NODES


def test_nodes_that_do_not_fit_are_ignored() -> None:
    """Items of many lengths and five dice without a line: the choices still have values."""
    rows = ["bbbbbfff", "uuuuFFFF", "hhhUUUbb", "aaHHaBhh", "AAAAbfuh", "ffUhaBFu", "uuubHAfB", "hhhhhaaU"]
    match = MatchState(MMM, 1, {"board": "/".join(rows), "dice": 5})
    match.play_move(Move(100))
    turn_record()[0].known = 0
    assert enumerate_turn_ends(match.state, turn_record()[0]) <= MOST_NODES + 1
    turn_record()[0].known = 0
    assert all(0 < value < 1 for value in by_the_ends(match))


@interpreted
def test_a_turn_is_enumerated_once_for_all_rolls() -> None:
    ahead = turn_record()[0]
    ahead.known = 0
    match = MatchState(MMM, 2, {"board": "bbf/Bff/uha"})
    ends = enumerate_turn_ends(match.state, ahead)
    assert ends > 10
    assert enumerate_turn_ends(match.state, ahead) == 0
    match.play("roll:bfx")
    assert enumerate_turn_ends(match.state, ahead) == 0
    match.play("place:a1")
    assert 0 < enumerate_turn_ends(match.state, ahead) < ends
    match.play("again", "roll:ux")
    assert enumerate_turn_ends(match.state, ahead) == 0
    match.play("place:a3", "gather")
    assert enumerate_turn_ends(match.state, ahead) > 0
    for options in ({"line": True}, {"dice": 2}, {"cat_moves": 9}, {"board": "bbf/bff/uha"}, {"board": "bbf/Bff/uh."}):
        for known in (
            MatchState(MMM, 2, {"board": "bbf/Bff/uha"}),
            MatchState(MMM, 2, {"board": "bbf/Bff/uha", **options}),
        ):
            assert enumerate_turn_ends(known.state, ahead) > 0, options
    ahead.known = 0
    assert enumerate_turn_ends(known.state, ahead) > 0


@interpreted
def test_hash_numbers_are_distinct() -> None:
    assert len(set(turn_ends.MARKS.tolist())) == len(turn_ends.MARKS)
    assert turn_ends.MARKS.min() > 0
    assert turn_ends.MARKS.max() < 2**52


# ---- Features


def looks(match: MatchState) -> dict[str, list[float]]:
    out = np.full(MANY, np.nan, np.float32)
    features(match.state, Seat(0), out)
    assert not np.isnan(out).any()
    return {name: np.round(part, 3).tolist() for name, part in split_tensor(MMM.features, out).items()}


@interpreted
def test_what_is_left_by_items_and_foods() -> None:
    match = MatchState(MMM, 1, {"board": "bbB/ffu", "cat_moves": 3})
    seen = looks(match)
    expected = {
        "any": [1],
        "cat": [1] * 3 + [0] * (CAT_MOVES - 3),
        "far": [0.3],
        "left": [0.6],
        "items": [0.4, 0.4, 0, 0, 0, 0, 0, 0],  # B and u; bb and ff
        "foods": [0, 0, 0, 1, 0, 0],
        "amounts": [0.3, 0.2, 0.1, 0, 0],
        "shares": [0.4, 0.2, 0.2, 0, 0],
        "nearest": [0.4, 0.2, 0, 0, 0, 0, 0, 0],  # B for bread, u; ff
        "rare": [0.2, 0.2, 0.2, 0, 0, 0, 0, 0],
    }
    assert list(expected) == [field.name for field in COMMON]
    for name, numbers in expected.items():
        assert seen.pop(name) == pytest.approx(numbers), name
    assert not any(any(numbers) for numbers in seen.values())
    in_line = looks(MatchState(MMM, 1, {"board": "bbB/ffu", "cat_moves": 3, "line": True}))
    for name, numbers in expected.items():
        assert in_line[f"{name}_in_line"] == pytest.approx(numbers), name
        assert not any(in_line[name])


@interpreted
def test_what_the_lines_offer() -> None:
    """A bread around a corner, and its rest once it lies in one line."""
    match = MatchState(MMM, 1, {"board": "bbf/bu.", "line": True})
    seen = looks(match)
    assert not any(seen["any"])
    assert seen["any_in_line"] == [1]
    assert seen["left_in_line"] == pytest.approx([0.5])
    expected = {
        "line_foods": [0.2, 0.3, 0, 0, 0],  # columns 1 and 3; rows 1 and 2, column 2
        "line_squares": [0.1, 0.3, 0.1, 0, 0, 0, 0, 0],
        "square_foods": [0, 0.5, 0, 0, 0],
        "crossing": [0.3, 0.2, 0, 0, 0],
        "company": [0.2, 0, 0, 0, 0, 0, 0, 0],
        "bent": [0, 0, 0.2, 0, 0, 0, 0, 0],
    }
    assert list(expected) == [field.name for field in IN_LINE]
    for name, numbers in expected.items():
        assert seen[name] == pytest.approx(numbers), name
    match.play("roll:bxx", "place:a1", "gather")
    seen = looks(match)
    assert seen["bent"] == pytest.approx([0, 0.2, 0, 0, 0, 0, 0, 0])
    match.play("roll:bxx", "place:a2", "gather")
    seen = looks(match)
    assert not any(seen["bent"])
    assert seen["company"] == pytest.approx([0.3, 0, 0, 0, 0, 0, 0, 0])


@interpreted
def test_between_turns_a_position_is_settled() -> None:
    match = MatchState(MMM, 2)
    assert settled(match.state)
    match.play("roll:bfx")
    assert not settled(match.state)
    match.play_move(match.legal_moves()[0])
    assert daring(match.state, Move(AGAIN)) == 1
    assert daring(match.state, Move(GATHER)) == -1
    assert daring(match.state, match.legal_moves()[0]) == 0
    match.play("again")
    assert not settled(match.state)


@interpreted
def test_pieces_fill_the_features() -> None:
    assert MMM.feature_count == MANY > 2 * COMMON_SIZE
    assert len({piece.name for piece in MMM.features}) == len(MMM.features)
