"""Generate parts of pages.

`<!-- game: mist options -->` becomes the options of a game, `<!-- commands -->` the reference of all commands, and
`<!-- levels -->` the levels of bots.

A page has no copy of a rule, an option, a field or a command, so none can become outdated.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

import click
import numpy as np

from paddock.bots.level_names import LEVELS
from paddock.cli.main import paddock
from paddock.engine.game import Game
from paddock.engine.options import option_text
from paddock.games import load_game

RANGE = re.compile(r" \[[\dx<>=]+\]|; [\dx<>=]+(?=\])")
"""The range of a number, which the help text describes in words."""
MARKER = re.compile(r"<!-- game: (\w+) (\w+) -->")


def on_page_markdown(markdown: str, **_: object) -> str:
    """MkDocs calls this for every page."""
    markdown = MARKER.sub(lambda found: told(found[1], found[2]), markdown)
    for marker, generate in GENERATED.items():
        if marker in markdown:
            markdown = markdown.replace(marker, generate())
    return markdown


def told(name: str, part: str) -> str:
    if part not in PARTS:
        raise ValueError(f"a page asks for {part!r} of {name}; choose one of {', '.join(PARTS)}")
    return PARTS[part](load_game(name))


def credit(game: Game) -> str:
    facts = game.facts
    few, many = facts.players[0], facts.players[-1]
    players = f"{few} players" if few == many else f"{few} to {many} players"
    return f"*{facts.credit}.* {facts.summary} For {players}{', all together' if facts.together else ''}."


def rules(game: Game) -> str:
    """Return the rulebook without its title, with headings one level lower."""
    text = game.rulebook.read_text(encoding="utf-8").partition("\n")[2].strip()
    return re.sub(r"^(#+ )", r"#\1", text, flags=re.MULTILINE)


def options(game: Game) -> str:
    rows = (
        (f"`{option.name}`", option.kind, f"`{option_text(option.default)}`", option.accepts, option.meaning)
        for option in game.options
    )
    return table(("option", "type", "default", "accepts", "meaning"), rows)


def fields(game: Game) -> str:
    """Return the fields of the position record and its size."""
    rows = ((f"`{field.name}`", str(np.dtype(field.type)), shape(field.shape), field.meaning) for field in game.fields)
    return f"{game.state.itemsize} bytes.\n\n" + table(("field", "type", "shape", "meaning"), rows)


def observation(game: Game) -> str:
    """Return the parts of the observation with their indices."""
    rows, first = [], 0
    for piece in game.observation:
        last = first + piece.size - 1
        where = str(first) if piece.size == 1 else f"{first} to {last}"
        rows.append((where, f"`{piece.name}`", shape(piece.shape), piece.meaning))
        first = last + 1
    size = f"{game.observation_size} numbers (`float32`).\n\n"
    return size + table(("index", "piece", "shape", "meaning"), rows)


def event_counts(game: Game) -> str:
    """Return the event counts of the lab."""
    return table(("count", "meaning"), ((f"`{note.name}`", note.meaning) for note in game.event_counts))


def habits(game: Game) -> str:
    """Return the habits that studies can give to a seat."""
    return table(("habit", "meaning"), ((f"`{habit.name}`", habit.meaning) for habit in game.habits))


def commands() -> str:
    """Return a section for each command, from its help."""
    root = click.Context(paddock, info_name="paddock")
    return "\n\n".join(text for command in paddock.commands.values() for text in command_sections(command, root))


def command_sections(command: click.Command, parent: click.Context) -> Iterator[str]:
    """Yield the section of a command, or of each command of a group."""
    context = click.Context(command, info_name=command.name, parent=parent)
    if isinstance(command, click.Group):
        for child in command.commands.values():
            yield from command_sections(child, context)
        return
    usage = " ".join(piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]")
    rows = []
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Argument):
            rows.append((f"`{parameter.make_metavar(context)}`", str(getattr(parameter, "help", ""))))
        elif parameter.name != "help" and (record := parameter.get_help_record(context)):
            rows.append((f"`{record[0]}`", RANGE.sub("", " ".join(record[1].split()))))
    yield f"### `{f'{context.command_path} {usage}'.strip()}`"
    yield inspect.cleandoc(command.help or "")
    if rows:
        yield table(("argument or option", "meaning"), rows)
    yield "```sh\n" + "\n".join(getattr(command, "examples", ())) + "\n```"


def shape(lengths: tuple[int, ...]) -> str:
    """Return a shape as text.

    >>> shape((6, 10)), shape(())
    ('6 × 10', '1')
    """
    return " × ".join(map(str, lengths)) or "1"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table with escaped cells.

    >>> print(table(("a", "b"), [("x", "random:<seed>")]))
    | a | b |
    |---|---|
    | x | random:&lt;seed&gt; |
    """
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    lines += [f"| {' | '.join(escape(cell, quote=False).replace('|', '&#124;') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def levels() -> str:
    return table(("level", "meaning"), ((f"`{name}`", meaning) for name, meaning in LEVELS.items()))


GENERATED: dict[str, Callable[[], str]] = {"<!-- commands -->": commands, "<!-- levels -->": levels}

PARTS: dict[str, Callable[[Game], str]] = {
    "credit": credit,
    "rules": rules,
    "options": options,
    "fields": fields,
    "observation": observation,
    "event_counts": event_counts,
    "habits": habits,
}
