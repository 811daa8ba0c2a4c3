"""Ways to a table: home page, link, short code, resume link and lesson."""

import json
import re
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect

from page.browsing import PHONE, TABLET, Visit, check_accessible, check_width, visiting
from page.playing import lay
from server.house import House

TABLE = re.compile(r"/table/([\w-]+)")


def table_of(page: Page) -> str:
    """Wait for the table's address and return its key."""
    page.wait_for_url(TABLE)
    found = TABLE.search(page.url)
    assert found
    return found[1]


def as_option(house: House, table: str, name: str) -> Any:
    return house.table(table).config.options[name]


def test_a_box_is_opened_played_at_once_and_found_again(visit: Visit) -> None:
    page = visit.open()
    page.get_by_role("button", name="Mmm!").click()
    check_accessible(page)
    page.get_by_role("radio", name="Chick").check(force=True)
    page.get_by_role("button", name="Play now").click()
    page.locator("main.game").wait_for()
    table = table_of(page)
    home = visit.open()
    home.locator(f"a[href='/table/{table}']").click()
    home.locator("main.game").wait_for()


def test_a_link_says_which_table_to_lay(visit: Visit, house: House) -> None:
    page = visit.open(f"/new?game=mist&players=4&options={quote(json.dumps({'doubling': True, 'nonsense': 1}))}")
    page.get_by_role("textbox", name="Your name").fill("Hanna")
    page.get_by_role("button", name="Start the game").click()
    table = table_of(page)
    page.locator("main.game").wait_for()
    assert as_option(house, table, "doubling") is True
    assert [place.level for place in house.table(table).places] == [None, "hound", "hound", "hound"]
    assert house.table(table).places[0].name == "Hanna"


def test_what_was_chosen_last_is_chosen_again(visit: Visit) -> None:
    page = visit.open("/new?game=life")
    page.get_by_role("button", name="One more player").click()
    page.get_by_role("radio", name="One device").check(force=True)
    page.get_by_role("textbox", name="Name for seat 2").fill("Ida")
    page.get_by_role("button", name="Start the game").click()
    table_of(page)
    again = visit.open("/new?game=life")
    expect(again.get_by_role("radio", name="One device")).to_be_checked()
    expect(again.get_by_role("textbox", name="Name for seat 2")).to_have_value("Ida")
    expect(again.get_by_label("Seat 4: Who plays here?")).to_have_value("local")


def test_a_refused_value_is_marked_and_the_accepted_values_are_shown(visit: Visit) -> None:
    page = visit.open("/new?game=mist")
    page.locator("summary").click()
    field = page.locator("details input").first
    field.fill("1, 2")
    field.blur()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_have_text("Cards of an animal: this value is not possible.")
    expect(page.get_by_text("4 to 10 whole numbers from -99 to 99.")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    check_accessible(page)
    visit.flaws.clear()  # the browser logs the expected refusal


def test_a_friend_comes_by_code(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as ann, visiting(browser, house.url, locale="de-DE", viewport=PHONE) as bob:
        ann.open()
        table = lay(ann, "mist", "me", "person", "chick")
        hers, his = ann.open(f"/table/{table}"), bob.open()
        check_accessible(hers)
        code = hers.locator(".code [aria-hidden]").inner_text()
        # Guests type the code with or without the dash, and in small letters.
        his.get_by_role("textbox", name="Mit Code mitspielen").press_sequentially(code.lower())
        his.wait_for_url(f"**/table/{table}")
        his.get_by_role("textbox", name="Dein Name").fill("Ulf")
        check_width(his)
        check_accessible(his)
        his.get_by_role("button", name="Mitspielen", exact=True).click()
        for page in (hers, his):
            page.locator("main.game").wait_for()
        assert house.table(table).places[1].name == "Ulf"


def test_a_seat_is_given_to_a_bot_and_freed_again(visit: Visit, house: House) -> None:
    visit.open()
    table = lay(visit, "mist", "me", "person", "person")
    page = visit.open(f"/table/{table}")
    page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("radio", name="Owl").check(force=True)
    page.get_by_role("button", name="Remove").wait_for()
    assert house.table(table).places[1].level == "owl"
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Add a bot")).to_have_count(2)
    page.get_by_role("button", name="Fill with bots").click()
    page.locator("main.game").wait_for()


def test_a_screen_lies_in_the_middle_and_phones_come(browser: Browser, house: House) -> None:
    with (
        visiting(browser, house.url, viewport=TABLET) as middle,
        visiting(browser, house.url, viewport=PHONE) as ann,
        visiting(browser, house.url, viewport=PHONE) as bob,
    ):
        board = middle.open("/new?game=kuhlorado")
        board.get_by_role("radio", name="Board").check(force=True)
        board.get_by_role("button", name="Open the table").click()
        table = table_of(board)
        board.get_by_role("textbox", name="Link", exact=True).wait_for()
        check_accessible(board)
        for phone in (ann, bob):
            page = phone.open(f"/table/{table}")
            page.get_by_role("button", name="Join", exact=True).click()
            page.get_by_role("button", name="Join", exact=True).wait_for(state="detached")
        board.locator("main.game").wait_for()


def test_a_resume_link_takes_my_seats_along(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as here, visiting(browser, house.url, viewport=PHONE) as there:
        home = here.open()
        table = lay(here, "mmm", "me")
        home.get_by_role("button", name="Settings").click()
        home.get_by_role("button", name="Create a link").click()
        check_accessible(home)
        link = home.get_by_role("textbox", name="Continue on another device").input_value()
        page = there.open(link.removeprefix(house.url))
        check_accessible(page)
        page.get_by_role("button", name="Continue here").click()
        page.locator(f"a[href='/table/{table}']").wait_for()


def test_settings_list_my_devices_and_links_and_end_them(browser: Browser, house: House) -> None:
    with visiting(browser, house.url) as here, visiting(browser, house.url, viewport=PHONE) as there:
        home = here.open()
        table = lay(here, "mmm", "me")
        home.get_by_role("button", name="Settings").click()
        home.get_by_role("button", name="Create a link").click()
        link = home.get_by_role("textbox", name="Continue on another device").input_value()
        home.get_by_role("button", name="End Link").wait_for()
        phone = there.open(link.removeprefix(house.url))
        phone.get_by_role("button", name="Continue here").click()
        phone.locator(f"a[href='/table/{table}']").wait_for()
        phone.get_by_role("button", name="Settings").click()
        phone.get_by_text("this device").wait_for()
        check_accessible(phone)
        check_width(phone)
        expect(phone.get_by_role("button", name="End Device")).to_have_count(1)  # the other one
        home.reload()
        home.get_by_role("button", name="Settings").click()
        home.get_by_role("button", name="End Device").click()
        home.get_by_role("status").filter(has_text="was ended").wait_for()
        home.get_by_role("button", name="End Link").click()
        expect(home.get_by_role("button", name="End Link")).to_have_count(0)
        expect(home.get_by_role("button", name="End Device")).to_have_count(0)
        phone.goto(house.url)
        phone.get_by_role("button", name="Settings").wait_for()
        expect(phone.locator(f"a[href='/table/{table}']")).to_have_count(0)


def test_a_lesson_says_one_thing_at_a_time(visit: Visit) -> None:
    page = visit.open("/learn/mmm")
    teacher = page.get_by_role("complementary", name="Learn by playing")
    first = teacher.locator("p").inner_text()
    check_accessible(page)
    teacher.get_by_role("button", name="Got it").click()
    expect(teacher.locator("p", has_text=first)).to_have_count(0)
    page.reload()
    page.locator("main.game").wait_for()
    expect(teacher.locator("p", has_text=first)).to_have_count(0)
