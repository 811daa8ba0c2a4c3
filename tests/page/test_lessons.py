"""Lessons start from valid positions; a change of the rules must not break them."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from paddock.games import GAMES
from paddock.match.record import decode, empty_match
from paddock.match.record_check import check
from page.browsing import DESKTOP, PHONE, visiting
from server.house import House

WEB = Path(__file__).parents[2] / "web" / "src" / "games"


@pytest.mark.parametrize("game", GAMES)
def test_the_start_of_a_lesson_is_a_match_with_the_learner_to_decide(game: str) -> None:
    record = decode((WEB / game / "lesson.json").read_bytes().strip())
    match = empty_match(record)
    assert check(record, match).ok
    assert (record.game, match.turn, match.over) == (game, 0, False)
    assert len(match.legal_moves()) > 1, "there is something to decide"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_begins_with_a_hint_and_a_decision(
    browser: Browser, house: House, game: str, size: ViewportSize
) -> None:
    """The hint is above the board on every screen size."""
    with visiting(browser, house.url, viewport=size) as visit:
        page = visit.open(f"/learn/{game}")
        page.locator("main.game").wait_for()
        expect(page.locator(".status.mine")).to_be_visible()
        hint = page.locator("aside.lesson p")
        said = hint.inner_text()
        page.get_by_role("button", name="Got it").click()
        expect(hint.filter(has_text=said)).to_have_count(0)
