"""One service per test process, and one browser per module."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from page.browsing import Visit, launch, visiting
from server.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as one:
        yield one


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Open a browser for one module only: Playwright occupies the event loop of the thread."""
    with sync_playwright() as playwright:
        one = launch(playwright)
        yield one
        one.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    with visiting(browser, house.url) as one:
        yield one
