"""Imports point down the layers of DESIGN only, and only the registry names a game."""

import ast
import re
from pathlib import Path

import pytest

from paddock.games import ROOMS

PACKAGE = Path(__file__).parent.parent / "src" / "paddock"
LAYERS = ["rules", "games", "match", "bots"]
"""From the ground up. What is not listed here is a guest, above all of them."""
GUESTS = ["lab", "envs", "server", "conformance", "cli", "commands", "terminal", "client"]


def layer_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def imports_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    return {name for name in found if name.split(".")[0] == "paddock"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    inside = path.relative_to(PACKAGE).with_suffix("").parts[0]
    if inside not in LAYERS:
        assert inside in {*GUESTS, "__init__"}, f"{inside} is in no layer: name it here"
        return
    below = LAYERS[: LAYERS.index(inside) + 1]
    for module in imports_of(path):
        assert layer_of(module) in below, f"{inside} must not import {module}"


@pytest.mark.parametrize("name", ROOMS)
def test_rooms_do_not_know_each_other(name: str) -> None:
    for path in (PACKAGE / "games" / name).glob("*.py"):
        others = {f"paddock.games.{other}" for other in ROOMS if other != name}
        assert not {module for module in imports_of(path) if any(module.startswith(other) for other in others)}


def test_nothing_outside_a_room_names_a_game() -> None:
    names = re.compile(rf"""["']({"|".join(ROOMS)})["']""")
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).parts
        if (parts[0] == "games" and len(parts) > 2) or parts == ("games", "__init__.py"):
            continue
        code = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not names.search(code), f"{path.relative_to(PACKAGE)} names {names.findall(code)}"


def test_no_room_has_a_random_generator() -> None:
    for name in ROOMS:
        for path in (PACKAGE / "games" / name).glob("*.py"):
            code = path.read_text(encoding="utf-8")
            assert "np.random" not in code
            if "import random" in code or "from random" in code:
                assert "generate" in code, f"{path.name} draws random numbers, but makes no boards"
