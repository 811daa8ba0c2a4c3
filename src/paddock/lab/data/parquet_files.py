"""The Parquet files of a study: their paths in its directory, writing and reading."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from paddock.engine.errors import BadOption
from paddock.lab.data.measures import measure_games, seat_matrix
from paddock.lab.statistics.block_sums import BlockSums
from paddock.lab.study_plan import VARIANT, Case, Plan


def case_directory(out: Path, case: Case) -> Path:
    return out / "games" / f"{case.number:03}"


def chunk_path(out: Path, case: Case, first: int) -> Path:
    return case_directory(out, case) / f"{first:015}.parquet"


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file completely or not at all: an existing file is complete."""
    draft = path.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(path)


def encode_chunk(columns: Mapping[str, np.ndarray[Any, np.dtype[Any]]]) -> bytes:
    """Return columns as a Parquet file. Equal columns give equal bytes."""
    file = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), file, compression="snappy", use_dictionary=False, write_statistics=False)
    return file.getvalue()


def read_chunk(path: Path) -> dict[str, np.ndarray[Any, np.dtype[np.float64]]]:
    """Return the columns of a chunk; raise `BadOption` if the file is missing."""
    try:
        table = pq.ParquetFile(path).read(use_threads=False)  # a single file needs no data set
    except FileNotFoundError:
        raise BadOption(f"{path} is missing: the study is not finished. Run it again to continue.") from None
    return {name: table.column(name).to_numpy().astype(np.float64) for name in table.column_names}


def read_case(plan: Plan, out: Path, case: Case, progress: Callable[[int], None] = lambda games: None) -> BlockSums:
    """Return the sums of a case, read chunk by chunk. `progress` is called with the games of each chunk."""
    blocks, game = BlockSums(case), plan.game
    for first, count in case.spans():
        columns = read_chunk(chunk_path(out, case, first))
        blocks.add(first, measure_games(case, game, columns, plan.study.pace))
        if case.kind == VARIANT:
            scores = seat_matrix(columns, "score", case.players)
            blocks.count_scores(scores[:, 0] if game.facts.together else scores)
        progress(count)
    return blocks
