"""The editor for boards and sheets: drawing by taps or keys, checks by the service, and playing."""

import json
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Route, expect

from page.browsing import PHONE, Visit, check_accessible, check_width, visiting
from server.house import House


def test_a_pantry_is_drawn_by_taps_and_played_on(visit: Visit) -> None:
    page = visit.open("/draw/mmm")
    page.get_by_role("button", name="Empty").click()
    expect(page.get_by_text("Draw some food first.")).to_be_visible()
    play = page.get_by_role("button", name="Play on it")
    expect(play).to_have_attribute("aria-disabled", "true")
    for square in ("a1", "b1", "c1"):
        page.locator(f"[data-drawn={square}]").click()
    page.locator("[data-drawn=c1]").click()  # a second tap clears the square
    page.get_by_label("Separate tray next to the same food").check()
    page.locator("[data-drawn=a2]").click()
    expect(page.get_by_text("Ready to play.")).to_be_visible()
    check_accessible(page)
    play.click()
    page.wait_for_url("**/new?*")
    asked = parse_qs(urlsplit(page.url).query)
    assert asked["game"] == ["mmm"]
    empty = ["." * 7] * 5
    assert json.loads(asked["options"][0]) == {"board": "/".join(["bb.....", "B......", *empty])}


def test_a_board_that_comes_late_wipes_nothing(visit: Visit) -> None:
    """A change by the guest wins over the first board that arrives late."""
    late: list[Route] = []
    visit.context.route("**/drawing?rows=easy", lambda route: late.append(route))
    page = visit.open("/draw/mmm")
    page.get_by_role("button", name="Empty").click()
    expect(page.get_by_text("Draw some food first.")).to_be_visible()
    with page.expect_response("**/drawing?rows=easy"):
        late[0].continue_()
    page.locator("[data-drawn=a1]").click()
    expect(page.get_by_role("gridcell", name="g7: empty")).to_be_visible()
    expect(page.get_by_role("gridcell", name="a1: bread")).to_be_visible()


def test_a_sheet_is_drawn_with_keys_and_its_flaws_are_told(browser: Browser, house: House) -> None:
    with visiting(browser, house.url, locale="de-DE", viewport=PHONE) as visit:
        page = visit.open("/draw/kuhlorado")
        page.locator("[data-drawn=a1]").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("o")
        expect(page.get_by_text("Der Trog auf a2 liegt am Rand. Leg ihn nach innen.")).to_be_visible()
        expect(page.get_by_role("gridcell").filter(has=page.locator("[data-drawn=a2]"))).to_contain_text("!")
        check_accessible(page)
        check_width(page)
        page.get_by_role("button", name="Zeichne eins für mich").click()
        expect(page.get_by_text("Bereit zum Spielen.")).to_be_visible()
