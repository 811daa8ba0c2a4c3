"""How soon a board can be played on a middling phone: `make bench-page`.

A real service, a real Chromium with its processor slowed down four times and the line of a mobile network (the
profile that Lighthouse uses for phones), nothing in its cache. Measured from opening the link of a table to the first
piece of the board that can be pressed.
"""

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from page.browsing import PHONE, launch
from page.playing import PRESSABLE
from server.house import FEWEST, House

SLOWER: Final = 4
LINE: Final = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8, "offline": False}
TIMES: Final = 5


def measure(browser: Browser, house: House, game: str) -> tuple[float, float]:
    """Milliseconds until a piece can be pressed, and the kilobytes of script that it took."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=2)
    asked = context.request
    asked.put(f"{house.url}/api/me", data={"name": "Mia"})
    wish = {"game": game, "seats": [{"who": "me"}] * FEWEST[game]}
    table = asked.post(f"{house.url}/api/tables", data=wish).json()["table"]
    page = context.new_page()
    line: Any = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{house.url}/table/{table}", wait_until="commit")
    page.locator(f"[data-uncover], {PRESSABLE}").first.wait_for()
    took: float = page.evaluate("performance.now()")
    sizes = "performance.getEntriesByType('resource').filter(e => e.name.endsWith('.js')).map(e => e.encodedBodySize)"
    script: list[float] = page.evaluate(sizes)
    context.close()
    return took, sum(script) / 1024


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        print("| game | until the board can be played (ms, median of 5, least to most) | script (kB as sent) |")
        print("|---|---|---|")
        for game in FEWEST:
            found = [measure(browser, house, game) for _ in range(TIMES)]
            times = sorted(took for took, _ in found)
            middle = statistics.median(times)
            print(f"| {game} | {middle:.0f} ({times[0]:.0f} to {times[-1]:.0f}) | {found[0][1]:.0f} |")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
