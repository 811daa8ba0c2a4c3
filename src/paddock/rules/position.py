"""One line of text for a position, for bug reports and for setting up a situation.

    mist 3 doubling=on ; stage=4 turn=0 die=5 ...

The game, the players and the options that are not default, then every field that differs from an empty
table with these options. It shows everything, secrets too, so it never goes to a player.
"""

import re

import numpy as np

from paddock.rules.game import Game
from paddock.rules.kinds import Table
from paddock.rules.options import Choices, agree, spoken
from paddock.rules.refusals import BadNotation


def write_position(game: Game, players: int, options: Choices, table: Table) -> str:
    """The line for this position."""
    empty = game.table(players, options)
    words = [game.id, str(players)]
    words += [f"{o.name}={spoken(options[o.name])}" for o in game.options if options[o.name] != o.read(o.default)]
    words.append(";")
    for field in game.fields:
        now, before = table[field.name][0], empty[field.name][0]
        if not np.array_equal(now, before):
            words.append(f"{field.name}={','.join(str(int(number)) for number in np.ravel(now))}")
    return " ".join(words)


def read_position(game: Game, line: str) -> tuple[int, dict[str, object], Table]:
    """Players, agreed options and the position of a line that `write_position` wrote."""
    head, _, body = line.partition(";")
    words = head.split()
    if len(words) < 2 or words[0] != game.id or not re.fullmatch(r"\d+", words[1]):
        raise BadNotation(f"a position of {game.id} begins with '{game.id}' and the number of players")
    players = int(words[1])
    options = agree(game.options, dict(pair(word) for word in words[2:]))
    table = game.table(players, options)
    shapes = {field.name: field.shape for field in game.fields}
    for word in body.split():
        name, text = pair(word)
        if name not in shapes:
            raise BadNotation(f"a position of {game.id} has no field {name!r}")
        try:
            numbers = np.array([int(number) for number in text.split(",")]).reshape(shapes[name])
            table[name][0] = numbers
        except (ValueError, OverflowError):
            raise BadNotation(f"field {name} cannot be {text!r}") from None
        if not np.array_equal(table[name][0], numbers):  # too large for the field
            raise BadNotation(f"field {name} cannot be {text!r}")
    return players, dict(options), table


def pair(word: str) -> tuple[str, str]:
    name, equals, text = word.partition("=")
    if not equals:
        raise BadNotation(f"{word!r} should be name=value")
    return name, text
