"""Seats during a match: a bot for an absent person, the way back, consent to a new person, and leaving for good."""

import os
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect

from page.browsing import PHONE, Visit, check_accessible, check_width, picture, visiting
from page.playing import lay
from server.house import House

CALM: Final = {"pace": "calm"}
PICTURES: Final = Path(os.environ["PADDOCK_PICTURES"]) if "PADDOCK_PICTURES" in os.environ else None
"""Where to save screenshots, if anywhere."""


def checked(page: Page, name: str) -> None:
    picture(page, PICTURES, name)
    check_width(page)
    check_accessible(page)


def joined(visit: Visit, table: str) -> Page:
    page = visit.open(f"/table/{table}")
    page.get_by_role("button", name="Join", exact=True).click()
    return page


def change(page: Page, name: str) -> None:
    """Open the host's choices for this seat."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=f"Change: {name}").click()


def test_a_replaced_person_comes_back_until_the_seat_is_given_away(browser: Browser, house: House) -> None:
    with visiting(browser, house.url, viewport=PHONE) as ann, visiting(browser, house.url, viewport=PHONE) as ben:
        ann.open()
        table = lay(ann, "life", "me", "person", "uniform", settings=CALM)
        hers, his = ann.open(f"/table/{table}"), joined(ben, table)
        for page in (hers, his):
            page.locator("main.game").wait_for()
        name = house.table(table).places[1].name
        change(hers, name)
        expect(hers.get_by_text(f"Hands are hidden. Only a bot can play for {name}.")).to_be_visible()
        checked(hers, "host-chooses")
        hers.get_by_role("button", name=f"Let a bot play for {name}").click()
        back = his.get_by_role("button", name="Take my seat back").first
        expect(back).to_be_visible()
        checked(his, "replaced")
        back.click()
        expect(his.get_by_text(f"A bot plays for {name}.")).to_have_count(0)

        hers.get_by_role("button", name=f"Change: {name}").click()
        hers.get_by_role("button", name=f"Let a bot play for {name}").click()
        hers.get_by_role("button", name=f"Change: {name}").click()
        hers.get_by_role("button", name="Give the seat away for good").click()
        assert house.table(table).places[1].guest is not None, "given away without a confirmation"
        expect(hers.get_by_text(f"{name} cannot come back to this game.")).to_be_visible()
        checked(hers, "host-confirms")
        hers.get_by_role("button", name="Give the seat away for good").click()
        expect(hers.get_by_role("button", name="Give the seat away for good")).to_have_count(0)
        assert house.table(table).places[1].level == "hound"
        expect(his.get_by_text("All seats of this table are taken")).to_be_visible()


def test_a_newcomer_asks_for_a_hidden_hand(browser: Browser, house: House) -> None:
    with (
        visiting(browser, house.url, viewport=PHONE) as ann,
        visiting(browser, house.url, viewport=PHONE, locale="de-DE") as dora,
    ):
        ann.open()
        table = lay(ann, "life", "me", "uniform", "uniform", settings=CALM)
        hers = ann.open(f"/table/{table}")
        hers.locator("main.game").wait_for()
        bot = house.table(table).places[2].name
        change(hers, bot)
        hers.get_by_role("button", name="Free this seat").click()
        hers.keyboard.press("Escape")
        new = dora.open(f"/table/{table}")
        expect(new.get_by_text("Alle am Tisch müssen erst zustimmen.")).to_be_visible()
        new.get_by_role("button", name="Mitspielen", exact=True).click()
        expect(new.get_by_text("Alle am Tisch müssen zustimmen.")).to_be_visible()
        checked(new, "newcomer-asks")
        expect(hers.get_by_text("play the hand of seat 3")).to_be_visible()
        checked(hers, "host-is-asked")
        hers.get_by_role("button", name="Agree").click()
        new.locator("main.game").wait_for()
        assert house.table(table).places[2].guest is not None


def test_a_freed_person_takes_the_seat_back_and_one_leaves_for_good(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as ann, visiting(browser, house.url, viewport=PHONE) as ben:
        ann.open()
        table = lay(ann, "kuhlorado", "me", "person", settings=CALM)
        hers, his = ann.open(f"/table/{table}"), joined(ben, table)
        for page in (hers, his):
            page.locator("main.game").wait_for()
        name = house.table(table).places[1].name
        change(hers, name)
        hers.get_by_role("button", name="Free this seat").click()
        expect(his.get_by_text("The host freed your seat.")).to_be_visible()
        his.locator("main.game").wait_for()
        checked(his, "freed")
        his.get_by_role("button", name="Take my seat back").click()
        expect(his.get_by_text("The host freed your seat.")).to_have_count(0)
        hers.keyboard.press("Escape")
        hers.keyboard.press("l")
        expect(hers.get_by_text(f"The host freed {name}’s seat.").locator("visible=true").first).to_be_visible()

        his.get_by_role("button", name="Menu").click()
        his.get_by_role("button", name="Leave the game for good").click()
        expect(his.get_by_text("You cannot come back to this game.")).to_be_visible()
        checked(his, "leave-for-good")
        his.get_by_role("button", name="Leave the game for good").click()
        expect(hers.get_by_text(f"{name} left the game.").locator("visible=true").first).to_be_visible()
