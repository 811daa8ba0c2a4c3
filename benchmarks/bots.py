"""Measures bot strength: the tables in docs/explanation/bot-strength.md between the markers `<!-- arena: ... -->`.

python -m benchmarks.bots [--scale 1] [--only mist,life] [--threads 2] [--no-write]

In a competitive game each level plays as one guest among hosts of the level below, of `uniform` and of `greedy`. In a
cooperative game each level is measured by its win rate. Bots that cannot play a game are listed as missing.
"""

import argparse
import datetime
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from benchmarks.__main__ import commit, mark, processor
from paddock.bots.arena.entrants import Entrant, entrant
from paddock.bots.arena.intervals import Share
from paddock.bots.arena.paired_games import play
from paddock.bots.arena.tournament import Arena, CrossTableCell, Report
from paddock.bots.levels import LADDER, uses_search
from paddock.cli.commands.arena import duration_text, find_solution, worth_text
from paddock.cli.console import new_console
from paddock.cli.shared_options import core_count
from paddock.engine.errors import PaddockError
from paddock.engine.solver.protocols import Solution
from paddock.games import load_game
from paddock.match.match_state import MatchState

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "bot-strength.md"
YARDSTICK = "greedy"
WEAKEST, BEST = LADDER[0], LADDER[-1]
SEED = 3


@dataclass(frozen=True)
class Setting:
    """One game with options: the number of games, and the targets for bots."""

    game: str
    players: int
    games: int
    heading: str
    options: dict[str, object] = field(default_factory=dict)
    wanted: dict[tuple[str, str], float] = field(default_factory=dict)
    """Guest and hosts -> the target share of the guest; in a cooperative game, the target lead."""
    closer: int = 0
    """Games for pairs with a target, if those are more."""
    quick: int = 0
    """Games of bots without search, without luck adjustment, where this is more certain than fewer adjusted games."""


SETTINGS = (
    Setting(
        "mist",
        4,
        800,
        "So ein Mist, 4 players",
        wanted={(BEST, YARDSTICK): 0.27, (YARDSTICK, WEAKEST): 0.65},
        closer=16_000,
    ),
    Setting(
        "life",
        4,
        400,
        "Life is Life, 4 players",
        wanted={(BEST, YARDSTICK): 0.65, (YARDSTICK, WEAKEST): 0.98},
        quick=20_000,
    ),
    Setting(
        "kuhlorado",
        2,
        400,
        "Kuhlorado",
        wanted={(BEST, YARDSTICK): 0.95, (YARDSTICK, WEAKEST): 0.99},
        closer=2000,
    ),
    *(
        Setting("mmm", 2, 1000, f"Mmm!, board {board}", {"board": board, "line": "off"}, quick=50_000)
        for board in ("easy", "hard", "expert")
    ),
    *(
        Setting(
            "mmm",
            2,
            600,
            f"Mmm!, board {board}, line",
            {"board": board, "line": "on"},
            {(BEST, YARDSTICK): 0.15},
            quick=50_000,
        )
        for board in ("easy", "hard", "expert")
    ),
)


def main() -> None:
    arguments = argparse.ArgumentParser(prog="python -m benchmarks.bots", description="Measure bot strength.")
    arguments.add_argument("--scale", type=float, default=1.0, help="Factor for the number of games.")
    arguments.add_argument("--only", default="", help="Ids of games, separated by commas.")
    arguments.add_argument("--threads", type=int, default=core_count())
    arguments.add_argument("--no-luck", action="store_true", help="Skip the luck adjustment: faster, less certain.")
    arguments.add_argument("--no-write", action="store_true", help="Do not change docs/explanation/bot-strength.md.")
    given = arguments.parse_args()
    chosen = [setting for setting in SETTINGS if not given.only or setting.game in given.only.split(",")]
    for name in dict.fromkeys(setting.game for setting in chosen):
        parts = [
            measured(setting, given.scale, given.threads, luck=not given.no_luck)
            for setting in chosen
            if setting.game == name
        ]
        text = "\n\n".join([*parts, circumstances(given.scale)])
        print(text, flush=True)
        if not given.no_write:
            PAGE.write_text(with_part(PAGE.read_text(encoding="utf-8"), name, text), encoding="utf-8")


def with_part(page: str, name: str, text: str) -> str:
    """Return the page with this text between the markers of a game.

    >>> with_part("a\\n<!-- arena: mist -->\\nold\\n<!-- arena: end -->\\nz", "mist", "new")
    'a\\n<!-- arena: mist -->\\n\\nnew\\n\\n<!-- arena: end -->\\nz'
    """
    between = re.compile(rf"(<!-- arena: {name} -->\n).*?(<!-- arena: end -->)", re.DOTALL)
    if not between.search(page):
        raise SystemExit(f"the page has no markers <!-- arena: {name} --> ... <!-- arena: end -->")
    return between.sub(lambda found: f"{found[1]}\n{text}\n\n{found[2]}", page)


def measured(setting: Setting, scale: float, threads: int, *, luck: bool) -> str:
    """Play one setting and return its section of the page."""
    match = MatchState(load_game(setting.game), setting.players, setting.options, attended=False)
    solution = find_solution(match, threads, new_console(stderr=True))
    there, absent = those_who_can(match, solution)

    def run(arena: Arena) -> Report:
        return arena.run(seed=SEED, threads=threads, progress=lambda done: progress(setting, done, arena.games))

    def met(members: list[Entrant], games: int, pairs: list[tuple[str, str]] | None, *, luck: bool) -> Report:
        """Return the report of these pairs, without pairs of absent bots."""
        names = [one.name for one in members]
        both = [pair for pair in pairs or () if set(pair) <= set(names)]
        pairings = None if pairs is None else [(names.index(guest), names.index(host)) for guest, host in both]
        return run(Arena(match, members, many(games, scale), pairings=pairings, luck=luck, solution=solution))

    quick = [one for one in there if not uses_search(match.game, one.name)]
    pairs = None if match.game.facts.together else meetings([one.name for one in there])
    report = met(there, setting.games, pairs, luck=luck)
    closer = [met(quick, setting.quick, pairs, luck=False)] if setting.quick else []
    if setting.closer:
        closer.append(met(there, setting.closer, list(setting.wanted), luck=luck))
    rows = (team_table if match.game.facts.together else guest_table)(report, closer, setting)
    lines = [f"### {setting.heading}", "", *rows, "", *standings_table(report)]
    if absent:
        lines += ["", f"Missing: {', '.join(absent)}."]
    return "\n".join(lines)


def many(games: int, scale: float) -> int:
    """Return the scaled number of games, at least 1.

    >>> many(600, 0.2), many(2, 0.1)
    (120, 1)
    """
    return max(1, round(games * scale))


def progress(setting: Setting, done: int, games: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{setting.heading}: {done:,} of {games:,} ", end="" if done < games else "\n", file=sys.stderr)


def those_who_can(match: MatchState, solution: Solution | None) -> tuple[list[Entrant], list[str]]:
    """Return the bots that can play here, and the names of those that cannot."""
    there, absent = [], []
    for level in (*LADDER, YARDSTICK):
        try:
            one = entrant(match, level, solution)
            play(match, [one] * match.players, SEED, 0, 1)
        except (PaddockError, KeyError):  # an unknown algorithm
            absent.append(level)
        else:
            there.append(one)
    return there, absent


def meetings(names: list[str]) -> list[tuple[str, str]]:
    """Return the pairs of guest and hosts in the order of the table, each once.

    >>> meetings(["uniform", "chick", "owl", "greedy"])
    [('chick', 'uniform'), ('owl', 'chick'), ('owl', 'uniform'), ('greedy', 'uniform'), ('owl', 'greedy')]
    """
    ladder = [name for name in LADDER if name in names]
    steps = [(above, below) for below, above in pairwise(ladder)]
    over_weakest = [(above, WEAKEST) for above in ladder[2:]]
    yardstick = [(YARDSTICK, WEAKEST), (BEST, YARDSTICK)]
    return [pair for pair in [*steps, *over_weakest, *yardstick] if set(pair) <= set(names)]


# ---- Tables


def guest_table(report: Report, closer: list[Report], setting: Setting) -> Iterator[str]:
    """Yield the rows of a competitive game. Pairs with a target use the run with more games."""
    yield f"| one | among {report.players - 1} | takes | without luck | one game is worth | games | |"
    yield "|---|---|---:|---:|---:|---:|---|"
    for guest, host in meetings(report.bots):
        seen = closest(guest, host, report, closer)
        cell = seen.cell(guest, host)
        if cell is not None:
            yield guest_row(seen, cell, setting.wanted.get((guest, host), 1 / report.players))


def closest(guest: str, host: str, report: Report, closer: list[Report]) -> Report:
    """Return the run with more games for this pair, if there is one."""
    return next((seen for seen in closer if seen.cell(guest, host) is not None), report)


def guest_row(report: Report, cell: CrossTableCell, wanted: float) -> str:
    adjusted = shown(cell.adjusted) if report.luck_known else ""
    worth = worth_text(cell.worth) if report.luck_known else ""
    fair = wanted == 1 / report.players
    met = cell.adjusted.low > wanted if fair else cell.adjusted.mean >= wanted
    aim = f"more than {wanted:.0%}" if fair else f"at least {wanted:.0%}"
    return (
        f"| `{cell.guest}` | `{cell.host}` | {shown(cell.share)} | {adjusted} | {worth} | {cell.games:,} "
        f"| {aim}{mark(met)} |"
    )


def team_table(report: Report, closer: list[Report], setting: Setting) -> Iterator[str]:
    """Yield the rows of a cooperative game. Bots without search win rarely, so they use the run with more games."""
    yield "| team of | wins | without luck | ahead of the one before | games | |"
    yield "|---|---:|---:|---:|---:|---|"
    ahead = {(found.bot, found.other): found for seen in (report, *closer) for found in seen.differences}
    order = sorted(report.bots, key=lambda bot: (bot in LADDER, LADDER.index(bot) if bot in LADDER else 0))
    before = ""
    for bot in order:
        seen = closest(bot, bot, report, closer)
        cell = seen.cell(bot, bot)
        if cell is None:
            continue
        adjusted = shown(cell.adjusted) if seen.luck_known else ""
        step = ahead.get((bot, before)) if before in LADDER else None
        steps = f"{points(step.adjusted)} ± {points(step.adjusted_margin)}" if step else ""
        aims = [f"ahead{mark(step.adjusted > step.adjusted_margin)}"] if step else []
        for (team, other), least in setting.wanted.items():
            if team == bot and (team, other) in ahead:
                found = ahead[team, other]
                by = points(found.adjusted)
                aims.append(f"{by} ahead of `{other}`, wanted {points(least)}{mark(found.adjusted >= least)}")
        yield f"| `{bot}` | {shown(cell.share)} | {adjusted} | {steps} | {cell.games:,} | {'; '.join(aims)} |"
        before = bot


def standings_table(report: Report) -> Iterator[str]:
    yield "| bot | rating | a decision takes | at most |"
    yield "|---|---:|---:|---:|"
    for standing in report.standings:
        rating, pace = standing.rating, standing.pace
        yield (
            f"| `{standing.bot}` | {rating.points:+.0f} ± {rating.margin:.0f} "
            f"| {duration_text(pace.mean)} | {duration_text(pace.slowest)} |"
        )


def shown(share: Share) -> str:
    """Return a share with its margin, in percent.

    >>> shown(Share(0.27, 0.004, 0.262, 0.278))
    '27.0 % ± 0.8'
    """
    return f"{100 * share.mean:.1f} % ± {100 * share.margin:.1f}"


def points(share: float) -> str:
    """Return a share in percent.

    >>> points(0.154)
    '15.4'
    """
    return f"{100 * share:.1f}"


def circumstances(scale: float) -> str:
    today = datetime.datetime.now(tz=datetime.UTC)
    return (
        f"Played {today:%Y-%m-%d} at commit {commit()} by `make bots` (scale {scale:g}, seed {SEED}; {processor()}). "
        "± is half of a 95 % interval."
    )


if __name__ == "__main__":
    main()
