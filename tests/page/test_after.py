"""Report, fairness check, replay and rematch after a match, and the menu during it."""

import json
import re

import msgspec
from playwright.sync_api import Browser, Locator, Page, Route, expect

from paddock.server.api.schemas import AdviceResponse, ChoiceAdvice
from page.browsing import PHONE, check_accessible, check_width, visiting
from page.playing import decide, finish, lay, press_something
from page.test_matches import random_of
from server.house import House


def test_the_report_leads_to_the_replay_and_the_replay_to_a_table(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as visit:
        visit.open()
        table = lay(visit, "kuhlorado", "me", "chick")
        page = visit.open(f"/table/{table}")
        page.locator("main.game").wait_for()
        finish(house, table, visit)
        report = page.get_by_role("dialog")
        expect(report.get_by_role("heading", name="Ranking")).to_be_visible()
        expect(report.get_by_text("Checked: nobody could change the dice or cards.")).to_be_visible()
        expect(report.get_by_role("slider", name="Choose a move")).to_be_visible()
        check_width(page)
        check_accessible(page)

        report.locator("ol a[href*='/replay/']").first.click()
        page.wait_for_url("**/replay/*")
        page.locator("main.game").wait_for()
        at = int(page.url.rpartition("=")[2])
        expect(slider(page)).to_have_value(str(at))
        for key, shown in (
            ("ArrowLeft", at - 1),
            ("Home", 0),
            ("ArrowRight", 1),
            ("End", len(house.table(table).match.moves)),
        ):
            page.keyboard.press(key)
            expect(slider(page)).to_have_value(str(shown))
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        expect(slider(page)).not_to_have_value("0")
        page.keyboard.press("Space")
        check_width(page)
        check_accessible(page)

        page.keyboard.press("Home")
        page.get_by_role("button", name="Continue from here").click()
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/table/*")
        page.locator("main.game").wait_for()
        assert not page.url.endswith(table)


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Position in the game")


def test_dice_that_lie_are_found(browser: Browser, house: House) -> None:
    """The page recomputes the dice itself and rejects a tampered proof."""

    def tamper(route: Route) -> None:
        proof = route.fetch().json()
        last = proof["draws"][-1]
        last["came"] = next(other for other in last["outcomes"] if other != last["came"])
        route.fulfill(body=json.dumps(proof), content_type="application/json")

    with visiting(browser, house.url, viewport=PHONE) as visit:
        visit.open()
        table = lay(visit, "mmm", "me", "me")
        visit.open(f"/table/{table}").locator("main.game").wait_for()
        finish(house, table, visit)
        page = visit.open(f"/replay/{table}")
        page.get_by_role("button", name="Fairness check").click()
        expect(page.get_by_text("Checked: nobody could change the dice or cards.")).to_be_visible()
        check_accessible(page)
        page.route("**/proof", tamper)
        page.reload()
        page.get_by_role("button", name="Fairness check").click()
        expect(page.get_by_role("alert")).to_contain_text("The check failed")


def test_everybody_comes_to_the_rematch(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as ann, visiting(browser, house.url, viewport=PHONE, locale="de-DE") as bob:
        ann.open()
        table = lay(ann, "mmm", "me", "person")
        hers, his = ann.open(f"/table/{table}"), bob.open(f"/table/{table}")
        his.get_by_role("button", name="Diesen Platz nehmen").first.click()
        for page in (hers, his):
            page.locator("main.game").wait_for()
        finish(house, table, ann, bob)
        lines: list[str] = []
        for page in (hers, his):
            page.on("websocket", lambda line: lines.append(line.url))
        hers.get_by_role("button", name="Rematch").click()
        his.get_by_role("dialog").get_by_role("link", name="Zur Revanche").click()
        for page in (hers, his):
            page.locator("main.game").wait_for()
            assert page.url.endswith(house.table(table).rematch or table)
        assert not lines, "nobody opens another line"
        new = house.table(table).rematch or table
        assert house.inside(lambda hub: [len(hub.tables._sessions[key].listeners) for key in (table, new)]) == [0, 2]
        begun, chance = len(house.table(new).match.moves), random_of(0)
        while len(house.table(new).match.moves) == begun:
            for page in (hers, his):
                press_something(page, chance)


def test_a_bot_keeps_the_seat_until_somebody_wants_it_back(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as visit:
        visit.open()
        table = lay(visit, "kuhlorado", "me", "me", settings={"pace": "calm"})
        page = visit.open(f"/table/{table}")
        page.locator("main.game").wait_for()
        for turn in range(3):
            press_something(page, random_of(turn))
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=re.compile("Let a bot play")).first.click()
        page.keyboard.press("Escape")
        back = page.get_by_role("button", name="Take my seat back")
        expect(back).to_be_visible()
        check_accessible(page)
        back.click()
        expect(back).to_have_count(0)
        assert all(place.kept is None for place in house.table(table).places)


STILL = "window.setTimeout = () => 1"
"""Stops all timers of the page, so that queued moves stay queued."""


def test_a_tap_beside_the_board_counts_while_moves_wait_to_be_shown(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as visit:
        visit.open()
        table = lay(visit, "kuhlorado", "me", "me")
        page = visit.open(f"/table/{table}")
        page.locator("main.game").wait_for()
        page.get_by_role("button", name="Menu").click()
        leave = page.get_by_role("button", name=re.compile("Let a bot play")).first
        leave.wait_for()
        page.keyboard.press("Escape")
        page.evaluate(STILL)
        for turn in range(6):
            decide(visit, table, random_of(turn))
        page.get_by_role("button", name="Menu").click()
        expect(leave).to_be_visible()


def test_a_tap_on_the_board_only_skips_ahead_while_moves_wait_to_be_shown(browser: Browser, house: House) -> None:
    """A tap meant for an earlier turn does not uncover the hand of the player now on turn."""
    with visiting(browser, house.url) as visit:
        visit.open()
        table = lay(visit, "life", "me", "me", "me", options={})
        page = visit.open(f"/table/{table}")
        show_hand = page.locator("[data-uncover]")
        show_hand.wait_for()
        page.evaluate(STILL)
        for turn in range(6):
            decide(visit, table, random_of(turn))
        show_hand.click()
        whose = house.table(table)
        expect(show_hand).to_contain_text(whose.places[whose.turn].name)
        show_hand.click()
        expect(page.locator("main.game")).to_be_visible()


def test_the_coach_gives_its_reasons_in_the_language_of_the_page(browser: Browser, house: House) -> None:
    """Reasons and expected results appear in German, in the unit of the game."""

    def advised(route: Route) -> None:
        match = house.table(table).match
        because = match.game.narrator.reasons
        assert because is not None
        choices = [
            ChoiceAdvice(token, 0.5, 0.01, 1.5, True, because(match.plain, match.game.read(match.plain, token)))
            for token in match.legal_tokens()
        ]
        told = AdviceResponse(len(match.moves), match.turn, False, 0.0, choices)
        route.fulfill(body=msgspec.json.encode(told), content_type="application/json")

    with visiting(browser, house.url, viewport=PHONE, locale="de-DE") as visit:
        visit.open()
        table = lay(visit, "life", "me", "chick", "chick")
        page = visit.open(f"/table/{table}")
        page.route("**/coach", advised)
        page.locator(".status.mine").wait_for()
        page.get_by_role("button", name="Trainer").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("button", name="Zeig, warum").click()
        expect(
            sheet.get_by_text(re.compile("^(Mit dieser Reihe hast du|Von diesen Tieren hast du)")).first
        ).to_be_visible()
        expect(sheet.get_by_text("am Ende im Schnitt 1,5 Leben vorn").first).to_be_visible()
        check_width(page)
        check_accessible(page)
