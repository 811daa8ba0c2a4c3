"""For all tests and doctests: each one leaves the registry of games as it was."""

from collections.abc import Iterator

import pytest

from paddock.games import GAMES


@pytest.fixture(autouse=True)
def same_games() -> Iterator[None]:
    """Forget the games that an example registers."""
    known = dict(GAMES)
    yield
    GAMES.clear()
    GAMES.update(known)
