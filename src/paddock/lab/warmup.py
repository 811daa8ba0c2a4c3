"""Compile the lab of a game ahead: `python -m paddock.lab.warmup GAME`."""

import argparse
from pathlib import Path

import msgspec

from paddock.bots.arena.paired_games import knows_luck
from paddock.bots.compile_stages import stage_mark, write_mark
from paddock.bots.levels import LADDER, uses_search
from paddock.engine.compilation import compile_cache
from paddock.engine.game import Game
from paddock.games import load_game
from paddock.lab.data import kernels
from paddock.lab.data.game_columns import play_chunk
from paddock.lab.study import Study
from paddock.lab.study_plan import BLUNDERS, LUCK, Case, Plan, plan_of


def uncompiled_cases(plan: Plan) -> dict[Path, Case]:
    """Return one case for each kernel that is not compiled yet, by the mark of that kernel.

    Kernels differ for luck, for blunders and for other games, and for bots that search and bots that do not.
    """
    source = compile_cache.fingerprint([Path(str(kernels.__file__))])
    missing: dict[Path, Case] = {}
    for case in plan.cases if compile_cache.COMPILING else []:
        kind = case.kind if case.kind in (LUCK, BLUNDERS) else "measured"
        searching = any(uses_search(plan.game, level) for level in case.bots)
        mark = stage_mark(plan.game, f"lab-{kind}-{searching}-{source}")
        if not mark.exists():
            missing.setdefault(mark, case)
    return missing


def compile_case(mark: Path, case: Case) -> None:
    """Play one game of a case, which compiles its kernel, and write the mark."""
    play_chunk(msgspec.json.encode(case), 0, 1)
    write_mark(mark)


def typical_study(game: Game) -> Plan:
    """Return a study that needs every kernel that studies usually need."""
    ladder = [LADDER[0], LADDER[-2]]
    return plan_of(Study(game.id, games=1, ladder=ladder, luck=int(knows_luck(game)), blunders=1))


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile the lab of a game for this machine.")
    parser.add_argument("game")
    game = load_game(parser.parse_args().game)
    for mark, case in uncompiled_cases(typical_study(game)).items():
        compile_case(mark, case)


if __name__ == "__main__":
    main()
