"""`make bench-page`: measures the time until a board is playable on a mid-range phone.

The benchmark uses a real service and a real Chromium with an empty cache. The processor is slowed down four times, and
the network has Lighthouse's profile for mobile phones. The time runs from opening the link of a table to the first
frame with a clickable piece.

The page itself takes the time: questions from outside while it loads would be part of the measurement.
"""

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, sync_playwright

from page.browsing import PHONE, launch
from page.playing import PRESSABLE
from server.house import FEWEST, House

SLOWER: Final = 4
LINE: Final = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8, "offline": False}
TIMES: Final = 5

WATCH: Final = """
window.playable = new Promise((done) => {
  const look = () => {
    const piece = [...document.querySelectorAll(%s)].find((one) => one.checkVisibility());
    if (!piece) return requestAnimationFrame(look);
    const files = performance.getEntries().filter((one) => one.responseEnd > 0);
    const seen = files.map((one) => [one.name, one.startTime, one.responseEnd, one.encodedBodySize]);
    done(JSON.stringify({ took: performance.now(), files: seen }));
  };
  look();
});
"""
"""A script that reports the time of the first clickable piece, and the files loaded by then."""


class Loaded(msgspec.Struct, array_like=True):
    """One file: request and response times in milliseconds, and its size as sent."""

    name: str
    asked: float
    there: float
    size: int


class Opening(msgspec.Struct):
    """The measurement of one table."""

    took: float
    files: list[Loaded]

    @property
    def script(self) -> float:
        """Kilobytes of scripts as sent."""
        return sum(file.size for file in self.files if file.name.endswith(".js")) / 1024

    @property
    def all(self) -> float:
        """Kilobytes of all files, without the socket."""
        return sum(file.size for file in self.files) / 1024

    @property
    def trips(self) -> int:
        """The longest chain of files, each requested only after the one before it had arrived.

        Fonts and pictures do not count: nothing waits for them.
        """
        rows: list[tuple[float, int]] = []
        for file in sorted(self.files, key=lambda one: one.asked):
            if not file.name.partition("#")[0].endswith((".woff2", ".svg")):
                before = (long for there, long in rows if there <= file.asked)
                rows.append((file.there, 1 + max(before, default=0)))
        return max(long for _, long in rows)


def measure(browser: Browser, house: House, game: str) -> Opening:
    context = browser.new_context(viewport=PHONE, device_scale_factor=2)
    asked = context.request
    asked.put(f"{house.url}/api/me", data={"name": "Mia"})
    wish = {"game": game, "seats": [{"who": "me"}] * FEWEST[game]}
    table = asked.post(f"{house.url}/api/tables", data=wish).json()["table"]
    page = context.new_page()
    line: Any = context.new_cdp_session(page)
    line.send("Page.enable")
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    piece = f"[data-uncover], {PRESSABLE}"
    line.send("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH % json.dumps(piece)})
    page.goto(f"{house.url}/table/{table}", wait_until="commit")
    told = line.send("Runtime.evaluate", {"expression": "playable", "awaitPromise": True})["result"]["value"]
    context.close()
    return msgspec.json.decode(told, type=Opening)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        print(
            "| game | until the board can be played (ms, median of 5, least to most) | script (kB) | all (kB) | trips |"
        )
        print("|---|---|---|---|---|")
        for game in FEWEST:
            found = sorted((measure(browser, house, game) for _ in range(TIMES)), key=lambda one: one.took)
            middle = statistics.median(one.took for one in found)
            between = f"{middle:.0f} ({found[0].took:.0f} to {found[-1].took:.0f})"
            first = found[0]  # the fastest run, without random delays
            print(f"| {game} | {between} | {first.script:.0f} | {first.all:.0f} | {first.trips} |", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
