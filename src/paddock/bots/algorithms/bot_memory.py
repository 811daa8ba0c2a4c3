"""The part of a bot's memory that all algorithms share: the seats' play styles and the evaluated moves.

A bot memory is one NumPy record of fixed size. Compiled code allocates nothing, so the record holds every buffer that a
search needs, and its size bounds the memory of a bot. Each game has its own record type, because the record contains
positions of that game.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from paddock.engine.game import Game

MOST_SEATS: Final = 8
"""The largest number of seats that a memory has room for."""


def seat_fields(game: Game) -> list[tuple[Any, ...]]:
    """Return the fields that every bot memory has."""
    return [
        ("players", "i8"),
        ("together", "i8"),  # 1 if all seats win or lose together
        ("policy", "i8", (MOST_SEATS,)),
        ("random_move_chance", "f8", (MOST_SEATS,)),  # for GREEDY: probability of a uniformly random move
        ("temperature", "f8", (MOST_SEATS,)),  # in log-odds; 0 takes the best move
        ("boldness", "f8", (MOST_SEATS,)),  # log-odds added to a daring move and taken from a careful one
        ("iterations", "i8", (MOST_SEATS,)),  # search budget of one decision, in rollouts
        ("win_chance", "f8", (game.most_moves, MOST_SEATS)),  # by legal move and seat
        ("error", "f8", (game.most_moves,)),  # standard error of the win chance of the seat to move
        ("penalty", "f8", (game.most_moves,)),  # subtracted from the win chance when moves are compared
    ]


def record_with_alias(
    fields: Sequence[tuple[Any, ...]], field: str, alias: str, alias_type: np.dtype[Any]
) -> np.dtype[Any]:
    """Return a record type with these fields in which `alias` reads the bytes of `field` as another type."""
    plain = np.dtype(list(fields), align=True)
    assert plain.fields is not None
    assert plain.names is not None
    return np.dtype(
        {
            "names": [*plain.names, alias],
            "formats": [*(plain.fields[name][0] for name in plain.names), alias_type],
            "offsets": [*(plain.fields[name][1] for name in plain.names), plain.fields[field][1]],
            "itemsize": plain.itemsize,
        }
    )
