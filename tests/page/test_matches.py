"""Whole matches with random presses: they end without an error."""

import random

import pytest
from playwright.sync_api import Browser, expect

from paddock.games import GAMES
from page.browsing import PHONE, check_accessible, check_width, visiting
from page.playing import key_until_over, lay, press_something, press_until_over
from server.house import FEWEST, House

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_against_bots(browser: Browser, house: House, game: str, size: str) -> None:
    with visiting(browser, house.url, viewport=SIZES[size]) as visit:
        visit.open()
        table = lay(visit, game, "me", *["chick"] * (FEWEST[game] - 1))
        page = visit.open(f"/table/{table}")
        page.locator("main.game").wait_for()
        check_width(page)
        check_accessible(page)
        press_until_over(house, table, page)
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        check_width(page)
        check_accessible(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_with_keys_only(browser: Browser, house: House, game: str) -> None:
    with visiting(browser, house.url) as visit:
        visit.open()
        table = lay(visit, game, "me", *["chick"] * (FEWEST[game] - 1))
        page = visit.open(f"/table/{table}")
        page.locator("main.game").wait_for()
        key_until_over(house, table, page)


def test_two_browsers_and_hidden_hands(browser: Browser, house: House) -> None:
    """Two players on two devices and a bot; each player sees only the own hand."""
    with visiting(browser, house.url) as ann, visiting(browser, house.url, locale="de-DE", viewport=PHONE) as bob:
        ann.open()
        table = lay(ann, "life", "me", "person", "chick")
        hers = ann.open(f"/table/{table}")
        his = bob.open(f"/table/{table}")
        his.get_by_role("button", name="Diesen Platz nehmen").first.click()
        for page in (hers, his):
            page.locator("main.game").wait_for()
        press_until_over(house, table, hers, his, seed=2)


def test_one_device_for_two(browser: Browser, house: House) -> None:
    """On one device a cover separates two hidden hands."""
    with visiting(browser, house.url) as visit:
        visit.open()
        table = lay(visit, "life", "me", "me", "chick")
        page = visit.open(f"/table/{table}")
        page.locator("[data-uncover], main.game").first.wait_for()
        covers = 0
        for turn in range(400):
            covers += page.locator("[data-uncover]").count()
            if house.table(table).over:
                break
            press_something(page, random_of(turn))
        press_until_over(house, table, page)
        assert covers > 1


def test_a_reload_in_the_middle(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as visit:
        visit.open()
        table = lay(visit, "mist", "me", "chick", "chick")
        page = visit.open(f"/table/{table}")
        page.locator("main.game").wait_for()
        for turn in range(6):
            press_something(page, random_of(turn))
        before = house.table(table).number
        page.reload()
        page.locator("main.game").wait_for()
        assert house.table(table).number >= before
        press_until_over(house, table, page)


def test_a_lost_line_is_told_calmly_and_comes_back(browser: Browser, house: House) -> None:
    """The page reconnects after a loss of the network, without a reload."""
    with visiting(browser, house.url) as visit:
        visit.open()
        table = lay(visit, "mist", "me", "chick", "chick")
        page = visit.open(f"/table/{table}")
        page.locator("main.game").wait_for()
        visit.context.set_offline(True)
        house.cut_lines()
        expect(page.get_by_text("Reconnecting …")).to_be_visible()
        visit.context.set_offline(False)
        expect(page.get_by_text("Reconnecting …")).to_be_hidden()
        visit.flaws.clear()  # the browser logs every failed attempt
        press_until_over(house, table, page)


def random_of(seed: int) -> random.Random:
    return random.Random(seed)
