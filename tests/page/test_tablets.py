"""Tablets, upright and in landscape: the controls of a turn are visible and large enough."""

from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from paddock.games import GAMES
from page.browsing import TABLET, check_width, visiting
from page.playing import lay
from server.house import FEWEST, House

ON_ITS_SIDE: Final[ViewportSize] = {"width": 1180, "height": 820}
THUMB: Final = 44
"""Minimum width and height of a target in pixels."""
MAIN: Final = "main.game .btn.big"
"""The main buttons of a turn."""
SMALL_TARGETS: Final = """
    (least) => [...document.querySelectorAll("header.top :is(a, button), main.game :is(a, button, label)")]
        .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (Math.round(box.width) < least || Math.round(box.height) < least))
        .map(([one, box]) => `${one.ariaLabel ?? one.textContent.trim()}: ${box.width} x ${box.height}`)
"""
OUT_OF_SIGHT: Final = """
    (buttons) => buttons.filter((one) => {
        const box = one.getBoundingClientRect();
        const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return one.checkVisibility() && !(inside && one.contains(top));
    }).map((one) => one.textContent.trim())
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_on_a_tablet(browser: Browser, house: House, game: str) -> None:
    with visiting(browser, house.url, viewport=TABLET, has_touch=True) as visit:
        visit.open()
        table = lay(visit, game, *["me"] * FEWEST[game], options={})
        page = visit.open(f"/table/{table}")
        page.locator("[data-uncover], main.game").first.wait_for()
        if page.locator("[data-uncover]").count():
            page.locator("[data-uncover]").click()
        page.locator(".status.mine").wait_for()
        for held in (TABLET, ON_ITS_SIDE):
            page.set_viewport_size(held)
            check_turn(page)


def check_turn(page: Page) -> None:
    check_width(page)
    at = f"at {page.viewport_size}"
    small: list[Any] = page.evaluate(SMALL_TARGETS, THUMB)
    assert not small, f"too small for a thumb {at}: {small}"
    main = page.locator(MAIN).locator("visible=true")
    main.first.wait_for()
    hidden: list[Any] = main.evaluate_all(OUT_OF_SIGHT)
    assert not hidden, f"one would have to scroll {at}: {hidden}"
