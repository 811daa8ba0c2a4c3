"""The lab page: start a study, wait for its games, and open its report."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Route, expect

from page.browsing import TABLET, check_accessible, check_width, visiting
from server.house import House

COMPILED = 240_000
"""Timeout in milliseconds for the first study on a machine, which compiles its games."""


def test_a_study_is_asked_for_played_and_looked_at(browser: Browser, house: House) -> None:
    with visiting(browser, house.url, viewport=TABLET) as visit:
        page = visit.open("/lab")
        for asked, answer in (("Game", "mist"), ("Players", "3"), ("Number of games", "1000"), ("Compare", "doubling")):
            choice(page, asked).select_option(answer)
        check_accessible(page)
        page.get_by_role("button", name="Play the games").click()
        report = page.get_by_role("link", name="Open the report")
        expect(report).to_be_visible(timeout=COMPILED)
        check_width(page)
        check_accessible(page)
        with visit.context.expect_page() as opened:
            report.click()
        shown = opened.value
        expect(shown.locator("svg").first).to_be_visible()
        expect(shown.get_by_text("So ein Mist").first).to_be_visible()
        assert shown.locator("svg text").count() > 20, "axes and marks of a chart have words"


def choice(page: Page, asked: str) -> Locator:
    return page.locator("label", has_text=re.compile(f"^{asked}")).locator("select")


def test_a_game_that_comes_late_does_not_take_the_names_of_another_ones_options(browser: Browser, house: House) -> None:
    late: list[Route] = []
    with visiting(browser, house.url) as visit:
        page = visit.open("/lab")
        compare = choice(page, "Compare")
        expect(compare).to_contain_text("Your own animal counts double")
        page.route("**/assets/life-*.js", lambda route: late.append(route))
        with page.expect_request("**/assets/life-*.js"):
            choice(page, "Game").select_option("life")
        choice(page, "Game").select_option("mmm")
        expect(compare).to_contain_text("In one line")
        with page.expect_response("**/assets/life-*.js"):
            late[0].continue_()
        page.wait_for_timeout(300)  # the script runs
        expect(compare).to_contain_text("In one line")


def test_a_lab_that_is_off_is_explained_and_not_offered(browser: Browser, tmp_path: Path) -> None:
    with House(tmp_path, lab=False) as house, visiting(browser, house.url) as visit:
        page = visit.open("/lab")
        expect(page.get_by_text("The lab is off at this server.")).to_be_visible()
        expect(page.get_by_role("button", name="Play the games")).to_have_count(0)
        check_accessible(page)
        page = visit.open("/")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("link", name="Lab", exact=True)).to_have_count(0)
