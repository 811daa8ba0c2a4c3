"""The public API: every name is documented, has an example and stands in the reference; nothing is imported early."""

import inspect
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import paddock

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "api"
NAMES = [
    "CHANCE",
    "OVER",
    "Advice",
    "Analysis",
    "BadNotation",
    "BadOption",
    "Bot",
    "Chance",
    "Client",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Over",
    "PaddockError",
    "Record",
    "Seat",
    "Solution",
    "Stepper",
    "advise",
    "analyse",
    "arena",
    "batch",
    "bot",
    "check_game",
    "games",
    "load_game",
    "simulate",
    "solve",
]
"""A change of this list is a change of the public API: it belongs into the changelog."""


def documented(name: str) -> object:
    """Return the object that has the documentation of a name; `paddock.games` is a callable package."""
    return paddock.games.games if name == "games" else getattr(paddock, name)  # type: ignore[attr-defined]


def reference() -> set[str]:
    """Return the names that the pages of the reference document."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md"))
    return set(re.findall(r"^::: (\S+)$", pages, flags=re.MULTILINE))


def test_these_are_the_public_names() -> None:
    assert sorted(paddock.__all__) == sorted([*NAMES, "__version__"])
    assert set(paddock.__all__) <= set(dir(paddock))


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_has_a_docstring_with_an_example(name: str) -> None:
    text = inspect.getdoc(documented(name)) or ""
    assert re.match(r"[A-Z].*\.", text), f"{name} has no docstring"
    assert re.search(r"^ +>>> import paddock", text, flags=re.MULTILINE), f"{name} has no example"


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_stands_in_the_reference(name: str) -> None:
    assert (f"paddock.{name}" if name != "games" else "paddock.games.games") in reference()


@pytest.mark.parametrize("name", [name for name in NAMES if inspect.isclass(documented(name))])
def test_the_public_members_of_a_class_are_documented(name: str) -> None:
    kind = documented(name)
    for member, value in vars(kind).items():
        if not member.startswith("_") and (callable(value) or isinstance(value, property | classmethod)):
            assert inspect.getdoc(getattr(kind, member)), f"{name}.{member} has no docstring"


def test_the_reference_names_what_exists() -> None:
    for name in reference():
        module, _, last = name.rpartition(".")
        __import__(module)
        assert hasattr(sys.modules[module], last), name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = paddock.chess  # type: ignore[attr-defined]


def test_the_import_brings_neither_numpy_nor_the_compiler() -> None:
    script = "import sys, paddock; dir(paddock); print({'numpy', 'numba', 'paddock.api'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("first", ["import paddock", "import paddock.games", "from paddock.games import load_game"])
def test_games_is_a_function_and_a_package_in_any_order(first: str) -> None:
    script = f"{first}\nimport paddock\nprint(len(paddock.games()), len(paddock.games.GAMES))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "4 4"


def test_the_package_says_that_it_is_typed() -> None:
    assert (files("paddock") / "py.typed").is_file()
