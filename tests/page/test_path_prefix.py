"""The page works below a path of a shared domain: no request leaves the prefix."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from page.browsing import visiting
from page.playing import lay
from server.house import House
from server.reverse_proxy import ReverseProxy


@pytest.mark.parametrize("strips", [False, True], ids=["kept", "removed"])
def test_the_page_stays_below_its_prefix(browser: Browser, tmp_path: Path, strips: bool) -> None:
    with ReverseProxy("/paddock", strips=strips) as proxy, House(tmp_path, public_url=proxy.url) as house:
        proxy.target = house.url
        with visiting(browser, proxy.url) as visit:  # any other address is an error of the visit
            home = visit.open()
            home.get_by_role("button", name="Mmm!").click()
            home.get_by_role("button", name="Play now").click()
            home.locator("main.game").wait_for()
            assert home.url.startswith(f"{proxy.url}/table/")
            home.reload()
            home.locator("main.game").wait_for()
            home.go_back()
            home.locator("a[href^='/paddock/table/']").first.click()
            home.locator("main.game").wait_for()

            table = lay(visit, "mist", "me", "person", "chick")
            waiting = visit.open(f"/table/{table}")
            expect(waiting.get_by_alt_text("QR code")).to_be_visible()
            link = waiting.get_by_role("textbox", name="Link", exact=True)
            expect(link).to_have_value(f"{proxy.url}/table/{table}")
            waiting.get_by_role("button", name="Fill with bots").click()
            waiting.locator("main.game").wait_for()
            for path in ("/new", "/lab", "/draw/mmm", "/learn/life", ""):
                visit.open(path)
        assert [line for line in proxy.missed if b"favicon" not in line] == []
