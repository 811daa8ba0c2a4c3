"""A position as one line of text, for bug reports and for setting up a situation.

    mist 3 doubling=on ; stage=4 turn=0 die=5 ...

The line has the game, the number of players and the options that differ from their defaults, then every field that
differs from the start position. It contains secrets, so it is never sent to a player.
"""

import re

import numpy as np

from paddock.engine.errors import BadNotation
from paddock.engine.game import Game
from paddock.engine.options import OptionValues, option_text, resolve_options
from paddock.engine.types import Positions


def write_position(game: Game, players: int, options: OptionValues, position: Positions) -> str:
    """Return the line for this position."""
    start = game.start_position(players, options)
    words = [game.id, str(players)]
    words += [f"{o.name}={option_text(options[o.name])}" for o in game.options if options[o.name] != o.read(o.default)]
    words.append(";")
    for field in game.fields:
        now, before = position[field.name][0], start[field.name][0]
        if not np.array_equal(now, before):
            words.append(f"{field.name}={','.join(str(int(number)) for number in np.ravel(now))}")
    return " ".join(words)


def read_position(game: Game, line: str) -> tuple[int, dict[str, object], Positions]:
    """Return the number of players, the options and the position of a line. Raise `BadNotation` or `BadOption`."""
    head, _, body = line.partition(";")
    words = head.split()
    if len(words) < 2 or words[0] != game.id or not re.fullmatch(r"\d+", words[1]):
        raise BadNotation(f"a position of {game.id} begins with '{game.id}' and the number of players")
    players = int(words[1])
    options = resolve_options(game.options, dict(name_and_value(word) for word in words[2:]))
    position = game.start_position(players, options)
    shapes = {field.name: field.shape for field in game.fields}
    for word in body.split():
        name, text = name_and_value(word)
        if name not in shapes:
            raise BadNotation(f"a position of {game.id} has no field {name!r}")
        try:
            numbers = np.array([int(number) for number in text.split(",")]).reshape(shapes[name])
            position[name][0] = numbers
        except (ValueError, OverflowError):
            raise BadNotation(f"field {name} cannot be {text!r}") from None
        if not np.array_equal(position[name][0], numbers):  # too large for the field
            raise BadNotation(f"field {name} cannot be {text!r}")
    return players, dict(options), position


def name_and_value(word: str) -> tuple[str, str]:
    """Return the two parts of `name=value`. Raise `BadNotation` if there is no equals sign."""
    name, equals, text = word.partition("=")
    if not equals:
        raise BadNotation(f"{word!r} should be name=value")
    return name, text
