"""Studies from the browser: the lab runs each in its own process, one at a time."""

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from paddock.games import load_game
from paddock.match.match_state import MatchState
from paddock.server.api.schemas import StudyRequest, StudyResponse
from paddock.server.auth.tokens import new_key
from paddock.server.config import ServerConfig
from paddock.server.errors import NotFound, NotPossibleNow
from paddock.server.table.seat_handlers import known_level
from paddock.server.table.setup import from_outside

LONGEST: Final = 600.0
"""Seconds until a study is cancelled."""
PATIENT: Final = ("nice", "-n", "10") if sys.platform != "win32" else ()
"""Low priority: tables come first."""
BEGUN: Final = "begun"
FAILED: Final = "failed"
STUDY: Final = "study.toml"
REPORT: Final = "report.html"


class LabJobs:
    """The studies of this service, each in a folder named by its key. Every worker can read all of them."""

    def __init__(self, config: ServerConfig) -> None:
        self._service = config
        self._folder = config.folder / "studies"
        self._running: asyncio.Task[None] | None = None

    def begin(self, wish: StudyRequest) -> StudyResponse:
        """Start a study. Raise `NotPossibleNow` if another one is running or the lab is not installed."""
        told = study_file(wish)
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
                says = (out / name).read_text() if state == "failed" else None
                return StudyResponse(key, state, (out / name).stat().st_mtime - begun, says)  # type: ignore[arg-type]
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


async def play(out: Path, url: str) -> None:
    """Run the study in its own process. After a failure, write the error where the report would be."""
    words = ["lab", "study", str(out / STUDY), "--out", str(out / "games"), "--url", url, "--json"]
    lab = [*PATIENT, sys.executable, "-m", "paddock", *words]
    process = await asyncio.create_subprocess_exec(
        *lab, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        _, heard = await asyncio.wait_for(process.communicate(), LONGEST)
        if process.returncode:
            last = heard.decode(errors="replace").strip().splitlines()
            (out / FAILED).write_text(last[-1].removeprefix("paddock: ") if last else "The lab stopped.")
        else:
            (out / "games" / REPORT).rename(out / REPORT)
    except TimeoutError:
        (out / FAILED).write_text(f"The study was cancelled after {LONGEST:.0f} seconds; ask for fewer games.")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
