"""Presence, calls to another table, and spectators."""

import re

from playwright.sync_api import Browser, expect

from page.browsing import PHONE, check_accessible, check_width, visiting
from page.playing import finish, lay
from server.house import House


def test_one_sees_who_is_away_and_is_called_back_from_another_table(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as ann, visiting(browser, house.url, viewport=PHONE) as bob:
        ann.open()
        table = lay(ann, "kuhlorado", "me", "person")
        hers, his = ann.open(f"/table/{table}"), bob.open(f"/table/{table}")
        his.get_by_role("button", name="Join", exact=True).click()
        for page in (hers, his):
            page.locator("main.game").wait_for()
        hers.get_by_role("button", name="Menu").click()
        people = hers.locator("details[open]")
        expect(people.get_by_text("here", exact=True)).to_be_visible()
        check_accessible(hers)
        turn = house.table(table).turn
        watching, waited_for, visit = (hers, his, bob) if turn == 1 else (his, hers, ann)
        hers.keyboard.press("Escape")

        other = lay(visit, "mmm", "me", "chick")
        waited_for.goto(f"{visit.url}/table/{other}")
        call = waited_for.get_by_role("link", name="It’s your turn: Kuhlorado")
        expect(call).to_be_visible()
        expect(waited_for).to_have_title(re.compile(r"^\(1\) "))
        check_width(waited_for)
        check_accessible(waited_for)
        expect(watching.locator(".status")).to_contain_text("(away)")
        call.click()
        waited_for.wait_for_url(f"**/table/{table}")
        expect(waited_for).to_have_title(re.compile("^Your turn"))
        expect(watching.locator(".status")).not_to_contain_text("away")


def test_who_watched_gets_the_report_too(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as ann, visiting(browser, house.url, viewport=PHONE) as eve:
        ann.open()
        table = lay(ann, "kuhlorado", "me", "chick", settings={"spectators": True})
        ann.open(f"/table/{table}")
        watch = house.table(table).config.watch
        seen = eve.open(f"/watch/{watch}")
        seen.locator("main.game").wait_for()
        finish(house, table, ann)
        report = seen.get_by_role("dialog")
        expect(report.get_by_role("heading", name="Ranking")).to_be_visible()
        expect(report.get_by_role("slider", name="Choose a move")).to_be_visible()
        expect(report.get_by_text("Checked: nobody could change the dice or cards.")).to_be_visible()
        check_width(seen)
        check_accessible(seen)
        report.get_by_role("link", name="Replay", exact=True).click()
        seen.wait_for_url(f"**/replay/{watch}*")
        seen.locator("main.game").wait_for()
