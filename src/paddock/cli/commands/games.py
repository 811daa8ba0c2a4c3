"""`paddock games`: list the games, or the options of one game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import rich_click as click

from paddock.cli.command_classes import PaddockCommand
from paddock.cli.shared_options import game_argument, json_option, players_text

if TYPE_CHECKING:
    from rich.console import Console

    from paddock.engine.game import Game
    from paddock.engine.options import Option


@click.command(cls=PaddockCommand, examples=["paddock games", "paddock games mist"])
@game_argument(required=False, default="all games in short")
@json_option
def games(game_id: str | None, as_json: bool) -> None:
    """List the games, or show one game with all its options."""
    from paddock.cli.console import new_console
    from paddock.games import games as all_games
    from paddock.games import load_game

    if as_json:
        found = [game_json(game) for game in all_games()] if game_id is None else game_json(load_game(game_id))
        print(json.dumps(found, ensure_ascii=False, indent=2))
    elif game_id is None:
        print_overview(all_games(), new_console())
    else:
        print_game(load_game(game_id), new_console())


def game_json(game: Game) -> dict[str, object]:
    facts = game.facts
    return {
        "id": facts.id,
        "title": facts.title,
        "designer": facts.designer,
        "publisher": facts.publisher,
        "year": facts.year,
        "players": {"min": facts.players[0], "max": facts.players[-1]},
        "together": facts.together,
        "summary": facts.summary,
        "credit": facts.credit,
        "rules": game.rules_version,
        "options": [
            {
                "name": option.name,
                "type": option.kind,
                "default": option.default,
                "accepts": option.accepts,
                **option.limits,
                "meaning": option.meaning,
            }
            for option in game.options
        ],
    }


def print_overview(all_games: list[Game], console: Console) -> None:
    """Print a paragraph for each game."""
    for game in all_games:
        facts = game.facts
        console.print(f"[bold]{facts.id}[/]  {facts.credit}.")
        console.print(facts.summary)
        names = ", ".join(option.name for option in game.options)
        console.print(f"{players_text(game)}. Options: {names}.\n")
    first = all_games[0].id
    console.print(f"Show the options of a game with: paddock games {first}")
    console.print(f"Play a game with: paddock play {first}")


def print_game(game: Game, console: Console) -> None:
    """Print the credit, the summary and the table of options."""
    from rich.markup import escape
    from rich.table import Table

    from paddock.engine.options import option_text
    from paddock.engine.text.rulebook import rulebook_clauses

    facts = game.facts
    console.print(f"[bold]{facts.id}[/]  {facts.credit}.")
    console.print(f"{facts.summary} {players_text(game)}.")
    console.print(
        f"Rules: version {game.rules_version}, {len(rulebook_clauses(game.rulebook))} clauses in {game.rulebook}\n"
    )
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("option", style="cyan", no_wrap=True)
    for heading in ("type", "values", "default", "meaning"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "type")
    for option in game.options:
        cells = (option.name, option.kind, values_text(option), option_text(option.default), option.meaning)
        table.add_row(*map(escape, cells))
    console.print(table)
    first = next((option for option in game.options if isinstance(option.default, bool)), game.options[0])
    value = option_text(not first.default if isinstance(first.default, bool) else first.default)
    console.print(f"\nPlay it with: paddock play {facts.id} --option {first.name}={value}")


def values_text(option: Option) -> str:
    """Return the possible values in short.

    >>> from paddock.engine.options import Number, Switch
    >>> values_text(Number("dice", 5, "dice of a turn", 1, 9)), values_text(Switch("tally", False, "open scores"))
    ('1 to 9', 'on, off')
    """
    from paddock.engine.options import Choice, Number, Numbers, Switch

    match option:
        case Switch():
            return "on, off"
        case Number():
            return f"{option.low} to {option.high}"
        case Numbers():
            some = (
                f"{option.shortest}" if option.shortest == option.longest else f"{option.shortest} to {option.longest}"
            )
            return f"{some} numbers, {'ascending, ' if option.ascending else ''}each {option.low} to {option.high}"
        case Choice():
            return ", ".join(option.choices)
        case _:
            return option.accepts
