"""A guest with a browser. An error in it, or a request to another host, is a failure."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
PATIENCE: Final = 30_000
"""Timeout in milliseconds for one step on a busy machine."""


expect.set_options(timeout=PATIENCE)


def launch(playwright: Playwright) -> Browser:
    found = shutil.which(os.environ.get("PADDOCK_BROWSER", "chromium"))
    if found is None:
        pytest.fail("the page is tested in Chromium: `make browser` installs it, PADDOCK_BROWSER names another")
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])


class Visit:
    """One guest's browser: its pages share cookies, and all of their errors are recorded."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.flaws: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda said: self.note(said.type == "error", f"console: {said.text}"))
        context.on("weberror", lambda flaw: self.note(True, f"error: {flaw.error}"))
        context.on("request", lambda one: self.note(not one.url.startswith((url, "data:", "blob:")), one.url))

    def note(self, wrong: bool, what: str) -> None:
        if wrong:
            self.flaws.append(what)

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.goto(self.url + path)
        page.locator("main:not([aria-busy])").first.wait_for()
        return page


@contextmanager
def visiting(browser: Browser, url: str, **how: Any) -> Iterator[Visit]:
    """Open a separate browser context and check at the end that it recorded no error."""
    settings: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **how}
    context = browser.new_context(**settings)
    visit = Visit(context, url)
    yield visit
    context.close()
    assert not visit.flaws, visit.flaws


def check_accessible(page: Page) -> None:
    """Fail with the violations that axe finds."""
    found = Axe().run(page)
    told = [
        f"{flaw['id']}: {flaw['help']}\n    " + "\n    ".join(node["html"][:160] for node in flaw["nodes"][:4])
        for flaw in found.response["violations"]
    ]
    assert not told, f"at {page.url}:\n" + "\n".join(told)


def check_width(page: Page) -> None:
    """Fail if the page scrolls sideways."""
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= seen, f"{page.url} is {wide} wide on a screen of {seen}"


def picture(page: Page, folder: Path | None, name: str) -> None:
    """Save a screenshot if a folder is given."""
    if folder is not None:
        page.screenshot(path=folder / f"{name}.png")
