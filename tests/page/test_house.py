"""Home page, form for a new table, and checks of every screen."""

import pytest
from playwright.sync_api import Browser, expect

from page.browsing import PHONE, Visit, check_accessible, check_width, visiting
from server.house import House

SCREENS = [
    "/",
    "/new?game=mist",
    "/new?game=life",
    "/new?game=mmm",
    "/new?game=kuhlorado",
    "/draw/mmm",
    "/draw/kuhlorado",
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", SCREENS)
def test_axe_finds_nothing_and_nobody_scrolls_sideways(browser: Browser, house: House, path: str, theme: str) -> None:
    for size in (PHONE, {"width": 740, "height": 360}, {"width": 1280, "height": 800}):
        with visiting(browser, house.url, viewport=size, color_scheme=theme) as visit:
            page = visit.open(path)
            check_width(page)
            check_accessible(page)


def test_the_language_is_the_browsers_and_can_be_changed(browser: Browser, house: House) -> None:
    with visiting(browser, house.url, locale="de-DE") as visit:
        page = visit.open()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.get_by_role("heading", name="Welches Spiel heute?")).to_be_visible()


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    page = visit.context.new_page()
    page.goto(f"{visit.url}/replay/nothing")
    expect(page.get_by_role("link", name="All games").last).to_be_visible()
    visit.flaws.clear()  # the browser logs the expected 404
