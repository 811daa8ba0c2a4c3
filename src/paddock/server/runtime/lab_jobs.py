"""Studies from the browser: the lab runs each in its own process, one at a time."""

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Final

import msgspec

from paddock.engine.errors import BadOption
from paddock.games import load_game
from paddock.match.match_state import MatchState
from paddock.server.api.schemas import ErrorResponse, StudyRequest, StudyResponse, encode
from paddock.server.auth.tokens import new_key
from paddock.server.config import ServerConfig
from paddock.server.errors import Forbidden, NotFound, NotPossibleNow
from paddock.server.runtime.bot_runner import replaying
from paddock.server.table.seat_handlers import known_level
from paddock.server.table.setup import from_outside

MOST_VARIANTS: Final = 36
"""The most variants of a study from the browser; fewer than the lab itself allows."""
LONGEST: Final = 600.0
"""Seconds until a study is cancelled."""
PATIENT: Final = ("nice", "-n", "10") if sys.platform != "win32" else ()
"""Low priority: tables come first."""
BEGUN: Final = "begun"
FAILED: Final = "failed"
STUDY: Final = "study.toml"
REPORT: Final = "report.html"


CRASHED: Final = ErrorResponse("failed", "The lab stopped unexpectedly.")
CANCELLED: Final = ErrorResponse(
    "study_cancelled",
    f"The study was cancelled after {LONGEST:.0f} seconds; ask for fewer games.",
    params={"seconds": int(LONGEST)},
)


class LabJobs:
    """The studies of this service, each in a folder named by its key. Every worker can read all of them."""

    def __init__(self, config: ServerConfig) -> None:
        self._service = config
        self._folder = config.folder / "studies"
        self._running: asyncio.Task[None] | None = None

    async def begin(self, wish: StudyRequest, client: str) -> StudyResponse:
        """Start a study for a client.

        Raise `Forbidden` if the lab is off, `NotPossibleNow` if another study is running or the lab is not installed.
        """
        if not self._service.lab_is_on:
            raise Forbidden("the lab is off at this server; its owner can turn it on with --lab")
        told = await replaying(client, lambda: study_file(wish))  # it may draw boards
        if find_spec("altair") is None or find_spec("pyarrow") is None:
            raise NotPossibleNow("the lab is not installed; run `pip install 'paddock[lab]'`")
        if self._running is not None and not self._running.done():
            raise NotPossibleNow("another study is running; wait until it is done")
        key = new_key()
        out = self._folder / key
        out.mkdir(parents=True)
        (out / BEGUN).touch()
        (out / STUDY).write_text(told)
        self._running = asyncio.create_task(play(out, self._service.url))
        return StudyResponse(key, "running", 0.0)

    def shown(self, key: str) -> StudyResponse:
        out = self._at(key)
        begun = (out / BEGUN).stat().st_mtime
        for name, state in ((REPORT, "done"), (FAILED, "failed")):
            if (out / name).exists():
                problem = read_error((out / name).read_bytes()) if state == "failed" else None
                seconds = (out / name).stat().st_mtime - begun
                return StudyResponse(key, state, seconds, problem)  # type: ignore[arg-type]
        return StudyResponse(key, "running", time.time() - begun)

    def report(self, key: str) -> bytes:
        """Return the report as HTML. Raise `NotPossibleNow` while the study is running."""
        try:
            return (self._at(key) / REPORT).read_bytes()
        except FileNotFoundError:
            raise NotPossibleNow("this study is not done yet") from None

    def _at(self, key: str) -> Path:
        out = self._folder / key
        if not (out / BEGUN).exists():
            raise NotFound("there is no such study; check that the link is complete")
        return out

    async def close(self) -> None:
        """Cancel the running study."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)


def study_file(wish: StudyRequest) -> str:
    """Return the study as TOML for the lab. Raise a `PaddockError` for invalid rules or bots."""
    room = load_game(wish.game)
    options = {name: from_outside(room, name, value) for name, value in wish.options.items()}
    if (count := prod(map(len, wish.vary.values()))) > MOST_VARIANTS:
        raise BadOption(f"vary: {count:,} combinations are too many here; the limit is {MOST_VARIANTS}")
    vary = {name: [from_outside(room, name, value) for value in values] for name, values in wish.vary.items()}
    tried = [options, *({**options, name: value} for name, values in vary.items() for value in values)]
    for rules in tried:
        MatchState(room, wish.players, rules, attended=False)
    top = {"game": room.id, "players": wish.players, "bots": known_level(wish.bots), "games": wish.games}
    parts: dict[str, Mapping[str, object]] = {"": top, "[options]": options, "[vary]": vary}
    return "\n".join(f"{head}\n{in_toml(values)}" for head, values in parts.items() if values)


def in_toml(values: Mapping[str, object]) -> str:
    """Return TOML lines. Numbers, strings and lists are written as in JSON."""
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())


def read_error(printed: bytes) -> ErrorResponse:
    """Return the error that `paddock lab study --json` printed."""
    try:
        return msgspec.json.decode(printed, type=dict[str, ErrorResponse])["error"]
    except (msgspec.MsgspecError, KeyError):
        return CRASHED


async def play(out: Path, url: str) -> None:
    """Run the study in its own process. After a failure, write the error where the report would be."""
    words = ["lab", "study", str(out / STUDY), "--out", str(out / "games"), "--url", url, "--json"]
    lab = [*PATIENT, sys.executable, "-m", "paddock", *words]
    process = await asyncio.create_subprocess_exec(
        *lab, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        printed, _ = await asyncio.wait_for(process.communicate(), LONGEST)
        if process.returncode:
            (out / FAILED).write_bytes(printed or encode({"error": CRASHED}))
        else:
            (out / "games" / REPORT).rename(out / REPORT)
    except TimeoutError:
        (out / FAILED).write_bytes(encode({"error": CANCELLED}))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
