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
    chunks: list[int]
    """How many games the chunks of each case have: files of other sizes would be taken for these."""


def manifest_of(plan: Plan) -> Manifest:
    chunks = [case.chunk for case in plan.cases]
    return Manifest(plan, __version__, version("numba"), numpy.__version__, CACHE.name, chunks)


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
    """Play what is missing. Stopped at any time, by whatever, it loses no more than the chunk that was being played.

    On a cluster see `on_cluster`.
    """
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
        chunks = on_cluster(cluster, due(stage)) if cluster else here(threads, due(stage))
        with closing(chunks):
            for count in chunks:
                played += count
                progress(played)
        if plan.climbs and stage[0].kind == LADDER:
            found |= {case.number: read_case(plan, out, case) for case in stage}
            if is_flat(plan, climbed(plan, found)):
                break
    progress(played)


def here(threads: int, jobs: Iterator[Job]) -> Generator[int, None, None]:
    """Chunk after chunk, each by all threads together: none is begun before the last one is written."""
    for path, case, first, count in jobs:
        write(path, play_chunk(case, first, count, threads))
        yield count


def played_there(sources: str, case: bytes, first: int, count: int) -> bytes:
    """What a worker does; one that has other sources, or another compiler, would play other games."""
    if sources != CACHE.name:
        raise BadOption("--cluster: a worker has another version of Paddock, Numba, NumPy or Python than this machine")
    return play_chunk(case, first, count)


def on_cluster(address: str, jobs: Iterator[Job]) -> Generator[int, None, None]:
    """The same on a Dask cluster, as they are ready; what a lost worker had is played again by another.

    There every thread of a worker has a chunk of its own. Whoever stops early, with Ctrl-C or without, waits for those
    that have been begun, so that none is lost; whoever does not want to wait stops once more.
    """
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
                asked[future] = job
                ready.add(future)

        try:
            for _ in range(workers * WAITING):
                ask()
            for future in ready:
                content: bytes = future.result()
                ask()
                yield keep(asked, future, content)
        except (KeyboardInterrupt, GeneratorExit):
            for future in as_completed(begun(client, list(asked)), loop=client.loop):
                if future.status == "finished":
                    keep(asked, future, future.result())
            raise


def keep(asked: dict[Any, Job], future: Any, content: bytes) -> int:
    """Write a chunk that has come back, and ask for it no more; how many games it has."""
    path, _, _, count = asked[future]
    write(path, content)
    del asked[future]
    return count


def begun(client: Any, asked: list[Any]) -> list[Any]:
    """The chunks of these that somebody has played or is playing; the others are taken back."""
    playing = {key for keys in client.call_stack().values() for key in keys}
    idle = {future for future in asked if future.key not in playing and not future.done()}
    client.cancel(list(idle))
    return [future for future in asked if future not in idle]
