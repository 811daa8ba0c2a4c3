"""`paddock train`: learn to judge a game by playing it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.commands.agreement import Count, WithOptions, agreed, cores, option_pairs
from paddock.rules.refusals import BadOption, Refusal

if TYPE_CHECKING:
    from paddock.rules.game import Game

GAMES_OF_LEVELS = 400
"""In each meeting, unless somebody asks for more."""
AT_A_TABLE = 4
"""Who sits there when levels are measured, or the nearest number that a game allows."""


@click.command(cls=WithOptions)
@click.argument("name", metavar="GAME")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Same seed, same weights.")
@click.option("--watched", type=click.IntRange(min=0), help="Rounds in which greedy players are watched.")
@click.option("--rounds", type=click.IntRange(min=0), help="Rounds of own play after those.")
@click.option("--games", type=Count(), help="Games in each round; of levels, in each meeting.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores to use; without it, all. Changes only the time.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Where the weights go; without it, GAME.npz here."
)
@click.option("--levels", is_flag=True, help="Learn nothing, but measure how the levels have to be set.")
@option_pairs
@click.option("--json", "as_json", is_flag=True, help="The learning curve, or what was measured, as JSON lines.")
def train(
    name: str,
    seed: int,
    watched: int | None,
    rounds: int | None,
    games: int | None,
    threads: int | None,
    out: Path | None,
    levels: bool,
    pairs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Learn to judge a game by self-play, as the weights that come with the package were learned.

    The file that it writes takes the place of the package's own with PADDOCK_LEARNED=DIRECTORY. With --levels it plays
    trial players against each other instead, and tells the settings at which the levels are evenly spaced, at a table
    with the options that are given.
    """
    from paddock.bots import training
    from paddock.games import game

    room = game(name)
    if levels:
        if (watched, rounds, out) != (None, None, None):
            raise BadOption(
                "--levels measures and learns nothing: it takes --option, --games, --seed, --threads and --json"
            )
        space(room, agreed(pairs), games or GAMES_OF_LEVELS, seed, threads or cores(), as_json=as_json)
        return
    if pairs:
        raise BadOption("--option goes with --levels: where a game is learned, its room says (SCHOOLING)")
    if room.schooling is None:
        raise BadOption(f"nothing is learned in {room.facts.title}: its room has no SCHOOLING")
    usual = room.schooling
    plan = replace(
        usual,
        watched=usual.watched if watched is None else watched,
        rounds=usual.rounds if rounds is None else rounds,
        games=usual.games if games is None else games,
    )
    if plan.watched + plan.rounds == 0:
        raise BadOption("nothing is learned in no rounds: --watched or --rounds has to be more than 0")
    path = out or Path(f"{room.id}.npz")
    origin = training.origin_of(room, plan, seed)
    for report in training.train(room, plan, seed, threads or cores()):
        row = {
            "round": report.round,
            "games": report.games,
            "positions": report.positions,
            "surprise": round(report.surprise, 5),
            "off": round(report.off, 5),
        }
        if as_json:
            click.echo(json.dumps(row))
        else:
            click.echo(
                f"round {report.round:3}: {report.games:,} games, {report.positions:,} positions, "
                f"surprise {report.surprise:.4f} nats, {100 * report.off:.1f} points off"
            )
        try:
            training.save(report, origin, path)
        except OSError as error:
            raise Refusal(f"{path} cannot be written: {error.strerror}") from None
    if not as_json:
        click.echo(f"Written to {path}.")


def space(room: Game, options: dict[str, object], games: int, seed: int, threads: int, *, as_json: bool) -> None:
    """Measure how the levels have to be set, and tell it as the package keeps it."""
    from paddock.bots.levels import played
    from paddock.bots.spacing import arena_of, spaced, trials_of
    from paddock.commands.arena import solution_at
    from paddock.match.match import Match
    from paddock.terminal.compiling import compile_ahead
    from paddock.terminal.paper import paper
    from paddock.terminal.progress import bar

    err = paper(stderr=True)
    seats = room.facts.players
    match = Match(room, min(max(AT_A_TABLE, seats[0]), seats[-1]), options, attended=False)
    compile_ahead(room, err, simulations=True)
    trials = trials_of(room, solution_at(match, threads, err))
    arena = arena_of(match, trials, games)
    with bar(room.facts.title, arena.games, err) as progress:
        found = spaced(room, trials, arena.run(seed=seed, threads=threads, progress=progress))
    where = played(room, match.options)
    if as_json:
        click.echo(json.dumps({"game": where, "strengths": found.strengths, "settings": found.settings}))
        return
    for player, strength in found.strengths.items():
        click.echo(f"{player:14} {f'{strength:.1%}' if room.facts.together else f'{strength:+.0f}':>8}")
    settings = ", ".join(f"{key} = {setting:g}" for key, setting in found.settings.items())
    click.echo(f"{json.dumps(where) if ' ' in where else where} = {{ {settings} }}")
