"""`paddock play`: play a game against bots in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.bots import DEFAULT_OPPONENT
from paddock.cli.command_classes import PaddockCommand
from paddock.cli.parameter_types import LevelNames
from paddock.cli.shared_options import (
    fewest_players,
    game_argument,
    game_options,
    parse_options,
    players_option,
    players_text,
)
from paddock.engine.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console


@click.command(
    cls=PaddockCommand,
    levels=True,
    examples=["paddock play mist", "paddock play mmm --players 2 --bot fox --option board=hard"],
)
@game_argument(required=False, default="a menu")
@players_option
@game_options
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Random seed. The same seed gives the same dice and bot moves.",
)
@click.option(
    "--bot",
    "level",
    type=LevelNames(),
    metavar="LEVEL",
    show_default=DEFAULT_OPPONENT,
    help="Level of the bots.",
)
@click.option("--name", "person", metavar="NAME", default="Farmer", show_default=True, help="Your name at the table.")
@click.option("--seat", type=int, metavar="N", default=1, show_default=True, help="Your seat, counted from 1.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Continue a saved match.")
def play(
    game_id: str | None,
    players: int | None,
    pairs: tuple[str, ...],
    seed: int | None,
    level: str | None,
    person: str,
    seat: int,
    resume: Path | None,
) -> None:
    """Play a game against bots in the terminal."""
    from paddock.cli.console import new_console

    console = new_console()
    if resume is not None:
        if game_id or players or pairs or seed is not None or level:
            raise BadOption("--resume continues a match unchanged; leave out the game and the other options")
        resume_match(resume, console)
        return
    game_id = game_id or choose_game(console)
    if game_id is None:
        return

    from paddock.bots.algorithms.solver_jobs import solve_in_background
    from paddock.cli.compilation_progress import compile_for_play, load_compiler
    from paddock.cli.terminal.play_loop import PlayLoop
    from paddock.cli.terminal.terminal_session import new_session
    from paddock.engine.types import Seat
    from paddock.games import load_game
    from paddock.match.match_state import MatchState

    load_compiler()
    game = load_game(game_id)
    options = parse_options(pairs)
    match = MatchState(game, fewest_players(game) if players is None else players, options)
    session = new_session(match, person, level, seed, Seat(seat - 1))
    compile_for_play(game, console)
    solve_in_background(game, match.options)
    PlayLoop(session, console, typed_options=options).run()


def resume_match(file: Path, console: Console) -> None:
    """Continue a saved match."""
    from paddock.bots.algorithms.solver_jobs import solve_in_background
    from paddock.cli.compilation_progress import compile_for_play, load_compiler
    from paddock.cli.terminal.play_loop import PlayLoop
    from paddock.cli.terminal.saved_matches import resume

    load_compiler()
    session = resume(file)
    compile_for_play(session.match.game, console)
    solve_in_background(session.match.game, session.match.options)
    PlayLoop(session, console, file).run()


def choose_game(console: Console) -> str | None:
    """Show a numbered menu and return the id of the chosen game, or None if the person leaves."""
    from paddock.cli.console import read_line
    from paddock.games import games

    all_games = games()
    console.print("[bold]Paddock[/]: an unofficial table for animal games.\n")
    for number, game in enumerate(all_games, 1):
        facts = game.facts
        console.print(f" {number}  [bold]{facts.title}[/]  {facts.summary}")
        console.print(f"    by {facts.designer} ({facts.publisher} {facts.year}), {players_text(game)}", style="dim")
    while (answer := read_line(console, "\nWhich game? (a number, or q to leave) > ")) is not None:
        word = answer.strip().lower()
        if word in ("q", "quit", "exit"):
            return None
        for number, game in enumerate(all_games, 1):
            if word in (str(number), game.id, game.facts.title.lower()):
                console.print()
                return game.id
        if word:
            console.print(f"There is no game {word!r}. Type a number from 1 to {len(all_games)}.", markup=False)
    return None
