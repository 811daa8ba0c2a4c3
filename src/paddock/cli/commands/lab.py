"""`paddock lab`: run studies of many games, and search for fair boards."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from paddock.cli.command_classes import PaddockGroup
from paddock.cli.parameter_types import Count, GameName, LevelNames
from paddock.cli.shared_options import (
    INTERRUPTED,
    core_count,
    game_options,
    json_option,
    levels_option,
    one_of,
    parse_options,
    threads_option,
)
from paddock.engine.errors import BadOption
from paddock.games import GAMES

if TYPE_CHECKING:
    from rich.console import Console

    from paddock.lab.statistics.results import Results
    from paddock.lab.study_plan import Plan

NEEDED = ("altair", "distributed", "pyarrow", "vl_convert")
"""Modules that the lab imports and the base installation lacks."""

out_option = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIRECTORY",
    show_default="lab-GAME or lab-FILE",
    help="Directory for the games and the report.",
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://10.0.0.1:8786."
)
url_option = click.option("--url", metavar="URL", default="", help="Server for the links in the report.")


@click.group(cls=PaddockGroup)
def lab() -> None:
    """Run studies of many games and report confidence intervals."""


@lab.command(
    levels=True,
    examples=[
        "paddock lab study mist",
        "paddock lab study mist --vary doubling=on,off --games 1e5",
        "paddock lab study docs/studies/mist-starter.toml",
    ],
)
@click.argument(
    "study_name",
    metavar="[STUDY]",
    type=GameName(),
    required=False,
    help=f"A game ({one_of(list(GAMES))}), or a TOML file that describes a study.",
)
@click.option("--game", metavar="GAME", type=GameName(), help="The game; the same as the argument.")
@click.option("--players", metavar="N,N", show_default="the fewest of the game", help="Numbers of seats to compare.")
@levels_option
@click.option("--games", type=Count(), metavar="N", show_default="10000", help="Games of each variant, such as 1e6.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    show_default="0",
    help="Random seed. The same seed gives the same games.",
)
@game_options
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="KEY=V1,V2",
    help="Compare values of an option. Repeat it for combinations.",
)
@click.option("--habits", metavar="NAMES", help="Habits that make one seat play worse, or 'all'.")
@click.option(
    "--ladder",
    type=LevelNames(),
    metavar="LEVELS",
    help="Compare each level with the one before, from weak to strong, or 'all'.",
)
@click.option(
    "--ladder-games", type=Count(), metavar="N", show_default="--games", help="Games of each step of the ladder."
)
@click.option("--luck", type=Count(), metavar="N", help="Separate luck from decisions in N games.")
@click.option("--blunders", type=Count(), metavar="N", help="Measure mistakes in N games of each level.")
@out_option
@cluster_option
@url_option
@threads_option
@json_option
def study(
    study_name: str | None,
    out: Path | None,
    cluster: str | None,
    url: str,
    threads: int | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Play the games of a study and write a report.

    STUDY is a game or a TOML file. Without a file, the options describe the study. Ctrl-C stops it, and the same
    command continues it. Games in the directory are not played again.
    """
    check_installed()
    from paddock.cli.compilation_progress import compile_study
    from paddock.cli.console import new_console
    from paddock.cli.progress_bar import progress_bar
    from paddock.lab.report.files import write_report
    from paddock.lab.runner import run

    file = Path(study_name) if study_name is not None and study_name not in GAMES else None
    if study_name in GAMES:
        if given["game"] not in (None, study_name):
            raise BadOption(f"the game is given twice, as {study_name} and {given['game']}; give it once")
        given["game"] = study_name
    plan = plan_study(file, given)
    directory = out or Path(f"lab-{file.stem if file else plan.game.id}")
    stderr = new_console(stderr=True)
    if not cluster:
        compile_study(plan, stderr)
    started = time.perf_counter()
    try:
        with progress_bar(f"Playing {plan.game.facts.title}", plan.games, stderr) as progress:
            run(plan, directory, threads=threads or core_count(), cluster=cluster, progress=progress)
    except KeyboardInterrupt:
        print_interrupted(directory, stderr)
        return INTERRUPTED
    played = time.perf_counter() - started
    with progress_bar("Reading the games", plan.games, stderr) as progress:
        results = write_report(directory, url=url, progress=progress)
    read = time.perf_counter() - started - played
    print_results(results, directory, study_sentence(plan, given), played, read, as_json=as_json)
    return 0


@lab.command(examples=["paddock lab report lab-mist"])
@click.argument(
    "path",
    metavar="DIRECTORY",
    type=click.Path(file_okay=False, path_type=Path),
    help="The directory of a study, such as lab-mist.",
)
@url_option
@json_option
def report(path: Path, url: str, as_json: bool) -> None:
    """Write the report of a finished study again."""
    check_installed()
    from paddock.lab.report.files import write_report

    started = time.perf_counter()
    results = write_report(path, url=url)
    print_results(results, path, "", 0.0, time.perf_counter() - started, as_json=as_json)


@lab.command(examples=["paddock lab search docs/studies/searches/kuhlorado-fair.toml"])
@click.argument(
    "path",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML file that describes a search.",
)
@out_option
@cluster_option
@threads_option
def search(path: Path, out: Path | None, cluster: str | None, threads: int | None) -> int:
    """Search for fair boards or sheets.

    The search makes boards from seeds and keeps the fairest lively ones. FILE sets the number of boards and the
    rounds. Ctrl-C stops it, and the same command continues it.
    """
    check_installed()
    from paddock.cli.compilation_progress import compile_study
    from paddock.cli.console import new_console
    from paddock.lab.board_search import search_rounds
    from paddock.lab.board_search_report import as_markdown, write_search_result
    from paddock.lab.study_file import read_search

    description = read_search(path)
    directory, stderr = out or Path(f"lab-{path.stem}"), new_console(stderr=True)

    def announce(plan: Plan) -> None:
        if not cluster:
            compile_study(plan, stderr)
        stderr.print(f"{plan.title}: {plan.games:,} games on {len(plan.cases)} boards ...", markup=False)

    try:
        chosen = search_rounds(
            description, directory, threads=threads or core_count(), cluster=cluster, on_round=announce
        )
    except KeyboardInterrupt:
        print_interrupted(directory, stderr)
        return INTERRUPTED
    write_search_result(chosen, directory)
    print(as_markdown(chosen))
    print(f"Boards written to {directory / 'kept'}")
    return 0


def check_installed() -> None:
    """Raise `BadOption` if a module of the lab is missing."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise BadOption(f"the lab needs {', '.join(missing)}; install it with: pip install 'paddock[lab]'")


def print_interrupted(directory: Path, console: Console) -> None:
    console.print(f"Stopped. The same command continues with the games in {directory}.", markup=False)


def plan_study(file: Path | None, asked: dict[str, Any]) -> Plan:
    """Return the plan of a study from its file or from options. Raise `BadOption` if both or none are given."""
    from paddock.lab.study import Study
    from paddock.lab.study_file import read_study
    from paddock.lab.study_plan import plan_of

    given = {name: value for name, value in asked.items() if value not in (None, ())}
    if file is not None:
        if given:
            raise BadOption("a study FILE and options exclude each other; use one of them")
        return read_study(file)
    if "game" not in given:
        raise BadOption(f"name a game or a study file, for example: paddock lab study {next(iter(GAMES))}")
    fields: dict[str, Any] = {
        "game": given["game"],
        "options": parse_options(given.get("pairs", ())),
        "vary": parse_varied(given.get("varied", ())),
    }
    for key in ("games", "seed", "ladder_games", "luck", "blunders"):
        if key in given:
            fields[key] = given[key]
    for key in ("bots", "habits", "ladder"):
        if key in given:
            fields[key] = split_words(given[key])
    if "players" in given:
        fields["players"] = [parse_players(word) for word in split_words(given["players"])]
    return plan_of(Study(**fields))


def split_words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def parse_players(word: str) -> int:
    if not word.isdecimal():
        raise BadOption(f"--players needs numbers, separated by commas, not {word!r}")
    return int(word)


def parse_varied(pairs: Sequence[str]) -> dict[str, list[str]]:
    """Return the values of `--vary` by key. Semicolons separate values that contain commas.

    >>> parse_varied(["doubling=on,off", "rows=2,2;3,3"])
    {'doubling': ['on', 'off'], 'rows': ['2,2', '3,3']}
    """
    values: dict[str, list[str]] = {}
    for pair in pairs:
        key, equals, texts = pair.partition("=")
        if not equals or not key or not texts:
            raise BadOption(f"--vary needs key=value,value, like doubling=on,off, not {pair!r}")
        values[key] = [value.strip() for value in texts.split(";" if ";" in texts else ",")]
    return values


def study_sentence(plan: Plan, given: dict[str, Any]) -> str:
    """Return the size of a study and, if options describe it, the values of those that were left out."""
    base, study = plan.cases[0], plan.study
    values = {"players": base.players, "bots": ",".join(dict.fromkeys(base.bots)), "games": study.games}
    used = [f"--{name} {value}" for name, value in {**values, "seed": study.seed}.items() if given.get(name) is None]
    played = f"{plan.games:,} games, seed {study.seed}."
    return f"{played} Defaults: {', '.join(used)}." if given["game"] and used else played


def print_results(
    results: Results, directory: Path, sentence: str, played: float, read: float, *, as_json: bool
) -> None:
    import msgspec

    from paddock.cli.console import new_console

    if as_json:
        sys.stdout.write(msgspec.json.encode(results).decode() + "\n")
        return
    print_tables(results, sentence, new_console())
    print(f"Played in {played:.1f} s, reported in {read:.1f} s: {directory / 'report.html'}")


def print_tables(results: Results, sentence: str, console: Console) -> None:
    """Print the most important results."""
    from rich.table import Table

    from paddock.lab.report.number_format import change_of, interval_of, value_of
    from paddock.lab.study_plan import BLUNDERS

    console.print(f"{results.title}. {results.credit}.", markup=False)
    if sentence:
        console.print(sentence, markup=False)
    main = "win_0" if any(found.key == "win_0" for found in results.variants[0].findings) else "won"
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    label = results.variants[0].finding(main).label
    for heading in ("rules", "games", label, "95 % interval", "difference", "minutes"):
        table.add_column(heading, justify="left" if heading == "rules" else "right")
    for variant in results.variants:
        found = variant.finding(main)
        minutes = f"{variant.finding('minutes').value:.1f}"
        change = change_of(found) or "–"
        table.add_row(variant.name, f"{variant.games:,}", value_of(found), interval_of(found), change, minutes)
    console.print(table)
    for other in results.others:
        meaning = "points of win chance lost per decision" if other.kind == BLUNDERS else other.meaning
        line = f"{other.name}: {meaning}: {value_of(other.finding)} ({interval_of(other.finding)})"
        console.print(line, markup=False)
