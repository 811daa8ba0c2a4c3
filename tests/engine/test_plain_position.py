"""A position in plain Python says the same as its record, in Python's own numbers, and stays what it was."""

from typing import Any

import numpy as np
import pytest

from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.plain_position import lazy_position, plain_position
from paddock.engine.types import copy_positions, new_positions, same_position
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState
from support.random_matches import positions


def numbers_in(value: Any) -> list[Any]:
    return [number for part in value for number in numbers_in(part)] if isinstance(value, tuple) else [value]


@pytest.mark.interpreted
@pytest.mark.parametrize("name", GAMES)
def test_every_field_reads_as_in_the_record(name: str) -> None:
    for count, match in enumerate(positions(name, load_game(name).facts.players[-1], {}, 4)):
        if count % 10 == 0:
            for s in (plain_position(match.position), lazy_position(match.position)):
                assert same_position(s.position, match.position)
                for field in load_game(name).fields:
                    value = getattr(s, field.name)
                    assert np.array_equal(value, match.state[field.name]), field.name
                    assert np.shape(value) == field.shape
                    assert {type(number) for number in numbers_in(value)} == {int}
        if count > (400 if COMPILING else 60):
            break


@pytest.mark.interpreted
def test_it_is_a_value() -> None:
    match = MatchState(load_game("mist"), 3)
    before, position = match.plain, copy_positions(match.position)
    match.play("animal:pig")
    assert (before.animal[0], match.plain.animal[0]) == (-1, 2)
    assert same_position(before.position, position)


@pytest.mark.interpreted
def test_any_record_can_be_read() -> None:
    fields = [("flag", "u1"), ("one", "i1", (1,)), ("row", "i2", (1, 3)), ("deep", "f8", (2, 2, 2)), ("word", "u8")]
    position = new_positions(np.dtype(fields, align=True))
    s = position[0]
    s.flag, s.one[0], s.row[0], s.word = 255, -7, (1, -2, 3), 2**64 - 1
    s.deep[:] = np.arange(8).reshape(2, 2, 2) / 2
    read = plain_position(position)
    assert (read.flag, read.one, read.row, read.word) == (255, (-7,), ((1, -2, 3),), 2**64 - 1)
    assert read.deep == (((0.0, 0.5), (1.0, 1.5)), ((2.0, 2.5), (3.0, 3.5)))
    assert plain_position(new_positions(np.dtype([("alone", "i4")]))).alone == 0


def test_a_start_that_was_laid_before_is_a_table_of_its_own() -> None:
    game, options = load_game("mmm"), MatchState(load_game("mmm"), 2).options
    one, other = game.start_position(2, options), game.start_position(2, options)
    one[0].left = 0
    assert other[0].left > 0
    assert same_position(other, game.start_position(2, options))
    assert game.start_position(3, options)[0].seats == 3
