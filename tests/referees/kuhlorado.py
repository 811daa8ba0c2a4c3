"""A slow, obvious referee for Kuhlorado (Reinhard Staupe, NSV 2014), written from the rulebook alone.

"Ruling n" is the nth ruling at the end of its RULES.md; tokens and weights are those of docs/reference/notation.md.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

FACES = "12345c"  # of one die, in the order in which a throw is written
COW = "c"
NUMBERS = "12345"
# Exactly one square lies between: in a row, in a column or diagonally (ruling 4).
PAIR_OFFSETS = [(2, 0), (-2, 0), (0, 2), (0, -2), (2, 2), (2, -2), (-2, 2), (-2, -2)]
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]

Square = tuple[int, int]  # column and row, both from 0, row 0 at the top


def name_of(square: Square) -> str:
    column, row = square
    return "abcdefgh"[column] + str(row + 1)


def square_of(name: str) -> Square:
    return "abcdefgh".index(name[0]), int(name[1:]) - 1


def beside(square: Square) -> set[Square]:
    return {(square[0] + dx, square[1] + dy) for dx, dy in SIDES}


def connected_groups(squares: set[Square]) -> list[set[Square]]:
    """Maximal groups joined along sides, never diagonally."""
    groups: list[set[Square]] = []
    waiting = set(squares)
    while waiting:
        group: set[Square] = set()
        edge = {min(waiting)}
        while edge:
            group |= edge
            waiting -= edge
            edge = {near for square in edge for near in beside(square)} & waiting
        groups.append(group)
    return groups


def written(dice: list[str]) -> str:
    return "".join(sorted(dice, key=FACES.index))


class Referee:
    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        assert players == 2
        rows: list[str] = str(options["sheet"]).split("/")
        self.grid: dict[Square, str] = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
        self.right = len(rows[0]) - 1
        self.bottom = len(rows) - 1
        self.advanced = bool(options["advanced"])
        self.pasture = int(options["pasture"])
        self.small_trough = int(options["small_trough"])
        self.large_trough = int(options["large_trough"])
        self.areas: list[tuple[int, int]] = list(zip(options["area_sizes"], options["area_points"], strict=True))
        self.interim_cows = int(options["interim_cows"])
        self.interim_points = int(options["interim_points"])
        self.last_numbers = int(options["last_numbers"])

        self.owner: dict[Square, int] = {}  # who marked which square
        self.interim = [0, 0]
        self.interim_taken = False
        self.active = 0
        self.stage = "starter"
        self.first_throw: list[str] = []
        self.kept: list[str] = []
        self.result: list[str] = []  # the two dice that bind
        self.marked: list[Square] = []  # in this turn

    # What may happen next

    def turn(self) -> str | int:
        if self.stage == "over":
            return "over"
        if self.stage in ("keep", "mark"):
            return self.active
        return "chance"

    def legal(self) -> dict[str, int]:
        if self.stage == "starter":
            return {"starter:1": 1, "starter:2": 1}
        if self.stage == "first":
            return self.legal_throws(2)
        if self.stage == "keep":
            return self.legal_keeps()
        if self.stage == "second":
            return self.legal_throws(2 - len(self.kept))
        if self.stage == "mark":
            tokens = {f"mark:{name_of(square)}": 1 for square in self.markable()}
            if self.marked and COW in self.result and self.result != [COW, COW]:
                tokens["done"] = 1  # the second of a pair is a wish, not a must (ruling 4)
            return tokens
        return {}

    def legal_throws(self, dice: int) -> dict[str, int]:
        weights: dict[str, int] = {}
        for ordered in product(FACES, repeat=dice):
            token = "throw:" + written(list(ordered))
            weights[token] = weights.get(token, 0) + 1
        return weights

    def legal_keeps(self) -> dict[str, int]:
        # Ruling 1: throw again none, one or both. Of two equal dice it means nothing which one is kept.
        one, other = self.first_throw
        return {f"keep:{kept}": 1 for kept in (one + other, one, other, "-")}

    def free(self, kind: str) -> set[Square]:
        return {square for square, mark in self.grid.items() if mark == kind and square not in self.owner}

    def markable(self) -> list[Square]:
        """The squares the active seat may mark next, with these two dice and what it marked in this turn."""
        one, other = self.result
        if one == COW and other == COW:
            # Ruling 3: two free cow squares anywhere; if only one is left, that one.
            return sorted(self.free(COW)) if len(self.marked) < 2 else []
        if one != COW and other != COW:
            # Ruling 2: exactly one square, of either number.
            return sorted(self.free(one) | self.free(other)) if not self.marked else []
        # Ruling 4: a cow and a number.
        if not self.marked:
            return sorted(self.free(one) | self.free(other))
        if len(self.marked) == 1:
            x, y = self.marked[0]
            wanted = other if self.grid[x, y] == one else one
            return sorted(self.free(wanted) & {(x + dx, y + dy) for dx, dy in PAIR_OFFSETS})
        return []

    # What happens

    def play(self, token: str) -> None:
        if token not in self.legal():
            raise ValueError(f"{token} is not legal here")
        word, _, text = token.partition(":")
        if word == "starter":
            self.active = int(text)
            self.stage = "first"
        elif word == "throw" and self.stage == "first":
            self.first_throw = list(text)
            self.stage = "keep"
        elif word == "keep":
            self.kept = [] if text == "-" else list(text)
            if len(self.kept) == 2:
                self.bind(self.kept)
            else:
                self.stage = "second"
        elif word == "throw":
            self.bind(self.kept + list(text))  # the second result is binding (ruling 1)
        elif word == "mark":
            self.owner[square_of(text)] = self.active
            self.marked.append(square_of(text))
            self.go_on_marking()
        else:
            self.end_turn()

    def bind(self, dice: list[str]) -> None:
        self.result = list(written(dice))
        self.go_on_marking()

    def go_on_marking(self) -> None:
        # Nothing (more) to mark is no event: the turn is over.
        if self.markable():
            self.stage = "mark"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        # Ruling 8: the interim score comes before the end of the game.
        cows_marked = sum(1 for square in self.owner if self.grid[square] == COW)
        if self.advanced and not self.interim_taken and cows_marked >= self.interim_cows:
            self.interim = [self.double_squares(seat) * self.interim_points for seat in (1, 2)]
            self.interim_taken = True

        # Ruling 5: the end is looked at after a turn, and there is no equalising turn.
        numbers_free = sum(len(self.free(number)) for number in NUMBERS)
        if not self.free(COW) or numbers_free <= self.last_numbers:
            self.stage = "over"
        else:
            self.stage = "first"
        self.active = 3 - self.active
        self.first_throw, self.kept, self.result, self.marked = [], [], [], []

    # Scoring

    def squares_of(self, seat: int) -> set[Square]:
        return {square for square, owner in self.owner.items() if owner == seat}

    def double_squares(self, seat: int) -> int:
        return sum(1 for group in connected_groups(self.squares_of(seat)) if len(group) == 2)

    def pastures(self) -> list[set[Square]]:
        # The four border lines; a corner belongs to two of them (ruling 6).
        north = {(x, y) for x, y in self.grid if y == 0}
        east = {(x, y) for x, y in self.grid if x == self.right}
        south = {(x, y) for x, y in self.grid if y == self.bottom}
        west = {(x, y) for x, y in self.grid if x == 0}
        return [north, east, south, west]

    def troughs(self) -> list[tuple[set[Square], int]]:
        """The cells of every trough and what it is worth."""
        small = [{square} for square, mark in self.grid.items() if mark == "o"]
        large = connected_groups({square for square, mark in self.grid.items() if mark == "O"})
        return [(cells, self.small_trough) for cells in small] + [(cells, self.large_trough) for cells in large]

    def majority(self, squares: set[Square], points: int) -> list[int]:
        """The points to whoever marked more of these squares; a tie gives nobody points (ruling 6)."""
        first, second = (len(squares & self.squares_of(seat)) for seat in (1, 2))
        return [points if first > second else 0, points if second > first else 0]

    def area_points(self, size: int) -> int:
        # Ruling 7: every land area scores by the highest band it reaches.
        reached = [(least, points) for least, points in self.areas if size >= least]
        return max(reached)[1] if reached else 0

    def scores(self) -> list[float]:
        totals = list(self.interim)
        prizes = [self.majority(line, self.pasture) for line in self.pastures()]
        for cells, worth in self.troughs():
            prizes.append(self.majority({near for cell in cells for near in beside(cell)}, worth))
        for prize in prizes:
            totals = [total + points for total, points in zip(totals, prize, strict=True)]
        for seat in (1, 2):
            for group in connected_groups(self.squares_of(seat)):
                totals[seat - 1] += self.area_points(len(group))
        return [float(total) for total in totals]

    def shown(self) -> dict[str, object]:
        """The interim score, once there is one, and the size and points of each land area."""
        groups = [group for seat in (1, 2) for group in connected_groups(self.squares_of(seat))]
        areas = sorted((len(group), self.area_points(len(group))) for group in groups)
        return {"interim": tuple(self.interim) if self.interim_taken else None, "areas": areas}

    def payoff(self) -> list[float]:
        first, second = self.scores()
        if first == second:
            return [0.5, 0.5]  # a final tie is a draw (ruling 7)
        return [1.0, 0.0] if first > second else [0.0, 1.0]
