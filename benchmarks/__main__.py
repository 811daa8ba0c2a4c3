"""Compares Paddock with OpenSpiel and pgx on one core, as ratios, and writes benchmarks/RESULTS.md.

python -m benchmarks [--seconds 2] [--repeats 7] [--no-write]
python -m benchmarks --quick    # only checks that everything runs; writes no figures
"""

import argparse
import datetime
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from benchmarks import batches, paddock, peers
from benchmarks.timing import Rate, rates
from paddock.games import GAMES, load_game

HERE = Path(__file__).parent
TARGETS = {
    "mist": ("pig", 2.5),
    "life": ("connect_four", 5.0),
    "mmm": ("connect_four", 5.0),
    "kuhlorado": ("connect_four", 5.0),
}
"""Game -> the peer's game for comparison, and the target as a multiple of its C++ speed."""
TIMES_PYTHON = 15.0
STEPS_FROM_PYTHON = 1e6
TIMES_SEARCH = 3.0
STEPS_AT_ONCE = 2e6
QUICK = 0.05, 2
"""Seconds and repeats of a quick run."""
WANTED_STEPS = {"mist": 5e6}
"""Targets in decisions per second of a batch. Other games have the target `STEPS_AT_ONCE`."""


BATCHES = (
    f"{batches.GAMES_AT_ONCE} games at once, stepped together from Python. A step is one decision in one game, with "
    "its observation and action mask. It includes chance events, the end of a match, the start of the next one, and a "
    "random choice among the legal actions. Decisions per second:"
)


def main() -> None:
    arguments = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Compare Paddock with OpenSpiel and pgx, on one core."
    )
    arguments.add_argument("--seconds", type=float, default=1.0, help="Seconds of one measurement.")
    arguments.add_argument("--repeats", type=int, default=9, help="Measurements of each kind.")
    arguments.add_argument("--no-write", action="store_true", help="Do not change RESULTS.md.")
    arguments.add_argument("--quick", action="store_true", help="Run for about a minute and do not change RESULTS.md.")
    given = arguments.parse_args()
    seconds, repeats = QUICK if given.quick else (given.seconds, given.repeats)
    on_one_core()
    everybody = peers.players() | paddock.players() | peers.searchers() | paddock.searchers()
    everybody |= batches.players() | batches.peers()
    measured = rates(everybody, seconds, repeats)
    text = report(measured, seconds, repeats)
    print(text)
    if not (given.no_write or given.quick):
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


def on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def report(measured: dict[str, Rate], seconds: float, repeats: int) -> str:
    lines = [
        "# Speed",
        "",
        circumstances(seconds, repeats),
        "",
        "| peer | C++ uniform bots | Python loop |",
        "|---|---:|---:|",
    ]
    for name in peers.GAMES:
        lines.append(f"| OpenSpiel {name} | {shown(measured[f'{name} c++'])} | {shown(measured[f'{name} python'])} |")
    lines += [
        "",
        "| game | position | compiled kernel | × C++ of | wanted | × its Python loop | wanted | from Python | wanted |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [row(name, measured) for name in GAMES]
    lines += [
        "",
        f"Tree search at the first decision, fewest players, {peers.SIMULATIONS} random games each; games per second:",
        "",
        "| OpenSpiel C++ | | Paddock | | × C++ | wanted |",
        "|---|---:|---|---:|---:|---:|",
        search_row(measured),
        "",
        BATCHES,
        "",
        "| environment | observation | actions | steps | wanted | × pgx |",
        "|---|---:|---:|---:|---:|---:|",
        *(batch_row(name, measured) for name in GAMES),
        peer_row(measured),
    ]
    return "\n".join(lines) + "\n"


def circumstances(seconds: float, repeats: int) -> str:
    today = datetime.datetime.now(tz=datetime.UTC)
    return (
        f"Measured {today:%Y-%m-%d} at commit {commit()} by `make bench`: {processor()}, one core, "
        f"Python {platform.python_version()}, Numba {version('numba')}, OpenSpiel {version('open_spiel')}. "
        f"Everything in one run, {repeats} measurements of {seconds:g} s each in turns; "
        "median ± half the interquartile range, in steps per second of processor time. "
        "A step is one applied event, chance included, with the legal moves listed at every decision. "
        "*From Python* is one step at a time, each a call."
    )


def row(name: str, measured: dict[str, Rate]) -> str:
    game, (peer, wanted) = load_game(name), TARGETS[name]
    kernel, python = measured[f"{name} kernel"], measured[f"{name} python"]
    by_cpp = kernel.steps_per_second / measured[f"{peer} c++"].steps_per_second
    by_python = kernel.steps_per_second / measured[f"{peer} python"].steps_per_second
    return (
        f"| {game.facts.title}, {paddock.usual_players(name)} players | {game.state.itemsize} bytes "
        f"| {shown(kernel)} | {verdict(by_cpp, wanted)} {peer} | {wanted:g} "
        f"| {verdict(by_python, TIMES_PYTHON)} | {TIMES_PYTHON:g} "
        f"| {shown(python)}{mark(python.steps_per_second >= STEPS_FROM_PYTHON)} | 1 M |"
    )


def search_row(measured: dict[str, Rate]) -> str:
    theirs, ours = measured[f"{peers.SEARCHED} search"], measured[f"{paddock.SEARCHED} search"]
    ratio = verdict(ours.steps_per_second / theirs.steps_per_second, TIMES_SEARCH)
    title = load_game(paddock.SEARCHED).facts.title
    return f"| {peers.SEARCHED} | {thousands(theirs)} | {title} | {thousands(ours)} | {ratio} | {TIMES_SEARCH:g} |"


def batch_row(name: str, measured: dict[str, Rate]) -> str:
    game, steps, wanted = load_game(name), measured[f"{name} batch"], WANTED_STEPS.get(name, STEPS_AT_ONCE)
    ratio = steps.steps_per_second / measured[f"{batches.PEER} pgx"].steps_per_second
    return (
        f"| {game.facts.title}, {paddock.usual_players(name)} players "
        f"| {game.observation_size} numbers | {game.actions} "
        f"| {shown(steps)}{mark(steps.steps_per_second >= wanted)} | {wanted / 1e6:g} M | {ratio:.1f} |"
    )


def peer_row(measured: dict[str, Rate]) -> str:
    steps = shown(measured[f"{batches.PEER} pgx"])
    return f"| pgx {version('pgx')} {batches.PEER} (CPU) | 84 numbers | 7 | {steps} | | 1 |"


def thousands(rate: Rate) -> str:
    return f"{rate.steps_per_second / 1e3:.1f} k ± {rate.noise / 1e3:.1f}"


def shown(rate: Rate) -> str:
    return f"{rate.steps_per_second / 1e6:.2f} M ± {rate.noise / 1e6:.2f}"


def verdict(ratio: float, wanted: float) -> str:
    return f"{ratio:.1f}{mark(ratio >= wanted)}"


def mark(met: bool) -> str:
    return "" if met else " (**missed**)"


def processor() -> str:
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return names[0].split(":")[1].strip() if names else platform.processor()


def commit() -> str:
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


if __name__ == "__main__":
    main()
