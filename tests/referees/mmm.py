"""A slow, obvious referee of Mmm! (Reiner Knizia, Pegasus Spiele 2015), written from the rulebook alone.

It shares no code with the package: `docs/reference/notation.md` gives the tokens, and "ruling n"
is a ruling at the end of RULES.md. Whatever can be found by listing everything is found by listing everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

FOODS = "bfuha"
FACES = FOODS + "x"

Square = tuple[int, int]  # row from the top, column from the left, both from 0


def name_of(square: Square) -> str:
    """(0, 0) -> a1, (3, 2) -> c4."""
    row, column = square
    return "abcdefgh"[column] + str(row + 1)


def ordered_throws(faces: tuple[str, ...]) -> int:
    """b f x -> 6, b b x -> 3, b b b -> 1."""
    throws = factorial(len(faces))
    for count in Counter(faces).values():
        throws //= factorial(count)
    return throws


def item_around(square: Square, letters: Mapping[Square, str]) -> frozenset[Square]:
    """The item a square belongs to: squares of the very same letter that touch, not diagonally."""
    item = {square}
    growing = True
    while growing:
        growing = False
        for other in letters:
            if other in item or letters[other] != letters[square]:
                continue
            if any(abs(other[0] - row) + abs(other[1] - column) == 1 for row, column in item):
                item.add(other)
                growing = True
    return frozenset(item)


class Referee:
    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.players = players
        self.line: bool = options["line"]
        self.cat_moves: int = options["cat_moves"]
        self.dice: int = options["dice"]
        drawn: str = options["board"]
        letters: dict[Square, str] = {}
        for row, text in enumerate(drawn.split("/")):
            for column, letter in enumerate(text):
                if letter != ".":
                    letters[row, column] = letter
        self.items: set[frozenset[Square]] = {item_around(square, letters) for square in letters}
        # Capitals only tell items apart: a B is bread like a b.
        self.food: dict[Square, str] = {square: letter.lower() for square, letter in letters.items()}

        self.stage = "roll"  # "roll" belongs to chance, "place" to the roller; then "over"
        self.roller = 1
        self.chips: set[Square] = set()
        self.cat = 0
        self.placed: list[Square] = []  # where dice lie; they lie there until the turn ends (ruling 4)
        self.rolled: list[str] = []  # the dice of the last roll that are not placed
        self.placed_now = 0  # how many dice of the last roll are placed

    # -- the interface ------------------------------------------------------------------------------------------

    def turn(self) -> str | int:
        if self.stage == "over":
            return "over"
        return "chance" if self.stage == "roll" else self.roller

    def legal(self) -> dict[str, int]:
        if self.stage == "roll":  # ruling 2: all unplaced dice are thrown together
            throws = combinations_with_replacement(FACES, self.dice - len(self.placed))
            return {"roll:" + "".join(faces): ordered_throws(faces) for faces in throws}
        if self.stage == "place":
            tokens = [f"place:{name_of(square)}" for square in self.placeable()]
            if self.placed_now > 0:  # rulings 1 and 4: at least one die of EVERY roll is placed
                tokens += ["again", "gather"]
            return dict.fromkeys(tokens, 1)
        return {}

    def play(self, token: str) -> None:
        if token not in self.legal():
            raise ValueError(f"{token!r} is not legal here")
        word, _, argument = token.partition(":")
        if word == "roll":
            self.roll(argument)
        elif word == "place":
            self.place(argument)
        elif word == "again":
            self.stage = "roll"
        else:
            self.gather()

    def payoff(self) -> list[float]:
        """They win or lose together."""
        return [1.0 if self.all_gathered() else 0.0] * self.players

    def scores(self) -> list[float]:
        """Squares gathered: chips, not dice."""
        return [float(len(self.chips))] * self.players

    def shown(self) -> dict[str, object]:
        """The cat's way, the items that are finished, and at the end the rating."""
        finished = sum(1 for item in self.items if item <= self.chips)
        return {"cat moved": self.cat, "finished items": finished, "rating": self.rating()}

    def rating(self) -> tuple[str, int] | None:
        """Ruling 6: a victory by the cat's moves to go, the door included, a defeat by the squares left.

        The number is the least that the rating takes.
        """
        if self.stage != "over":
            return None
        if self.all_gathered():
            to_go = self.cat_moves - self.cat
            return "won", 6 if to_go >= 6 else 4 if to_go in (4, 5) else 2 if to_go in (2, 3) else 1
        left = len(self.food) - len(self.chips)
        return "lost", 6 if left >= 6 else 4 if left in (4, 5) else 2 if left in (2, 3) else 1

    # -- rolling and placing ------------------------------------------------------------------------------------

    def roll(self, faces: str) -> None:
        self.rolled = list(faces)
        self.placed_now = 0
        self.stage = "place"
        if not self.placeable():  # ruling 3: the roll fails; the dice come off and nothing is gathered
            self.move_cat()
            self.end_turn()

    def placeable(self) -> list[Square]:
        """Ruling 1: free squares whose food an unplaced die of this roll shows, on the legal line."""
        return [square for square in self.food if self.food[square] in self.rolled and self.fits(square)]

    def fits(self, square: Square) -> bool:
        if square in self.chips or square in self.placed:  # ruling 4: one die a square
            return False
        if not self.line:
            return True
        # Ruling 7: all dice of this TURN in one row or in one column.
        together = [*self.placed, square]
        one_row = len({row for row, _ in together}) == 1
        one_column = len({column for _, column in together}) == 1
        return one_row or one_column

    def place(self, name: str) -> None:
        [square] = [square for square in self.food if name_of(square) == name]
        self.rolled.remove(self.food[square])
        self.placed.append(square)
        self.placed_now += 1
        if not self.rolled:  # ruling 4: with all dice placed, gathering follows at once
            self.gather()

    # -- gathering and the cat ----------------------------------------------------------------------------------

    def gather(self) -> None:
        unfinished = [item for item in self.items if not item <= self.chips]
        self.chips.update(self.placed)
        if self.all_gathered():  # ruling 6: winning comes before the cat
            self.stage = "over"
            return
        if not any(item <= self.chips for item in unfinished):  # ruling 5: no item finished by this turn's chips
            self.move_cat()
        self.end_turn()

    def all_gathered(self) -> bool:
        return self.chips == set(self.food)

    def move_cat(self) -> None:
        self.cat += 1

    def end_turn(self) -> None:
        self.placed = []
        self.rolled = []
        self.placed_now = 0
        self.roller = self.roller + 1 if self.roller < self.players else 1
        self.stage = "over" if self.cat == self.cat_moves else "roll"  # ruling 6: lost with the cat's last move
