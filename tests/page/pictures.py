"""Screenshots of the page for the README and the docs, from real matches: `make pictures`."""

import random
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, ViewportSize, sync_playwright

from paddock.games import GAMES
from page.browsing import DESKTOP, Visit, launch, visiting
from page.playing import SHORT, lay, press_something, press_until_over
from server.house import House

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
PUBLIC: Final = Path(__file__).parents[2] / "web" / "public"
PREVIEW: Final[ViewportSize] = {"width": 600, "height": 315}
"""Half of 1200 x 630, the size of the picture in a link preview."""
LID: Final = """
    (lid) => {
        const poster = lid.querySelector(".poster");
        const ground = document.createElement("div");
        Object.assign(ground.style, { position: "fixed", inset: 0, zIndex: 99, display: "grid", placeItems: "center" });
        ground.style.setProperty("--field", poster.style.getPropertyValue("--field"));
        ground.style.background = "color-mix(in srgb, var(--field) 70%, white)";
        Object.assign(poster.style, { width: "246px", height: "290px", borderRadius: "12px" });
        poster.style.boxShadow = "0 8px 24px #0006";
        ground.append(poster);
        document.body.append(ground);
    }
"""
"""Shows the lid of a game's box alone, on its colour."""
PHONE: Final = {"width": 390, "height": 844}
SEATS: Final = {
    "mist": ("me", "hound", "fox", "owl", "chick"),
    "life": ("me", "hound", "fox", "chick"),
    "mmm": ("me", "fox"),
    "kuhlorado": ("me", "fox"),
}
PRESSES: Final = {"mist": 14, "life": 12, "mmm": 14, "kuhlorado": 16}
"""Number of presses before the picture."""


def my_turn(page: Page) -> None:
    page.locator(".status.mine").wait_for()
    page.wait_for_timeout(900)


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(name, file=sys.stderr)


def boards(visit: Visit, look: str) -> None:
    for game, seats in SEATS.items():
        table = lay(visit, game, *seats, options={})
        page = visit.open(f"/table/{table}")
        page.locator("main.game").wait_for()
        chance = random.Random(4)
        for _ in range(PRESSES[game]):
            press_something(page, chance)
        my_turn(page)
        take(page, f"{game}-{look}")
        page.close()


def surroundings(visit: Visit, house: House, look: str) -> None:
    take(visit.open("/"), f"home-{look}")
    take(visit.open("/new?game=mist"), f"new-table-{look}")
    table = lay(visit, "kuhlorado", "me", "fox", options=SHORT["kuhlorado"])
    page = visit.open(f"/table/{table}")
    page.locator("main.game").wait_for()
    press_until_over(house, table, page)
    page.get_by_role("button", name="Rematch").wait_for()
    page.wait_for_timeout(15_000)  # time for the analysis
    take(page, f"report-{look}")


def previews(visit: Visit) -> None:
    """Take the picture of every game for link previews."""
    for number, game in enumerate(GAMES):
        page = visit.open("/")
        page.wait_for_timeout(900)
        page.locator(".lid").nth(number).evaluate(LID)
        page.screenshot(path=PUBLIC / f"preview-{game}.png")
        print(f"preview-{game}", file=sys.stderr)
        page.close()


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    looks: dict[str, dict[str, Any]] = {
        "desktop": {"viewport": DESKTOP},
        "phone": {"viewport": PHONE, "device_scale_factor": 2},
        "dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    }
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        with visiting(browser, house.url, viewport=PREVIEW, device_scale_factor=2) as visit:
            previews(visit)
        for look, how in looks.items():
            with visiting(browser, house.url, **how) as visit:
                visit.open()
                boards(visit, look)
                surroundings(visit, house, look)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
