"""The prose that people read follows the style guide: README, docs, help texts and the English page.

Vale would do this; docs/decisions/0008-prose-check.md says why it cannot be installed.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import rich_click as click
from markdown_it import MarkdownIt

from paddock.cli.main import paddock

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
WEB = ROOT / "web" / "src"
CATALOGUES = sorted([*WEB.rglob("words*.ts"), WEB / "words" / "en.ts"])
AVOIDED = (
    "anew|so many|so much|so long|all that|told|tells|at hand|beside|by lot|"
    "who is|what is|where it were|of which|therein"
)
"""Words of the private dialect of version 0.1."""
DIALECT = re.compile(rf"\b({AVOIDED})\b", re.IGNORECASE)
IN_DOCS, IN_HELP = 25, 15
"""The most words of a sentence."""
MARKDOWN = MarkdownIt("commonmark").enable("table")


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a paragraph, or the clauses between its colons and semicolons."""
    yield from re.split(r"(?<=[.!?:;])\s+", text)


def words(sentence: str) -> int:
    return len(re.findall(r"[\w'’{}|.-]*\w[\w'’{}|.-]*", sentence))


def faults(text: str, most: int) -> list[str]:
    """Return a line for each avoided word and each long sentence."""
    found = [
        f"avoid {match[1]!r}: {text[max(0, match.start() - 40) : match.end() + 40]}" for match in DIALECT.finditer(text)
    ]
    return found + [f"{words(one)} words: {one}" for one in sentences(text) if words(one) > most]


def paragraphs(markdown: str) -> Iterator[str]:
    """Yield the text of a Markdown page without code."""
    for token in MARKDOWN.parse(markdown):
        if token.type == "inline":
            kept = [part.content if part.type == "text" else " " for part in token.children or ()]
            yield re.sub(r"\s+", " ", "".join(kept)).strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages(page: Path) -> None:
    found = [fault for text in paragraphs(page.read_text(encoding="utf-8")) for fault in faults(text, IN_DOCS)]
    assert not found, "\n".join(found)


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    for sub, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, f"{name} {sub}")


@pytest.mark.parametrize(("name", "command"), [pytest.param(*one, id=one[0]) for one in commands(paddock, "paddock")])
def test_help_texts(name: str, command: click.Command) -> None:
    texts = [part for part in re.split(r"\n\s*\n", command.help or "") if "\b" not in part]
    texts += [option.help or "" for option in command.params if isinstance(option, click.Option)]
    found = [fault for text in texts for fault in faults(re.sub(r"\s+", " ", text), IN_HELP)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT / "web" / "src")))
def test_the_english_page(catalogue: Path) -> None:
    english = catalogue.read_text(encoding="utf-8").split("\nconst de", 1)[0]
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"', english)
    found = [fault for text in texts for fault in faults(text, IN_HELP)]
    assert not found, "\n".join(found)
