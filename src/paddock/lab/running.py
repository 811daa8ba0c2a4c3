"""Carrying out a plan: chunk after chunk into a directory, here or on a cluster, and on from where it stopped."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import numpy

from paddock import __version__
from paddock.lab.blocks import Blocks
from paddock.lab.chunks import play_chunk
from paddock.lab.climbing import climbed, is_flat
from paddock.lab.study import LADDER, Case, Plan
from paddock.lab.tables import chunk_at, folder_of, read_case, write
from paddock.match.simulation import in_order
from paddock.rules.compiler import CACHE
from paddock.rules.refusals import BadOption

MANIFEST: Final = "study.json"
WAITING: Final = 4
"""Chunks for each worker of a cluster that are under way at a time: enough that none ever waits."""
PATIENCE: Final = "10s"
"""How long a scheduler may take to answer."""

Job: TypeAlias = tuple[Path, bytes, int, int]
"""Where a chunk belongs, its case, its first game and the number of its games."""


class Manifest(msgspec.Struct, frozen=True):
    """What a directory holds: the whole plan, and what played it."""

    plan: Plan
    paddock: str
    numba: str
    numpy: str
    sources: str
    """A fingerprint of all compiled sources below the lab, and of the compiler."""


def manifest_of(plan: Plan) -> Manifest:
    return Manifest(plan, __version__, version("numba"), numpy.__version__, CACHE.name)


def open_directory(out: Path, plan: Plan) -> None:
    """Make a directory ready for this plan; one that holds another study, or games of other code, is refused."""
    manifest, encoded = out / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest_of(plan)), indent=1)
    try:
        if manifest.exists():
            if manifest.read_bytes() != encoded:
                raise BadOption(
                    f"{out} holds another study, or one that another version played; name another directory with --out"
                )
            return
        out.mkdir(parents=True, exist_ok=True)
        write(manifest, encoded)
    except OSError as error:
        raise BadOption(f"--out: {out} cannot be written: {error.strerror}") from None


def read_directory(out: Path) -> Manifest:
    """What a directory holds."""
    try:
        return msgspec.json.decode((out / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError):
        raise BadOption(f"{out} holds no study: there is no {MANIFEST} of this version in it") from None


def jobs_of(cases: Sequence[Case], out: Path) -> Iterator[Job]:
    """All chunks, played or not, in order; made one after the other, since there may be millions."""
    for case in cases:
        encoded = msgspec.json.encode(case)
        folder_of(out, case).mkdir(parents=True, exist_ok=True)
        for first, count in case.spans():
            yield chunk_at(out, case, first), encoded, first, count


def run(
    plan: Plan,
    out: Path,
    *,
    threads: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> None:
    """Play what is missing. Stopped at any time, it loses no more than the chunks that were being played."""
    open_directory(out, plan)
    played = 0
    found: dict[int, Blocks] = {}

    def due(cases: Sequence[Case]) -> Iterator[Job]:
        nonlocal played
        for job in jobs_of(cases, out):
            if job[0].exists():
                played += job[3]
            else:
                yield job

    for stage in plan.stages():
        chunks = on_cluster(cluster, due(stage)) if cluster else in_order(threads, due(stage), played_here)
        with closing(chunks):
            for count in chunks:
                played += count
                progress(played)
        if plan.climbs and stage[0].kind == LADDER:
            found |= {case.number: read_case(plan, out, case) for case in stage}
            if is_flat(plan, climbed(plan, found)):
                break
    progress(played)


def played_here(job: Job) -> int:
    """Play a chunk and write it at once, so that nothing that is done waits for what is not; how many games it has."""
    path, case, first, count = job
    write(path, play_chunk(case, first, count))
    return count


def played_there(sources: str, case: bytes, first: int, count: int) -> bytes:
    """What a worker does; one that has other sources, or another compiler, would play other games."""
    if sources != CACHE.name:
        raise BadOption("--cluster: a worker has another version of Paddock, Numba, NumPy or Python than this machine")
    return play_chunk(case, first, count)


def on_cluster(address: str, jobs: Iterator[Job]) -> Generator[int, None, None]:
    """The same on a Dask cluster, as they are ready; what a lost worker had is played again by another."""
    from distributed import Client, as_completed

    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadOption(f"--cluster: no scheduler answers at {address} ({error})") from None
    with client:
        workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        asked: dict[Any, Job] = {}
        ready = as_completed(loop=client.loop)

        def ask() -> None:
            if job := next(jobs, None):
                future = client.submit(played_there, CACHE.name, *job[1:], pure=False)
                asked[future.key] = job
                ready.add(future)

        for _ in range(workers * WAITING):
            ask()
        for future in ready:
            path, _, _, count = asked.pop(future.key)
            content: bytes = future.result()
            ask()
            write(path, content)
            yield count
