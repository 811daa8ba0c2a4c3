"""Phones in the house join a table of this computer, by QR code, link or short code."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from paddock.server import network_address
from page.browsing import PHONE, check_accessible, check_width, visiting
from page.playing import lay
from server.house import House

LAN = "127.0.0.2"
"""Stands for the address in the network: another address that this machine can listen at."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(network_address, "lan_address", lambda: LAN)
    with House(tmp_path) as one:
        yield one


def test_one_click_lets_phones_join(browser: Browser, home: House) -> None:
    there = f"http://{LAN}:{home.config.port}"
    with visiting(browser, home.url) as ann, visiting(browser, there, viewport=PHONE) as bob:
        ann.open()
        table = lay(ann, "mist", "me", "person", "chick")
        page = ann.open(f"/table/{table}")
        link = page.get_by_role("textbox", name="Link", exact=True)
        expect(link).to_have_value(f"{home.url}/table/{table}")
        page.get_by_role("button", name="Let phones in this house join").click()
        expect(page.get_by_alt_text("QR code")).to_be_visible()
        expect(link).to_have_value(f"{there}/table/{table}")
        assert page.get_by_alt_text("QR code").evaluate("picture => picture.naturalWidth > 0")
        check_accessible(page)

        page.get_by_role("button", name="Stop letting phones join").click()
        page.get_by_role("button", name="Let phones in this house join").click()
        code = page.locator(".code [aria-hidden]").inner_text().replace("–", "")
        phone = bob.open(f"/{code}")
        phone.wait_for_url(f"**/table/{table}")
        expect(phone.get_by_role("button", name="Let phones in this house join")).to_have_count(0)
        expect(phone.get_by_role("button", name="Stop letting phones join")).to_have_count(0)
        phone.get_by_role("button", name="Join", exact=True).click()
        for one in (page, phone):
            one.locator("main.game").wait_for()


def test_a_wrong_code_in_the_address_is_explained(browser: Browser, home: House) -> None:
    with visiting(browser, home.url, viewport=PHONE) as visit:
        page = visit.open("/WRNGCD")
        expect(page.get_by_role("alert").first).to_contain_text("code")
        check_accessible(page)
        check_width(page)
        visit.open()
        code = visit.context.request.get(f"{home.url}/api/tables/{lay(visit, 'mist', 'me', 'person', 'chick')}").json()[
            "code"
        ]
        page.get_by_role("textbox", name="Join with a code").press_sequentially(code)
        page.wait_for_url("**/table/*")
        visit.flaws.clear()  # the browser logs the expected refusal
