"""One service and one browser for all tests of a process."""

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
    """No longer than for one module: while Playwright is there, its loop is this thread's, and others need one, too."""
    with sync_playwright() as playwright:
        one = launch(playwright)
        yield one
        one.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    with visiting(browser, house.url) as one:
        yield one
