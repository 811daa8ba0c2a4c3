"""`paddock play`: a game in the terminal against bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.commands.agreement import WithOptions, agreed, fewest, option_pairs, players_in_words
from paddock.rules.refusals import BadOption

if TYPE_CHECKING:
    from rich.console import Console


@click.command(cls=WithOptions)
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--players", type=int, help="How many sit at the table; without it, as few as the game allows.")
@option_pairs
@click.option("--seed", type=click.IntRange(min=0), help="Dice and bots that come again with the same number.")
@click.option("--bot", "level", metavar="LEVEL", help="How well the others play.")
@click.option("--name", "person", default="Farmer", show_default=True, help="What you are called at the table.")
@click.option("--seat", type=int, default=1, show_default=True, help="Where you sit.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a match that was left.")
def play(
    name: str | None,
    players: int | None,
    pairs: tuple[str, ...],
    seed: int | None,
    level: str | None,
    person: str,
    seat: int,
    resume: Path | None,
) -> None:
    """Play a game against bots here in the terminal; without GAME, a menu opens."""
    from paddock.terminal.paper import paper

    out = paper()
    if resume is not None:
        if name or players or pairs or seed is not None or level:
            raise BadOption("--resume goes on with a match as it was: it takes no game, players, options, seed or bot")
        go_on_with(resume, out)
        return
    name = name or chosen_from_menu(out)
    if name is None:
        return

    from paddock.bots.solved import solve_in_background
    from paddock.games import game
    from paddock.match.match import Match
    from paddock.rules.kinds import Seat
    from paddock.terminal.compiling import compile_for_a_person, load_compiler
    from paddock.terminal.conversation import Conversation
    from paddock.terminal.sitting import sit_down

    load_compiler()
    room = game(name)
    options = agreed(pairs)
    match = Match(room, fewest(room) if players is None else players, options)
    sitting = sit_down(match, person, level, seed, Seat(seat - 1))
    compile_for_a_person(room, out)
    solve_in_background(room, match.options)
    Conversation(sitting, out, typed=options).hold()


def go_on_with(file: Path, out: Console) -> None:
    """Sit down again at a saved match."""
    from paddock.bots.solved import solve_in_background
    from paddock.terminal.compiling import compile_for_a_person, load_compiler
    from paddock.terminal.conversation import Conversation
    from paddock.terminal.saving import resume

    load_compiler()
    sitting = resume(file)
    compile_for_a_person(sitting.match.game, out)
    solve_in_background(sitting.match.game, sitting.match.options)
    Conversation(sitting, out, file).hold()


def chosen_from_menu(out: Console) -> str | None:
    """A game picked from a numbered list; None when nobody picks one."""
    from paddock.games import games
    from paddock.terminal.paper import ask

    rooms = games()
    out.print("[bold]Paddock[/]: an unofficial table for animal games.\n")
    for number, room in enumerate(rooms, 1):
        facts = room.facts
        out.print(f" {number}  [bold]{facts.title}[/]  {facts.summary}")
        out.print(f"    by {facts.designer} ({facts.publisher} {facts.year}), {players_in_words(room)}", style="dim")
    while (answer := ask(out, "\nWhich game? (a number, or q to leave) > ")) is not None:
        word = answer.strip().lower()
        if word in ("q", "quit", "exit"):
            return None
        for number, room in enumerate(rooms, 1):
            if word in (str(number), room.id, room.facts.title.lower()):
                out.print()
                return room.id
        if word:
            out.print(f"There is no game {word!r}: type a number from 1 to {len(rooms)}.", markup=False)
    return None
