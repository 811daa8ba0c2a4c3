"""What the pages say of a room comes from the room itself: `<!-- room: mist options -->` becomes its table of options.

A page keeps no copy of a rule, an option, a field or a piece of an observation, so none can grow old.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape

import numpy as np

from paddock.games import game
from paddock.rules.game import Game
from paddock.rules.options import spoken

MARKER = re.compile(r"<!-- room: (\w+) (\w+) -->")


def on_page_markdown(markdown: str, **_: object) -> str:
    """MkDocs calls this for every page."""
    return MARKER.sub(lambda found: told(found[1], found[2]), markdown)


def told(name: str, part: str) -> str:
    if part not in PARTS:
        raise ValueError(f"a page asks for {part!r} of {name}; there are {', '.join(PARTS)}")
    return PARTS[part](game(name))


def credit(room: Game) -> str:
    facts = room.facts
    few, many = facts.players[0], facts.players[-1]
    players = f"{few} players" if few == many else f"{few} to {many} players"
    return f"*{facts.credit}.* {facts.summary} For {players}{', all together' if facts.together else ''}."


def rules(room: Game) -> str:
    """The rulebook without its title, its chapters one level down."""
    text = room.rulebook.read_text(encoding="utf-8").partition("\n")[2].strip()
    return re.sub(r"^(#+ )", r"#\1", text, flags=re.MULTILINE)


def options(room: Game) -> str:
    rows = (
        (f"`{option.name}`", option.kind, f"`{spoken(option.default)}`", option.accepts, option.meaning)
        for option in room.options
    )
    return table(("option", "type", "default", "accepts", "meaning"), rows)


def fields(room: Game) -> str:
    """The record, with its size."""
    rows = ((f"`{field.name}`", str(np.dtype(field.type)), shape(field.shape), field.meaning) for field in room.fields)
    return f"{room.state.itemsize} bytes.\n\n" + table(("field", "type", "shape", "meaning"), rows)


def observation(room: Game) -> str:
    """The tensor piece by piece, with the indexes that each takes."""
    rows, first = [], 0
    for piece in room.observation:
        last = first + piece.size - 1
        where = str(first) if piece.size == 1 else f"{first} to {last}"
        rows.append((where, f"`{piece.name}`", shape(piece.shape), piece.meaning))
        first = last + 1
    size = f"{room.observation_size} numbers (`float32`).\n\n"
    return size + table(("index", "piece", "shape", "meaning"), rows)


def notes(room: Game) -> str:
    """What the lab counts."""
    return table(("count", "meaning"), ((f"`{note.name}`", note.meaning) for note in room.notes))


def habits(room: Game) -> str:
    """Ways to play worse that the lab tries."""
    return table(("habit", "who has it"), ((f"`{habit.name}`", habit.meaning) for habit in room.habits))


def shape(lengths: tuple[int, ...]) -> str:
    """
    >>> shape((6, 10)), shape(())
    ('6 × 10', '1')
    """
    return " × ".join(map(str, lengths)) or "1"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; what a cell says stays text.

    >>> print(table(("a", "b"), [("x", "random:<seed>")]))
    | a | b |
    |---|---|
    | x | random:&lt;seed&gt; |
    """
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    lines += [f"| {' | '.join(escape(cell, quote=False).replace('|', '&#124;') for cell in row)} |" for row in rows]
    return "\n".join(lines)


PARTS: dict[str, Callable[[Game], str]] = {
    "credit": credit,
    "rules": rules,
    "options": options,
    "fields": fields,
    "observation": observation,
    "notes": notes,
    "habits": habits,
}
