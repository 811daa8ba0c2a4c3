"""Players that press random live controls of the page until the match is over."""

import itertools
import random
import time
from typing import Any, Final

from playwright.sync_api import Error, Page

from page.browsing import Visit
from server.house import House

PATIENCE: Final = 240.0
"""Timeout in seconds for a whole match."""
DEAD: Final = "[disabled], [aria-disabled=true]"
PRESSABLE: Final = f"main.game :is(button, [role=gridcell], [role=radio]):not({DEAD}, :has(> :is({DEAD})))"
SO_MANY: Final = 6
"""Number of controls above which the primary button is sometimes preferred."""
SHORT: Final[dict[str, dict[str, Any]]] = {
    "mist": {"cards": [-5, -1, 2, 6]},
    "life": {"lives": 1, "turn_limit": 2, "hand": 6, "rows": [1, 1, 2]},
    "mmm": {"cat_moves": 4},
    "kuhlorado": {"last_numbers": 34},
}
"""House rules for short matches."""


def lay(visit: Visit, game: str, *seats: str, **more: Any) -> str:
    """Create a table as the guest of this browser and return its key."""
    wishes = [{"who": seat} if seat in ("me", "person") else {"who": "bot", "level": seat} for seat in seats]
    settings = {"pace": "instant", **more.pop("settings", {})}
    wish = {"game": game, "seats": wishes, "options": SHORT[game], "settings": settings, **more}
    answer = visit.context.request.post(f"{visit.url}/api/tables", data=wish)
    assert answer.ok, answer.text()
    table: str = answer.json()["table"]
    return table


def press_until_over(house: House, table: str, *pages: Page, seed: int = 1) -> None:
    """Press random live controls on all pages until the match is over."""
    chance, until = random.Random(seed), time.monotonic() + PATIENCE
    while not house.table(table).over:
        assert time.monotonic() < until, "the match does not end: " + pages[0].locator("main.game").inner_text()[:600]
        for page in pages:
            press_something(page, chance)


def press_something(page: Page, chance: random.Random) -> None:
    cover = page.locator("[data-uncover]")
    if cover.count():
        cover.first.click()
        return
    if not page.locator(".status.mine, [role=dialog], dialog[open]").count():  # another player's turn
        page.wait_for_timeout(60)
        return
    pieces = page.locator(PRESSABLE).locator("visible=true")
    many = pieces.count()
    if many > SO_MANY and chance.random() < 1 / 6 and (ready := pieces.and_(page.locator("button.pri"))).count():
        pieces, many = ready, ready.count()  # confirm the choice sometimes
    if not many:
        page.wait_for_timeout(60)
        return
    try:
        pieces.nth(chance.randrange(many)).click(timeout=400)
    except Error:  # it disappeared, or another element covers it
        page.wait_for_timeout(30)


def finish(house: House, table: str, *visits: Visit, seed: int = 1) -> None:
    """Finish the match through the HTTP interface with random decisions."""
    chance = random.Random(seed)
    for visit in itertools.cycle(visits):
        if house.table(table).over:
            break
        decide(visit, table, chance)


def decide(visit: Visit, table: str, chance: random.Random) -> None:
    """Make a random decision through the HTTP interface if it is this guest's turn."""
    address, ask = f"{visit.url}/api/tables/{table}", visit.context.request
    standing = ask.get(address).json()["snapshot"]
    if standing["legal"]:  # otherwise it is another player's turn; the service refuses a late decision
        token = chance.choice(standing["legal"])
        ask.post(f"{address}/commands", data={"do": "play", "at": standing["length"], "tokens": [token]})


def key_until_over(house: House, table: str, page: Page, seed: int = 1) -> None:
    """Play random keys until the match is over."""
    chance, until = random.Random(seed), time.monotonic() + PATIENCE
    while not house.table(table).over:
        assert time.monotonic() < until, "the match does not end"
        for _ in range(chance.randrange(1, 6)):
            page.keyboard.press(chance.choice(["Tab", "Tab", "Tab", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
        inside = page.evaluate("document.activeElement?.closest('main.game') !== null")
        page.keyboard.press(chance.choice(["Enter", "Space"]) if inside else "Tab")
