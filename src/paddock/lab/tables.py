"""The tables of a study: where they lie in its directory, how they are written and read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from paddock.lab.blocks import Blocks
from paddock.lab.measures import matrix, measured
from paddock.lab.study import VARIANT, Case, Plan
from paddock.rules.refusals import BadOption


def folder_of(out: Path, case: Case) -> Path:
    return out / "games" / f"{case.number:03}"


def chunk_at(out: Path, case: Case, first: int) -> Path:
    return folder_of(out, case) / f"{first:015}.parquet"


def write(path: Path, content: bytes) -> None:
    """All of it or nothing: a file that is there is complete."""
    draft = path.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(path)


def read_chunk(path: Path) -> dict[str, np.ndarray[Any, np.dtype[np.float64]]]:
    try:
        table = pq.ParquetFile(path).read(use_threads=False)  # a single file needs no data set
    except FileNotFoundError:
        raise BadOption(f"{path} is missing: the study is not finished; run it again to go on") from None
    return {name: table.column(name).to_numpy().astype(np.float64) for name in table.column_names}


def read_case(plan: Plan, out: Path, case: Case, read: Callable[[int], None] = lambda games: None) -> Blocks:
    """The sums of a case, a chunk at a time; `read` hears how many games each has."""
    blocks, room = Blocks(case), plan.room
    for first, count in case.spans():
        columns = read_chunk(chunk_at(out, case, first))
        blocks.add(first, measured(case, room, columns, plan.study.pace))
        if case.kind == VARIANT:
            scores = matrix(columns, "score", case.players)
            blocks.count_scores(scores[:, 0] if room.facts.together else scores)
        read(count)
    return blocks
