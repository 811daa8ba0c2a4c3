"""The values of `Match.turn`: a seat, chance, or the end of the match. Their types tell them apart."""

from enum import Enum
from typing import Final, TypeAlias

from paddock.engine import types as engine
from paddock.engine.errors import BadOption


class Seat(int):
    """A place at the table, counted from 0: an integer that indexes scores, names and payoffs.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("kuhlorado", seed=7)
        >>> match.turn, match.scores[match.turn]
        (Seat(0), 0.0)
        >>> isinstance(match.turn, paddock.Seat)
        True
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Seat({int(self)})"

    __str__ = int.__repr__


class Chance(Enum):
    """The type of `CHANCE`, the turn in which a die or a card decides.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("kuhlorado", chance="manual")
        >>> match match.turn:
        ...     case paddock.Seat() as seat:
        ...         print("a decision of", seat)
        ...     case paddock.Chance():
        ...         print("a die or a card")
        ...     case paddock.Over():
        ...         print("the end")
        a die or a card
    """

    CHANCE = "chance"

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


class Over(Enum):
    """The type of `OVER`, the turn after the end of a match.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("mmm", board="b", dice=1, chance="manual")
        >>> match.play("roll:b", "place:a1")
        >>> isinstance(match.turn, paddock.Over), match.over
        (True, True)
    """

    OVER = "over"

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


Turn: TypeAlias = Seat | Chance | Over
"""The type of `Match.turn`."""

CHANCE: Final = Chance.CHANCE
"""The turn in which a die or a card decides."""

OVER: Final = Over.OVER
"""The turn after the end of a match."""


def checked_seat(seat: int, players: int) -> engine.Seat:
    """Return a seat as the engine writes it, if the table has it."""
    if not 0 <= seat < players:
        raise BadOption(f"seat: there are seats 0 to {players - 1}, not {seat}")
    return engine.Seat(int(seat))


def turn_of(number: int) -> Turn:
    """Return the turn that the engine writes as this number."""
    if number == engine.CHANCE:
        return CHANCE
    return OVER if number == engine.OVER else Seat(number)
