"""`paddock games`: what can be played, and what each table may agree on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import rich_click as click

from paddock.commands.agreement import players_in_words

if TYPE_CHECKING:
    from paddock.rules.game import Game


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON list instead of a table.")
def games(as_json: bool) -> None:
    """List the games with their options."""
    from paddock.games import games as all_games

    if as_json:
        print(json.dumps([described(game) for game in all_games()], ensure_ascii=False, indent=2))
    else:
        show(all_games())


def described(game: Game) -> dict[str, object]:
    """A game as JSON."""
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
                "meaning": option.meaning,
            }
            for option in game.options
        ],
    }


def show(all_games: list[Game]) -> None:
    """The same for people: a heading and a table of options for each game."""
    from rich.markup import escape
    from rich.table import Table

    from paddock.rules.options import spoken
    from paddock.terminal.paper import paper

    out = paper()
    for game in all_games:
        facts = game.facts
        out.print(f"\n[bold]{facts.id}[/]  {facts.credit}.")
        out.print(f"{facts.summary} {players_in_words(game)}.")
        table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
        table.add_column(style="cyan", no_wrap=True)
        table.add_column()
        for option in game.options:
            default = escape(spoken(option.default))
            meaning, accepts = escape(option.meaning), escape(option.accepts)
            table.add_row(option.name, f"{meaning} [dim]({accepts}; default[/] {default}[dim])[/]")
        out.print(table)
    out.print("\nPlay one with: paddock play GAME --option KEY=VALUE")
