"""The page's types equal the service's types."""

from pathlib import Path

from paddock.server.page.typescript import typescript

WRITTEN = Path(__file__).parents[2] / "web" / "src" / "wire.ts"


def test_the_page_has_the_types_of_this_service() -> None:
    """If this fails, run `python -m paddock.server.page.typescript > web/src/wire.ts`."""
    assert WRITTEN.read_text(encoding="utf-8") == typescript()
