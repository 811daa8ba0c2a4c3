"""`paddock train`: learn to judge a game by playing it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import rich_click as click

from paddock.commands.agreement import Count
from paddock.rules.refusals import BadOption, Refusal


@click.command
@click.argument("name", metavar="GAME")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Same seed, same weights.")
@click.option("--watched", type=click.IntRange(min=0), help="Rounds in which greedy players are watched.")
@click.option("--rounds", type=click.IntRange(min=0), help="Rounds of own play after those.")
@click.option("--games", type=Count(), help="Games in each round.")
@click.option("--threads", type=click.IntRange(min=1), help="Cores to use; without it, all. Changes only the time.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Where the weights go; without it, GAME.npz here."
)
@click.option("--json", "as_json", is_flag=True, help="The learning curve as JSON lines.")
def train(
    name: str,
    seed: int,
    watched: int | None,
    rounds: int | None,
    games: int | None,
    threads: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Learn to judge a game by self-play, as the weights that come with the package were learned.

    The file that it writes takes the place of the package's own with PADDOCK_LEARNED=DIRECTORY.
    """
    from paddock.bots import training
    from paddock.games import game

    room = game(name)
    if room.schooling is None:
        raise BadOption(f"nothing is learned in {room.facts.title}: its room has no SCHOOLING")
    usual = room.schooling
    plan = replace(
        usual,
        watched=usual.watched if watched is None else watched,
        rounds=usual.rounds if rounds is None else rounds,
        games=usual.games if games is None else games,
    )
    path = out or Path(f"{room.id}.npz")
    for report in training.train(room, plan, seed, threads or os.cpu_count() or 1):
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
            training.save(report.weights, path)
        except OSError as error:
            raise Refusal(f"{path} cannot be written: {error.strerror}") from None
    if not as_json:
        click.echo(f"Written to {path}.")
