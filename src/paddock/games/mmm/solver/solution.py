"""`Problem` and `Solution`: the exact win chance of all positions of a board without the line variant.

The number of squares left never grows, and a turn without a gathered square costs a move of the cat. So the value of a
position depends only on positions with fewer squares, and on itself with fewer moves of the cat. One sweep from the
empty pantry to the full one computes all values (docs/decisions/0004). Values within a turn are computed from them.
"""

import shutil
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paddock.engine.compilation.compile_cache import fingerprint, forget_old_code
from paddock.engine.errors import BadOption
from paddock.engine.options import OptionValues
from paddock.engine.solver.protocols import Progress
from paddock.engine.solver.stored_solutions import UNFINISHED, delete_least_used, mark_used, solutions_directory
from paddock.engine.types import OVER, Move, State
from paddock.games.mmm.data import FACTS, MOST_THROWS
from paddock.games.mmm.rules import AGAIN, GATHER, moves
from paddock.games.mmm.solver.position_index import (
    KINDS,
    MOST_REMAINS,
    Index,
    RemainsRows,
    list_positions,
    new_index,
    rehash,
)
from paddock.games.mmm.solver.remaining_items import Sizes, all_remains, foods_of, longest_first, sizes_of
from paddock.games.mmm.solver.turn_graph import (
    NUMBER_OF_HAND,
    Turn,
    Values,
    build_graph,
    evaluate_turn,
    new_turn,
    place_all,
    sweep,
    value_of_hand,
)
from paddock.games.mmm.state import DICE_PLACED

MOST_BYTES: Final = 2**31
"""The most memory that solving may take, so that it works on a home computer."""

PORTION: Final = 1000
"""Positions of one task of a thread: some hundredths of a second with three dice."""

FIRST_CAPACITY: Final = 2**12
"""The first capacity for positions. It is doubled as often as needed."""

SOURCES: Final = (
    "data",
    "rules",
    "solver/remaining_items",
    "solver/position_index",
    "solver/turn_graph",
    "solver/solution",
)
"""The files of this package that determine a solution."""


class Key(NamedTuple):
    """The parameters that a solution depends on."""

    sizes: Sizes
    dice: int
    cat_moves: int

    @property
    def directory(self) -> Path:
        """The directory of the stored solution. A change of `SOURCES` changes the directory."""
        foods = "-".join("".join(map(str, remains)) or "0" for remains in self.sizes)
        made_by = fingerprint(Path(__file__).parents[1] / f"{name}.py" for name in SOURCES)
        return solutions_directory() / made_by / f"{FACTS.id}-{foods}-dice{self.dice}-cat{self.cat_moves}"


def key_of(options: OptionValues) -> Key:
    """Return the key for these options. Raise `BadOption` with the line variant."""
    if options["line"]:
        raise BadOption(
            "option line: with it a board cannot be solved this way, since it then matters where an item's squares lie"
        )
    return Key(sizes_of(str(options["board"])), int(str(options["dice"])), int(str(options["cat_moves"])))


def key_at(s: State) -> Key:
    """Return the key of this match. Raise `BadOption` with the line variant."""
    if s.line:
        raise BadOption("the dice of a turn lie in one line here: such a match cannot be solved this way")
    at, food_of = s.item_at.tolist(), item_foods(s)
    foods = [longest_first(at.count(item) for item, its in enumerate(food_of) if its == food) for food in range(KINDS)]
    return Key(tuple(sorted(foods, reverse=True)), int(s.dice), int(s.cat_moves))


def item_foods(s: State) -> list[int]:
    """Return the food of each item."""
    at, food = s.item_at.tolist(), s.food.tolist()
    return [food[at.index(item)] for item in range(s.items)]


# ---- The solution


class TurnState(NamedTuple):
    """The state of a turn: its node, and the squares left of each item."""

    node: int
    item_at: list[int]
    """Square -> its item."""
    food_of: list[int]
    """Item -> its food."""
    left: list[int]
    """Item -> its squares without a chip or a die."""


class Solution:
    """The values of all positions between turns, and of all choices within a turn. Threads may share it."""

    def __init__(self, key: Key, values: Values, index: Index) -> None:
        self.key = key
        self._values = values
        self._index = index
        every = all_remains(key.sizes)
        self._foods = foods_of(every)
        self._number = {remains: number for number, remains in enumerate(every)}
        self._turn = new_turn(*key)
        self._lock = threading.Lock()
        self._boards: set[bytes] = set()

    @property
    def positions(self) -> int:
        return len(self._values)

    @property
    def win_probability(self) -> float:
        return float(self._values[0, self.key.cat_moves])

    def value(self, s: State) -> float:
        """Return the win chance in this position."""
        if s.turn == OVER:
            return float(s.left == 0)
        if s.stage == DICE_PLACED:
            return max(value for _, value in self.values(s))
        with self._lock:
            return float(self._turn.again[self._turn_state(s).node])

    def best(self, s: State) -> Move:
        """Return the first of the best moves."""
        return max(self.values(s), key=lambda choice: choice[1])[0]

    def values(self, s: State) -> list[tuple[Move, float]]:
        """Return the win chance after each legal move. The list is empty where no seat decides."""
        if s.stage != DICE_PLACED:
            return []
        moves_buf = np.zeros(MOST_THROWS, np.int16)
        legal = moves_buf[: moves(s, moves_buf)].tolist()
        with self._lock:
            now = self._turn_state(s)
            worth = {AGAIN: float(self._turn.again[now.node]), GATHER: float(self._turn.gather[now.node])}
            by_kind: dict[tuple[int, int], float] = {}  # items of one food and of equal length are equivalent
            for move in legal:
                if move < AGAIN:
                    item = now.item_at[move]
                    kind = now.food_of[item], now.left[item]
                    if kind not in by_kind:
                        by_kind[kind] = self._placing(s, now, item)
                    worth[move] = by_kind[kind]
        return [(Move(move), worth[move]) for move in legal]

    def _turn_state(self, s: State) -> TurnState:
        """Build the graph of this turn from its beginning, evaluate it, and return the current state."""
        self._check_match(s)
        dice, cat_left = self.key.dice, int(s.cat_moves - s.cat)
        now = TurnState(0, s.item_at.tolist(), item_foods(s), s.item_left.tolist()[: s.items])
        remains_by_food = np.array([self._remains(now, food) for food in range(KINDS)], np.int16)
        build_graph(remains_by_food, dice, self._foods, self._index, self._turn)
        place_all(dice, self._values, self._turn)
        evaluate_turn(dice, cat_left, self._values, self._turn)
        for square in s.lies[: s.placed].tolist():
            now = self._with_a_die(now, now.item_at[square])
        return now

    def _check_match(self, s: State) -> None:
        """Raise `BadOption` for a match with another board or with other options."""
        board = s.item_at.tobytes() + s.food.tobytes()
        if board not in self._boards:
            if key_at(s).sizes != self.key.sizes:
                raise BadOption("this is a solution of another board")
            self._boards.add(board)
        if s.line or s.dice != self.key.dice or s.cat_moves - s.cat > self.key.cat_moves:
            raise BadOption("this is a solution for other options")

    def _remains(self, now: TurnState, food: int) -> int:
        """Return the index of the remains of this food."""
        return self._number[longest_first(left for left, its in zip(now.left, now.food_of) if its == food)]

    def _with_a_die(self, now: TurnState, item: int) -> TurnState:
        """Return the state with one more die on this item."""
        then = now._replace(left=[left - (number == item) for number, left in enumerate(now.left)])
        food = now.food_of[item]
        wanted, link = self._remains(then, food), KINDS * now.node + food
        nodes = self._turn.next[self._turn.link[link] : self._turn.link[link + 1]].tolist()
        return then._replace(node=next(node for node in nodes if self._turn.foods[node, food] == wanted))

    def _placing(self, s: State, now: TurnState, item: int) -> float:
        """Return the win chance after one more die on this item."""
        faces = s.rolled.tolist()
        faces[now.food_of[item]] -= 1
        hand = NUMBER_OF_HAND[tuple(food for food in range(KINDS) for _ in range(faces[food]))]
        then = self._with_a_die(now, item).node
        return value_of_hand(hand, sum(faces), int(s.cat_moves - s.cat), self._turn, then)


# ---- Solving


class Problem:
    """A board to be solved."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self._every = all_remains(key.sizes)
        if len(self._every) > MOST_REMAINS:
            raise too_large(f"a food can be left in {len(self._every):,} ways, and {MOST_REMAINS:,} are the limit")
        self._foods = foods_of(self._every)

    @property
    def positions(self) -> int:
        return len(self._listing[0])

    @property
    def bytes(self) -> int:
        """The memory that solving takes: values, positions and their index."""
        positions, index = self._listing
        return len(positions) * self._values_each + positions.nbytes + index.keys.nbytes + index.places.nbytes

    @property
    def _values_each(self) -> int:
        return np.dtype(np.float32).itemsize * (self.key.cat_moves + 1)

    @cached_property
    def _listing(self) -> tuple[RemainsRows, Index]:
        """All reachable positions, most squares first, and their index."""
        entry = np.dtype(np.int64).itemsize + np.dtype(np.int32).itemsize
        row = KINDS * np.dtype(np.int16).itemsize
        most = MOST_BYTES // (self._values_each + row + 4 * entry)  # the index is at least a quarter full
        capacity = FIRST_CAPACITY
        positions, index = np.zeros((capacity, KINDS), np.int16), new_index(capacity)
        positions[0] = [self._every.index(remains) for remains in self.key.sizes]
        expanded, listed = 0, 1
        while True:
            expanded, listed = list_positions(self._foods, positions, index, expanded, listed)
            if listed > most:
                limit = f"{MOST_BYTES / 2**30:.0f} GiB of memory are the limit"
                raise too_large(f"it has more than {most:,} positions, and {limit}")
            if expanded == listed:
                return positions[:listed].copy(), resized(index, listed)
            capacity *= 2
            positions = np.concatenate([positions, np.zeros_like(positions)])
            index = resized(index, capacity)

    def known(self) -> Solution | None:
        """Return the stored solution, or None."""
        try:
            return load_solution(self.key, self.key.directory)
        except (OSError, ValueError):
            return None

    def solve(self, threads: int = 1, progress: Progress = lambda done: None) -> Solution:
        """Solve the board, store the solution and return it."""
        positions, index = self._listing
        dice = self.key.dice
        values = np.zeros((len(positions), self.key.cat_moves + 1), np.float32)
        values[-1, 1:] = 1.0  # 4.1 the last position is the empty pantry
        idle: SimpleQueue[Turn] = SimpleQueue()
        for _ in range(threads):
            idle.put(new_turn(*self.key))

        def solve_portion(portion: range) -> int:
            turn = idle.get()
            sweep(portion.start, portion.stop, dice, positions, self._foods, index, turn, values)
            idle.put(turn)
            return len(portion)

        done = 1
        with ThreadPoolExecutor(threads) as pool:
            each = pool.map if threads > 1 else map  # without a pool, the end of the process need not wait
            for layer in self._layers():
                for many in each(solve_portion, portions(layer)):
                    done += many
                    progress(done)
        store_solution(self.key.directory, values, index)
        return Solution(self.key, values, index)

    def _layers(self) -> Iterator[range]:
        """Yield the positions with 1, 2, ... squares left. Positions of one layer do not depend on each other."""
        positions, _ = self._listing
        squares = -self._foods.squares[positions].sum(axis=1)
        for left in range(1, -int(squares[0]) + 1):
            yield range(*np.searchsorted(squares, [-left, -left + 1]).tolist())


def resized(index: Index, capacity: int) -> Index:
    """Return a copy of the index with this capacity."""
    new = new_index(capacity)
    rehash(index, new)
    return new


def portions(layer: range) -> list[range]:
    """
    >>> portions(range(5, 2100))
    [range(5, 1005), range(1005, 2005), range(2005, 2100)]
    """
    return [layer[at : at + PORTION] for at in range(0, len(layer), PORTION)]


def too_large(reason: str) -> BadOption:
    return BadOption(f"this board is too large to be solved: {reason}")


# ---- Stored solutions


FILES: Final = ("values", "keys", "places")


def store_solution(directory: Path, values: Values, index: Index) -> None:
    """Write a solution to its directory and delete old ones. Do nothing if the directory cannot be written."""
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        forget_old_code(directory.parent)
        fresh = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=directory.parent))
        try:
            arrays: tuple[npt.NDArray[Any], ...] = (values, index.keys, index.places)
            for name, array in zip(FILES, arrays):
                np.save(fresh / f"{name}.npy", array)
            shutil.rmtree(directory, ignore_errors=True)
            fresh.replace(directory)  # atomic: all files or none
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
        delete_least_used(directory)
    except OSError:
        return


@lru_cache(maxsize=4)
def load_solution(key: Key, directory: Path) -> Solution:
    """Return a stored solution. The files are memory-mapped, so processes share them."""
    values, keys, places = (np.asarray(np.load(directory / f"{name}.npy", mmap_mode="c")) for name in FILES)
    mark_used(directory)
    return Solution(key, values, Index(keys, places))


def solve(board: str, dice: int, cat_moves: int, threads: int = 1, progress: Progress = lambda done: None) -> Solution:
    """Return the solution of a board, drawn as rows joined by `/`."""
    return Problem(Key(sizes_of(board), dice, cat_moves)).solve(threads, progress)


def problem(options: OptionValues) -> Problem:
    """Return the problem with these options. Raise `BadOption` if it cannot be solved."""
    return Problem(key_of(options))
