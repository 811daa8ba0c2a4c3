"""`paddock train`: train the value network of a game, or calibrate its levels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.cli.command_classes import PaddockCommand
from paddock.cli.parameter_types import Count
from paddock.cli.shared_options import (
    core_count,
    defaults_sentence,
    game_argument,
    game_options,
    parse_options,
    threads_option,
)
from paddock.engine.errors import BadOption, PaddockError

if TYPE_CHECKING:
    from paddock.bots.training.td_learning import Report
    from paddock.engine.game import Game, TrainingPlan

CALIBRATION_GAMES = 400
"""Default number of games of each pairing of a calibration."""
CALIBRATION_PLAYERS = 4
"""Seats of a calibration table, or the nearest number that the game allows."""


@click.command(
    cls=PaddockCommand,
    examples=[
        "paddock train mist",
        "paddock train mist --imitation-rounds 1 --rounds 1 --games 1000",
        "paddock train mmm --levels --option line=on",
    ],
)
@game_argument()
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="Random seed. The same seed gives the same weights.",
)
@click.option(
    "--imitation-rounds",
    type=click.IntRange(min=0),
    metavar="N",
    show_default="the training plan of the game",
    help="Rounds of games between greedy bots.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=0),
    metavar="N",
    show_default="the training plan of the game",
    help="Rounds of self-play after those.",
)
@click.option(
    "--games",
    type=Count(),
    metavar="N",
    show_default=f"the training plan of the game, or {CALIBRATION_GAMES}",
    help="Games per round, or per pairing with --levels.",
)
@threads_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    show_default="GAME.npz",
    help="File for the weights.",
)
@click.option("--levels", is_flag=True, help="Calibrate the levels instead; train nothing.")
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per round, or one for --levels.")
def train(
    game_id: str,
    seed: int,
    imitation_rounds: int | None,
    rounds: int | None,
    games: int | None,
    threads: int | None,
    out: Path | None,
    levels: bool,
    pairs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Train the value network of a game by self-play.

    PADDOCK_LEARNED=DIRECTORY makes bots use the written file. With --levels, trial bots play each other. The command
    then prints settings that space the levels evenly. --option sets the options of that table.
    """
    from paddock.bots.training.td_learning import train as train_network
    from paddock.bots.training.weight_files import origin_of, save
    from paddock.games import load_game

    game = load_game(game_id)
    if levels:
        if (imitation_rounds, rounds, out) != (None, None, None):
            raise BadOption("--levels excludes --imitation-rounds, --rounds and --out; leave them out")
        calibrate(
            game, parse_options(pairs), games or CALIBRATION_GAMES, seed, threads or core_count(), as_json=as_json
        )
        return
    if pairs:
        raise BadOption("--option needs --levels; the game's training plan sets the options otherwise")
    plan = training_plan(game, imitation_rounds, rounds, games)
    path = out or Path(f"{game.id}.npz")
    if not as_json:
        click.echo(
            f"Training {game.facts.title}: {plan.imitation_rounds} imitation rounds and {plan.rounds} rounds of "
            f"self-play, {plan.games:,} games each, seed {seed}."
        )
        used = defaults_sentence(
            imitation_rounds=plan.imitation_rounds, rounds=plan.rounds, games=plan.games, seed=seed, out=path
        )
        click.echo(f"{used} Ctrl-C keeps the weights of the last round." if used else "")
    origin = origin_of(game, plan, seed)
    for report in train_network(game, plan, seed, threads or core_count()):
        print_round(report, as_json=as_json)
        try:
            save(report, origin, path)
        except OSError as error:
            raise PaddockError(f"cannot write {path}: {error.strerror}") from None
    if not as_json:
        click.echo(f"Weights written to {path}.")


def training_plan(game: Game, imitation_rounds: int | None, rounds: int | None, games: int | None) -> TrainingPlan:
    """Return the training plan of a game with these changes. Raise `BadOption` if nothing would be trained."""
    usual = game.training_plan
    if usual is None:
        raise BadOption(f"{game.facts.title} has no training plan; its bots use no value network")
    plan = replace(
        usual,
        imitation_rounds=usual.imitation_rounds if imitation_rounds is None else imitation_rounds,
        rounds=usual.rounds if rounds is None else rounds,
        games=usual.games if games is None else games,
    )
    if plan.imitation_rounds + plan.rounds == 0:
        raise BadOption("no round would be trained; set --imitation-rounds or --rounds above 0")
    return plan


def print_round(report: Report, *, as_json: bool) -> None:
    if as_json:
        row = {
            "round": report.round,
            "games": report.games,
            "positions": report.positions,
            "loss": round(report.loss, 5),
            "prediction_error": round(report.prediction_error, 5),
        }
        click.echo(json.dumps(row))
    else:
        click.echo(
            f"round {report.round:3}: {report.games:,} games, {report.positions:,} positions, "
            f"loss {report.loss:.4f} nats, error {100 * report.prediction_error:.1f} points"
        )


def calibrate(game: Game, options: dict[str, object], games: int, seed: int, threads: int, *, as_json: bool) -> None:
    """Measure the levels and print their settings as `levels.toml` stores them."""
    from paddock.bots.levels import calibration_key
    from paddock.bots.training.calibrate_levels import calibrate as calibrate_levels
    from paddock.bots.training.calibrate_levels import trial_arena, trial_players
    from paddock.cli.commands.arena import find_solution
    from paddock.cli.compilation_progress import compile_ahead
    from paddock.cli.console import new_console
    from paddock.cli.progress_bar import progress_bar
    from paddock.match.match_state import MatchState

    stderr = new_console(stderr=True)
    seats = game.facts.players
    match = MatchState(game, min(max(CALIBRATION_PLAYERS, seats[0]), seats[-1]), options, attended=False)
    compile_ahead(game, stderr, simulations=True)
    trials = trial_players(game, find_solution(match, threads, stderr))
    arena = trial_arena(match, trials, games)
    with progress_bar(game.facts.title, arena.games, stderr) as progress:
        found = calibrate_levels(game, trials, arena.run(seed=seed, threads=threads, progress=progress))
    variant = calibration_key(game, match.options)
    if as_json:
        click.echo(json.dumps({"game": variant, "strengths": found.strengths, "settings": found.settings}))
        return
    click.echo(f"{arena.games:,} games with {match.players} players, seed {seed}.")
    for player, strength in found.strengths.items():
        click.echo(f"{player:18} {f'{strength:.1%}' if game.facts.together else f'{strength:+.0f}':>8}")
    settings = ", ".join(f"{key} = {setting:g}" for key, setting in found.settings.items())
    click.echo(f"{json.dumps(variant) if ' ' in variant else variant} = {{ {settings} }}")
