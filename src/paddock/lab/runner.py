"""Run a plan: play its chunks into a directory, on this machine or on a cluster, and continue a stopped study."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import numpy

from paddock import __version__
from paddock.engine.compilation.compile_cache import CACHE
from paddock.engine.errors import BadOption
from paddock.lab.data.game_columns import play_chunk
from paddock.lab.data.parquet_files import case_directory, chunk_path, read_case, write_atomically
from paddock.lab.level_ladder import is_flat, played_steps
from paddock.lab.statistics.block_sums import BlockSums
from paddock.lab.study_plan import LADDER, Case, Plan

MANIFEST: Final = "study.json"
CHUNKS_PER_WORKER: Final = 4
"""Chunks submitted per cluster worker: enough that no worker waits for the next one."""
SCHEDULER_TIMEOUT: Final = "10s"

Job: TypeAlias = tuple[Path, bytes, int, int]
"""Path of a chunk, its case as JSON, its first game and its number of games."""


class Manifest(msgspec.Struct, frozen=True):
    """Contents of a study's directory: the complete plan and the versions that played it."""

    plan: Plan
    paddock: str
    numba: str
    numpy: str
    sources: str
    """Fingerprint of the compiler and of all compiled sources below the lab."""
    chunks: list[int]
    """Games per chunk of each case. With other sizes, old files would be mistaken for new ones."""


def manifest_of(plan: Plan) -> Manifest:
    chunks = [case.chunk for case in plan.cases]
    return Manifest(plan, __version__, version("numba"), numpy.__version__, CACHE.name, chunks)


def open_directory(out: Path, plan: Plan) -> None:
    """Create or reopen a directory for this plan; raise `BadOption` if it has another study or another version's."""
    manifest, encoded = out / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest_of(plan)), indent=1)
    try:
        if manifest.exists():
            if manifest.read_bytes() != encoded:
                raise BadOption(
                    f"{out} contains another study, or games of another version. Choose another directory with --out."
                )
            return
        out.mkdir(parents=True, exist_ok=True)
        write_atomically(manifest, encoded)
    except OSError as error:
        raise BadOption(f"--out: {out} cannot be written: {error.strerror}") from None


def read_directory(out: Path) -> Manifest:
    """Return the manifest of a directory; raise `BadOption` if it has none of this version."""
    try:
        return msgspec.json.decode((out / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError):
        raise BadOption(f"{out} contains no study: it has no {MANIFEST} of this version") from None


def jobs_of(cases: Sequence[Case], out: Path) -> Iterator[Job]:
    """Yield all chunks in order, played or not. Lazily, because there may be millions."""
    for case in cases:
        encoded = msgspec.json.encode(case)
        case_directory(out, case).mkdir(parents=True, exist_ok=True)
        for first, count in case.spans():
            yield chunk_path(out, case, first), encoded, first, count


def run(
    plan: Plan,
    out: Path,
    *,
    threads: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> None:
    """Play the missing chunks. A crash or an interrupt loses at most the chunk in progress.

    `progress` is called with the number of games that are on disk. On a cluster, see `play_on_cluster`.
    """
    open_directory(out, plan)
    played = 0
    ladder_sums: dict[int, BlockSums] = {}

    def missing_jobs(cases: Sequence[Case]) -> Iterator[Job]:
        nonlocal played
        for job in jobs_of(cases, out):
            if job[0].exists():
                played += job[3]
            else:
                yield job

    for stage in plan.stages():
        jobs = missing_jobs(stage)
        chunks = play_on_cluster(cluster, jobs) if cluster else play_locally(threads, jobs)
        with closing(chunks):
            for count in chunks:
                played += count
                progress(played)
        if plan.stops_when_flat and stage[0].kind == LADDER:
            ladder_sums |= {case.number: read_case(plan, out, case) for case in stage}
            if is_flat(plan, played_steps(plan, ladder_sums)):
                break
    progress(played)


def play_locally(threads: int, jobs: Iterator[Job]) -> Generator[int, None, None]:
    """Play chunk after chunk and yield their numbers of games. All threads share a chunk until it is written."""
    for path, case, first, count in jobs:
        write_atomically(path, play_chunk(case, first, count, threads))
        yield count


def play_on_worker(sources: str, case: bytes, first: int, count: int) -> bytes:
    """Play a chunk on a worker; raise `BadOption` if its sources or compiler differ, since its games would differ."""
    if sources != CACHE.name:
        raise BadOption("--cluster: a worker has another version of Paddock, Numba, NumPy or Python than this machine")
    return play_chunk(case, first, count)


def play_on_cluster(address: str, jobs: Iterator[Job]) -> Generator[int, None, None]:
    """Play chunks on a Dask cluster and yield their numbers of games as they finish.

    Every worker thread plays its own chunk. Dask gives the chunks of a lost worker to another one. After an interrupt,
    waiting chunks are cancelled and running chunks are written; a second interrupt does not wait for them.
    """
    from distributed import Client, as_completed

    try:
        client: Any = Client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadOption(f"--cluster: no scheduler answers at {address} ({error})") from None
    with client:
        workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        pending: dict[Any, Job] = {}
        finished = as_completed(loop=client.loop)

        def submit_next() -> None:
            if job := next(jobs, None):
                future = client.submit(play_on_worker, CACHE.name, *job[1:], pure=False)
                pending[future] = job
                finished.add(future)

        try:
            for _ in range(workers * CHUNKS_PER_WORKER):
                submit_next()
            for future in finished:
                content: bytes = future.result()
                submit_next()
                yield write_finished(pending, future, content)
        except (KeyboardInterrupt, GeneratorExit):
            for future in as_completed(cancel_waiting(client, list(pending)), loop=client.loop):
                if future.status == "finished":
                    write_finished(pending, future, future.result())
            raise


def write_finished(pending: dict[Any, Job], future: Any, content: bytes) -> int:
    """Write a finished chunk, remove it from the pending ones and return its number of games."""
    path, _, _, count = pending[future]
    write_atomically(path, content)
    del pending[future]
    return count


def cancel_waiting(client: Any, pending: list[Any]) -> list[Any]:
    """Cancel the chunks that no worker has started, and return the others."""
    running = {key for keys in client.call_stack().values() for key in keys}
    waiting = {future for future in pending if future.key not in running and not future.done()}
    client.cancel(list(waiting))
    return [future for future in pending if future not in waiting]
