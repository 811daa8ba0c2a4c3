"""Lessons start where something can be learned; a change of the rules must not leave them behind."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from paddock.games import ROOMS
from paddock.match.record import decode, empty_match
from paddock.match.replay import check
from page.browsing import DESKTOP, PHONE, visiting
from server.house import House

WEB = Path(__file__).parents[2] / "web" / "src" / "games"


@pytest.mark.parametrize("game", ROOMS)
def test_the_start_of_a_lesson_is_a_match_with_the_learner_to_decide(game: str) -> None:
    record = decode((WEB / game / "lesson.json").read_bytes().strip())
    match = empty_match(record)
    assert check(record, match).ok
    assert (record.game, match.turn, match.over) == (game, 0, False)
    assert len(match.legal()) > 1, "there is something to decide"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", ROOMS)
def test_a_lesson_begins_with_a_hint_and_a_decision(
    browser: Browser, house: House, game: str, size: ViewportSize
) -> None:
    """The hint lies over everything else: nothing of the board hides it, on a phone neither."""
    with visiting(browser, house.url, viewport=size) as visit:
        page = visit.open(f"/learn/{game}")
        page.locator("main.game").wait_for()
        expect(page.locator(".status.mine")).to_be_visible()
        hint = page.locator("aside.lesson p")
        said = hint.inner_text()
        page.get_by_role("button", name="Understood").click()
        expect(hint.filter(has_text=said)).to_have_count(0)
