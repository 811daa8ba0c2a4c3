"""`make bench-lab`: measures the games per second of the lab, local and on a Dask cluster of this machine.

    python -m benchmarks.lab [--games 1e6] [--bots greedy]

Writes the part of docs/measurements/scale.md between its markers. Every run is a process with its own memory.
"""

import argparse
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from paddock.games import GAMES
from paddock.lab.report.files import write_report
from paddock.lab.runner import run
from paddock.lab.study import Study
from paddock.lab.study_plan import plan_of

PAGE: Final = Path(__file__).parent.parent / "docs" / "measurements" / "scale.md"
PLAYERS: Final = 4
SETUPS: Final = {
    "1 thread": ("threads", 1),
    "2 threads": ("threads", 2),
    "Dask, 1 worker": ("cluster", 1),
    "Dask, 2 workers": ("cluster", 2),
}


def one_run(how: str, many: int, games: int, bots: str) -> dict[str, float]:
    """Run a study and its report in a temporary directory, and return the measurements."""
    plan = plan_of(Study(next(iter(GAMES)), players=PLAYERS, games=games, bots=bots))
    with tempfile.TemporaryDirectory() as folder:
        run(plan_of(Study(plan.study.game, players=PLAYERS, games=1, bots=bots)), Path(folder) / "warm")
        out = Path(folder) / "out"
        if how == "threads":
            started, used = time.perf_counter(), time.process_time()
            run(plan, out, threads=many)
        else:
            from distributed import LocalCluster

            with LocalCluster(n_workers=many, threads_per_worker=1, dashboard_address=None) as cluster:
                warm_up(cluster.scheduler_address, plan.study, Path(folder))
                started, used = time.perf_counter(), time.process_time()
                run(plan, out, cluster=cluster.scheduler_address)
        played, spent = time.perf_counter() - started, time.process_time() - used
        begun = time.perf_counter()
        write_report(out)
        size = sum(path.stat().st_size for path in out.rglob("*.parquet"))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        return {
            "played": played,
            "processor": spent if how == "threads" else float("nan"),
            "reported": time.perf_counter() - begun,
            "memory": memory,
            "bytes": size / games,
        }


def warm_up(address: str, study: Study, folder: Path) -> None:
    """Let every worker load its native code before the measurement."""
    run(plan_of(Study(study.game, players=PLAYERS, games=200, bots=study.bots)), folder / "first", cluster=address)


def apart(how: str, many: int, games: int, bots: str) -> dict[str, float]:
    words = [sys.executable, "-m", "benchmarks.lab", "--one", how, str(many), "--games", str(games), "--bots", bots]
    said = subprocess.run(words, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(said.stdout.splitlines()[-1])
    return found


def told(rows: dict[str, dict[str, float]], games: int, bots: str) -> str:
    lines = [
        f"{games:,} games of four `{bots}` at *So ein Mist*, all measures of the lab:",
        "",
        "| what | games/s | games per second of processor time | report, s | peak memory, MB | bytes/game |",
        "|---|---|---|---|---|---|",
    ]
    for what, row in rows.items():
        processor = f"{games / row['processor']:,.0f}" if row["processor"] == row["processor"] else "–"
        lines.append(
            f"| {what} | {games / row['played']:,.0f} | {processor} | {row['reported']:.1f} "
            f"| {row['memory'] / 1e6:,.0f} | {row['bytes']:.0f} |"
        )
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    cores = os.cpu_count()
    lines += ["", f"{cores} cores, load averages when it ended: {load}. Python {platform.python_version()}."]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=float, default=1e6)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--one", nargs=2, metavar=("HOW", "MANY"), help=argparse.SUPPRESS)
    asked: Any = parser.parse_args()
    games = int(asked.games)
    if asked.one:
        print(json.dumps(one_run(asked.one[0], int(asked.one[1]), games, asked.bots)))
        return 0
    rows = {what: apart(how, many, games, asked.bots) for what, (how, many) in SETUPS.items()}
    text = told(rows, games, asked.bots)
    print(text)
    between = re.compile(r"(<!-- lab: measured -->).*(<!-- lab: end -->)", re.DOTALL)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(between.sub(lambda found: f"{found[1]}\n\n{text}\n\n{found[2]}", page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
