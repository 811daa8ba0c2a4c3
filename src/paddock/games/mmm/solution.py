"""Mmm! solved: the exact chance to win under best play, for every position of a board where dice may lie anywhere.

Squares never come back, and a turn that gathers none costs a move of the cat. So the value of a position depends only
on positions with fewer squares, and on itself with fewer moves of the cat: one sweep, from the empty pantry to the
full one, gives them all (docs/decisions/0004). What is to be done within a turn is recomputed from these values.
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
import platformdirs

from paddock.games.mmm.data import FACTS, MOST_THROWS
from paddock.games.mmm.positions import KINDS, MOST_REMAINS, Fives, Index, list_positions, move_over, new_index
from paddock.games.mmm.remains import Sizes, all_remains, foods_of, longest_first, sizes_of
from paddock.games.mmm.rules import AGAIN, GATHER, moves
from paddock.games.mmm.state import DICE_PLACED
from paddock.games.mmm.turns import (
    NUMBER_OF_HAND,
    Turn,
    Values,
    look_through,
    new_turn,
    place_all,
    rolled,
    sweep,
    weigh,
)
from paddock.rules.compiler import fingerprint, forget_old_code
from paddock.rules.kinds import OVER, Move, State
from paddock.rules.options import Choices
from paddock.rules.refusals import BadOption
from paddock.rules.solving import Progress

MOST_BYTES: Final = 2**31
"""What solving a board may take of a family's computer."""

PORTION: Final = 1000
"""Positions that a thread takes at a time: some hundredths of a second with three dice."""

FIRST_ROOM: Final = 2**12
"""Positions that there is room for at first; the room is doubled as often as needed."""

SOURCES: Final = ("data", "rules", "remains", "positions", "turns", "solution")
"""The files of this room that a solution was made by."""


class Key(NamedTuple):
    """What a solution depends on."""

    sizes: Sizes
    dice: int
    cat_moves: int

    @property
    def directory(self) -> Path:
        """Where it is kept; a change of these sources finds another place."""
        kept = Path(platformdirs.user_cache_dir("paddock", appauthor=False)) / "solutions"
        foods = "-".join("".join(map(str, remains)) or "0" for remains in self.sizes)
        made_by = fingerprint(Path(__file__).with_name(f"{name}.py") for name in SOURCES)
        return kept / made_by / f"{FACTS.id}-{foods}-dice{self.dice}-cat{self.cat_moves}"


def key_of(options: Choices) -> Key:
    """The problem that these options pose."""
    if options["line"]:
        raise BadOption(
            "option line: with it a board cannot be solved this way, since it then matters where an item's squares lie"
        )
    return Key(sizes_of(str(options["board"])), int(str(options["dice"])), int(str(options["cat_moves"])))


def key_at(s: State) -> Key:
    """The problem that this match is."""
    if s.line:
        raise BadOption("the dice of a turn lie in one line here: such a match cannot be solved this way")
    at, food_of = s.item_at.tolist(), item_foods(s)
    foods = [longest_first(at.count(item) for item, its in enumerate(food_of) if its == food) for food in range(KINDS)]
    return Key(tuple(sorted(foods, reverse=True)), int(s.dice), int(s.cat_moves))


def item_foods(s: State) -> list[int]:
    """Item -> its food."""
    at, food = s.item_at.tolist(), s.food.tolist()
    return [food[at.index(item)] for item in range(s.items)]


# ---- The solution


class Now(NamedTuple):
    """A position within a turn."""

    sight: int
    item_at: list[int]
    """Square -> its item."""
    food_of: list[int]
    """Item -> its food."""
    left: list[int]
    """Item -> its squares without a chip or a die."""


class Solution:
    """The values between turns, and what follows from them within one. Threads may share it."""

    def __init__(self, key: Key, values: Values, index: Index) -> None:
        self.key = key
        self._values = values
        self._index = index
        every = all_remains(key.sizes)
        self._foods = foods_of(every)
        self._number = {remains: number for number, remains in enumerate(every)}
        self._turn = new_turn(*key)
        self._alone = threading.Lock()
        self._boards: set[bytes] = set()

    @property
    def positions(self) -> int:
        return len(self._values)

    @property
    def win_probability(self) -> float:
        return float(self._values[0, self.key.cat_moves])

    def value(self, s: State) -> float:
        """The chance to win from here, whoever or whatever is to move."""
        if s.turn == OVER:
            return float(s.left == 0)
        if s.stage == DICE_PLACED:
            return max(value for _, value in self.values(s))
        with self._alone:
            return float(self._turn.again[self._look(s).sight])

    def best(self, s: State) -> Move:
        """The first of the best moves."""
        return max(self.values(s), key=lambda choice: choice[1])[0]

    def values(self, s: State) -> list[tuple[Move, float]]:
        """The chance to win after each legal move; nothing where nobody decides."""
        if s.stage != DICE_PLACED:
            return []
        listed = np.zeros(MOST_THROWS, np.int16)
        legal = listed[: moves(s, listed)].tolist()
        with self._alone:
            now = self._look(s)
            worth = {AGAIN: float(self._turn.again[now.sight]), GATHER: float(self._turn.gather[now.sight])}
            alike: dict[tuple[int, int], float] = {}  # items of one food, equally long
            for move in legal:
                if move < AGAIN:
                    item = now.item_at[move]
                    kind = now.food_of[item], now.left[item]
                    if kind not in alike:
                        alike[kind] = self._placing(s, now, item)
                    worth[move] = alike[kind]
        return [(Move(move), worth[move]) for move in legal]

    def _look(self, s: State) -> Now:
        """Look through this turn from its beginning, and find what is to be seen now."""
        self._recognise(s)
        dice, cat_left = self.key.dice, int(s.cat_moves - s.cat)
        now = Now(0, s.item_at.tolist(), item_foods(s), s.item_left.tolist()[: s.items])
        five = np.array([self._remains(now, food) for food in range(KINDS)], np.int16)
        look_through(five, dice, self._foods, self._index, self._turn)
        place_all(dice, self._values, self._turn)
        weigh(dice, cat_left, self._values, self._turn)
        for square in s.lies[: s.placed].tolist():
            now = self._with_a_die(now, now.item_at[square])
        return now

    def _recognise(self, s: State) -> None:
        """Refuse a match of another board or with other options."""
        board = s.item_at.tobytes() + s.food.tobytes()
        if board not in self._boards:
            if key_at(s).sizes != self.key.sizes:
                raise BadOption("this is a solution of another board")
            self._boards.add(board)
        if s.line or s.dice != self.key.dice or s.cat_moves - s.cat > self.key.cat_moves:
            raise BadOption("this is a solution for other options")

    def _remains(self, now: Now, food: int) -> int:
        """The number of what is left of this food."""
        return self._number[longest_first(left for left, its in zip(now.left, now.food_of) if its == food)]

    def _with_a_die(self, now: Now, item: int) -> Now:
        """The same with one more die, on this item."""
        then = now._replace(left=[left - (number == item) for number, left in enumerate(now.left)])
        food = now.food_of[item]
        wanted, link = self._remains(then, food), KINDS * now.sight + food
        sights = self._turn.next[self._turn.link[link] : self._turn.link[link + 1]].tolist()
        return then._replace(sight=next(sight for sight in sights if self._turn.foods[sight, food] == wanted))

    def _placing(self, s: State, now: Now, item: int) -> float:
        """The chance to win after one more die on this item."""
        faces = s.rolled.tolist()
        faces[now.food_of[item]] -= 1
        hand = NUMBER_OF_HAND[tuple(food for food in range(KINDS) for _ in range(faces[food]))]
        then = self._with_a_die(now, item).sight
        return rolled(hand, sum(faces), int(s.cat_moves - s.cat), self._turn, then)


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
    def _listing(self) -> tuple[Fives, Index]:
        """All positions that can be reached, most squares first, and where to find them."""
        entry = np.dtype(np.int64).itemsize + np.dtype(np.int32).itemsize
        five = KINDS * np.dtype(np.int16).itemsize
        most = MOST_BYTES // (self._values_each + five + 4 * entry)  # the index is at least a quarter full
        room = FIRST_ROOM
        positions, index = np.zeros((room, KINDS), np.int16), new_index(room)
        positions[0] = [self._every.index(remains) for remains in self.key.sizes]
        spread, listed = 0, 1
        while True:
            spread, listed = list_positions(self._foods, positions, index, spread, listed)
            if listed > most:
                limit = f"{MOST_BYTES / 2**30:.0f} GiB of memory are the limit"
                raise too_large(f"it has more than {most:,} positions, and {limit}")
            if spread == listed:
                return positions[:listed].copy(), fitted(index, listed)
            room *= 2
            positions = np.concatenate([positions, np.zeros_like(positions)])
            index = fitted(index, room)

    def known(self) -> Solution | None:
        """The solution, if it was found before and kept."""
        try:
            return kept(self.key, self.key.directory)
        except (OSError, ValueError):
            return None

    def solve(self, threads: int = 1, progress: Progress = lambda done: None) -> Solution:
        """Find the solution, and keep it for the next time."""
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
            each = pool.map if threads > 1 else map  # one thread alone is not waited for when the process ends
            for layer in self._layers():
                for many in each(solve_portion, portions(layer)):
                    done += many
                    progress(done)
        keep(self.key.directory, values, index)
        return Solution(self.key, values, index)

    def _layers(self) -> Iterator[range]:
        """Positions with 1, 2, ... squares left. Those of one layer do not depend on each other."""
        positions, _ = self._listing
        squares = -self._foods.squares[positions].sum(axis=1)
        for left in range(1, -int(squares[0]) + 1):
            yield range(*np.searchsorted(squares, [-left, -left + 1]).tolist())


def fitted(index: Index, capacity: int) -> Index:
    """The same index with room for so many."""
    new = new_index(capacity)
    move_over(index, new)
    return new


def portions(layer: range) -> list[range]:
    """
    >>> portions(range(5, 2100))
    [range(5, 1005), range(1005, 2005), range(2005, 2100)]
    """
    return [layer[at : at + PORTION] for at in range(0, len(layer), PORTION)]


def too_large(reason: str) -> BadOption:
    return BadOption(f"this board is too large to be solved: {reason}")


# ---- Keeping


FILES: Final = ("values", "keys", "places")


def keep(directory: Path, values: Values, index: Index) -> None:
    """Write a solution where the next one who needs it looks first; where nothing can be written, nothing is."""
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        forget_old_code(directory.parent)
        fresh = Path(tempfile.mkdtemp(dir=directory.parent))
        try:
            arrays: tuple[npt.NDArray[Any], ...] = (values, index.keys, index.places)
            for name, array in zip(FILES, arrays):
                np.save(fresh / f"{name}.npy", array)
            shutil.rmtree(directory, ignore_errors=True)
            fresh.replace(directory)  # all of it, or nothing
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    except OSError:
        return


@lru_cache(maxsize=8)
def kept(key: Key, directory: Path) -> Solution:
    """Read a solution; its pages come from the disk when they are needed, and processes share them."""
    values, keys, places = (np.asarray(np.load(directory / f"{name}.npy", mmap_mode="c")) for name in FILES)
    return Solution(key, values, Index(keys, places))


def solve(board: str, dice: int, cat_moves: int, threads: int = 1, progress: Progress = lambda done: None) -> Solution:
    """Solve a board, drawn as rows joined by `/`."""
    return Problem(Key(sizes_of(board), dice, cat_moves)).solve(threads, progress)


def problem(options: Choices) -> Problem:
    """The problem that these options pose; `BadOption` if it cannot be solved."""
    return Problem(key_of(options))


def solution_for(where: State | Choices, threads: int = 1, progress: Progress = lambda done: None) -> Solution:
    """The solution of a match or of options, kept or found now."""
    posed = Problem(key_at(where) if isinstance(where, State) else key_of(where))
    return posed.known() or posed.solve(threads, progress)
