"""`paddock lab`: ask a game a question, and get an answer with its interval."""

from __future__ import annotations

import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from paddock.commands.agreement import (
    INTERRUPTED,
    Count,
    WithOptions,
    agreed,
    cores,
    option_pairs,
    threads_to_use,
)
from paddock.rules.refusals import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from paddock.lab.results import Results
    from paddock.lab.study import Case, Plan
    from paddock.rules.game import Game

NEEDED = ("altair", "distributed", "pyarrow", "vl_convert")


@click.group()
def lab() -> None:
    """Ask a game a question: studies of many games, with intervals and a report."""


@lab.command(cls=WithOptions)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--game", "name", metavar="GAME", help="Instead of a FILE: the game.")
@click.option("--players", help="How many sit at the table; several numbers, separated by commas, are compared.")
@click.option("--bots", help="Levels of the seats, separated by commas; a single one is for all seats.")
@click.option("--games", type=Count(), help="Games of each variant; 1e6 is fine.")
@click.option("--seed", type=click.IntRange(min=0), help="Same seed, same games.  [default: 0]")
@option_pairs
@click.option(
    "--vary", "varied", multiple=True, metavar="KEY=V1,V2", help="Compare values of an option; may be given often."
)
@click.option("--habits", help="Let one seat play worse: names, separated by commas, or all.")
@click.option("--ladder", help="Levels from weak to strong, separated by commas, or all until it is flat.")
@click.option("--ladder-games", type=Count(), help="Games of each step of the ladder.")
@click.option("--luck", type=Count(), help="Tell luck from decisions in so many games.")
@click.option("--blunders", type=Count(), help="See what decisions give away, in so many games of each level.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where games and report go.")
@click.option("--cluster", metavar="ADDRESS", help="Let a Dask cluster play, like tcp://10.0.0.1:8786.")
@click.option("--url", default="", help="The service that links in the report open tables at.")
@threads_to_use
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a summary.")
def study(
    file: Path | None,
    out: Path | None,
    cluster: str | None,
    url: str,
    threads: int | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Play the games of a study and report what they show.

    A study is a small TOML FILE, or what the options say. Ctrl-C stops it; the same command goes on from there. What a
    directory already holds is never played again.
    """
    check_installed()
    from paddock.lab.report import write_report
    from paddock.lab.running import run
    from paddock.terminal.paper import paper
    from paddock.terminal.progress import bar

    plan = plan_from(file, asked)
    room = plan.room
    where = out or Path(f"lab-{file.stem if file else room.id}")
    err = paper(stderr=True)
    if not cluster:
        compile_for(plan, err)
    started = time.perf_counter()
    try:
        with bar(f"Playing {room.facts.title}", plan.games, err) as progress:
            run(plan, where, threads=threads or cores(), cluster=cluster, progress=progress)
    except KeyboardInterrupt:
        err.print(f"Stopped. The same command goes on with what is in {where}.", markup=False)
        return INTERRUPTED
    played = time.perf_counter() - started
    with bar("Reading the games", plan.games, err) as progress:
        results = write_report(where, url=url, progress=progress)
    tell(results, where, played, time.perf_counter() - started - played, as_json=as_json)
    return 0


@lab.command()
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
@click.option("--url", default="", help="The service that links in the report open tables at.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a summary.")
def report(directory: Path, url: str, as_json: bool) -> None:
    """Write the report of a finished study anew, from its games."""
    check_installed()
    from paddock.lab.report import write_report

    started = time.perf_counter()
    results = write_report(directory, url=url)
    tell(results, directory, 0.0, time.perf_counter() - started, as_json=as_json)


@lab.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where games and what was kept go.")
@click.option("--cluster", metavar="ADDRESS", help="Let a Dask cluster play, like tcp://10.0.0.1:8786.")
@threads_to_use
def search(file: Path, out: Path | None, cluster: str | None, threads: int | None) -> int:
    """Look for fair boards or sheets: make many from seeds, keep the fairest that are lively.

    FILE says how many, and in which rounds they are played. Ctrl-C stops it; the same command goes on from there.
    """
    check_installed()
    from paddock.lab.keeping import as_markdown, keep_drawings
    from paddock.lab.reading import read_search
    from paddock.lab.selection import search_rounds
    from paddock.terminal.paper import paper

    asked = read_search(file)
    where, err = out or Path(f"lab-{file.stem}"), paper(stderr=True)

    def told(plan: Plan) -> None:
        if not cluster:
            compile_for(plan, err)
        err.print(f"{plan.title}: {plan.games:,} games on {len(plan.cases)} drawings ...", markup=False)

    try:
        chosen = search_rounds(asked, where, threads=threads or cores(), cluster=cluster, told=told)
    except KeyboardInterrupt:
        err.print(f"Stopped. The same command goes on with what is in {where}.", markup=False)
        return INTERRUPTED
    keep_drawings(chosen, where)
    print(as_markdown(chosen))
    print(f"Kept: {where / 'kept'}")
    return 0


def compile_for(plan: Plan, err: Console) -> None:
    """Whole games that are watched, as native code, before the first is played; and say so."""
    import msgspec

    from paddock.bots.readiness import leave
    from paddock.lab.chunks import play_chunk
    from paddock.terminal.compiling import run

    for mark, case in uncompiled(plan).items():
        title = f"Compiling {plan.room.facts.title} for the lab, once for this machine"
        run([partial(play_chunk, msgspec.json.encode(case), 0, 1)], title, err)
        leave(mark)


def uncompiled(plan: Plan) -> dict[Path, Case]:
    """Cases that need native code which nobody has made yet, by the mark that says it is there.

    There is some for those who think and some for those who do not, for luck and for decisions that are looked at
    again.
    """
    from paddock.bots.levels import thinks
    from paddock.bots.readiness import mark_of
    from paddock.lab import kernels
    from paddock.lab.study import BLUNDERS, LUCK
    from paddock.rules.compiler import COMPILING, fingerprint

    room, source = plan.room, fingerprint([Path(str(kernels.__file__))])
    missing: dict[Path, Case] = {}
    for case in plan.cases if COMPILING else []:
        kind = case.kind if case.kind in (LUCK, BLUNDERS) else "watched"
        thinking = any(thinks(room, level) for level in case.bots)
        mark = mark_of(room, f"lab-{kind}-{thinking}-{source}")
        if not mark.exists():
            missing.setdefault(mark, case)
    return missing


def usual_study(room: Game) -> Plan:
    """A study that needs everything that studies usually need."""
    from paddock.bots.entrants import knows_luck
    from paddock.bots.levels import LADDER
    from paddock.lab.study import Study, plan_of

    ladder = [LADDER[0], LADDER[-2]]
    return plan_of(Study(room.id, games=1, ladder=ladder, luck=int(knows_luck(room)), blunders=1))


def check_installed() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise BadOption(f"the lab needs {', '.join(missing)}: install it with pip install 'paddock[lab]'")


def plan_from(file: Path | None, asked: dict[str, Any]) -> Plan:
    """What the file says, or what the options do; not both."""
    from paddock.lab.reading import read_study
    from paddock.lab.study import Study, plan_of

    given = {name: value for name, value in asked.items() if value not in (None, ())}
    if file is not None:
        if given:
            raise BadOption("a study is told by its FILE or by options, not by both")
        return read_study(file)
    if "name" not in given:
        raise BadOption("name a study FILE, or a game with --game")
    told: dict[str, Any] = {"game": given["name"], "options": agreed(given.get("pairs", ())), "vary": varied(given)}
    for key in ("games", "seed", "ladder_games", "luck", "blunders"):
        if key in given:
            told[key] = given[key]
    for key in ("bots", "habits", "ladder"):
        if key in given:
            told[key] = words(given[key])
    if "players" in given:
        told["players"] = [numeral(word) for word in words(given["players"])]
    return plan_of(Study(**told))


def words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def numeral(word: str) -> int:
    if not word.isdecimal():
        raise BadOption(f"--players takes numbers, separated by commas, not {word!r}")
    return int(word)


def varied(given: dict[str, Any]) -> dict[str, list[str]]:
    """`--vary doubling=on,off`; values that have commas themselves are separated by semicolons."""
    made: dict[str, list[str]] = {}
    for pair in given.get("varied", ()):
        key, equals, values = pair.partition("=")
        if not equals or not key or not values:
            raise BadOption(f"--vary takes key=value,value, like doubling=on,off, not {pair!r}")
        made[key] = [value.strip() for value in values.split(";" if ";" in values else ",")]
    return made


def tell(results: Results, where: Path, played: float, read: float, *, as_json: bool) -> None:
    import msgspec

    from paddock.terminal.paper import paper

    if as_json:
        sys.stdout.write(msgspec.json.encode(results).decode() + "\n")
        return
    summary(results, paper())
    print(f"Played in {played:.1f} s, reported in {read:.1f} s: {where / 'report.html'}")


def summary(results: Results, out: Console) -> None:
    """What matters most, for people."""
    from rich.table import Table

    from paddock.lab.study import BLUNDERS
    from paddock.lab.wording import change_of, interval_of, value_of

    out.print(f"{results.title}. {results.credit}.", markup=False)
    main = "win_0" if any(found.key == "win_0" for found in results.variants[0].findings) else "won"
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("rules", "games", results.variants[0].of(main).label, "95 % interval", "difference", "minutes"):
        table.add_column(heading, justify="left" if heading == "rules" else "right")
    for told in results.variants:
        found = told.of(main)
        minutes = f"{told.of('minutes').value:.1f}"
        table.add_row(
            told.name, f"{told.games:,}", value_of(found), interval_of(found), change_of(found) or "–", minutes
        )
    out.print(table)
    for other in results.others:
        meaning = other.meaning if other.kind != BLUNDERS else "points of the chance to win that a decision gives away"
        line = f"{other.name}: {meaning}: {value_of(other.finding)} ({interval_of(other.finding)})"
        out.print(line, markup=False)
