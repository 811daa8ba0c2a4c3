"""The architecture is what its page says: layers, names of packages and modules, and references by string."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from paddock.engine.compilation.compile_cache import COMPILED_LAYERS
from paddock.games import GAMES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "paddock"
MODULE = re.compile(r"(?<![\w./-])paddock(?:\.[a-z_]\w*)+")
"""The dotted name of a module, perhaps with the name of something in it."""
MOST_MODULES = 14
"""Modules in one folder; more of them ask for a sub-package."""
SERVER = PACKAGE / "server"


def layers() -> list[set[str]]:
    """Return the layers of the import-linter contract, the highest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    return [{name.strip() for name in layer.split("|")} for layer in contract["layers"]]


def modules() -> set[str]:
    """Return the dotted names of all packages and modules."""
    found = {"paddock"}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def packages() -> set[str]:
    """Return the packages that hold code of ours, two levels deep, without those of single games."""
    found = {path.parent.relative_to(PACKAGE.parent) for path in PACKAGE.rglob("__init__.py")}
    return {".".join(path.parts) for path in found if 1 < len(path.parts) <= 3}


def is_named(name: str, known: set[str]) -> bool:
    """Return whether a dotted name is a module, or something that stands in one."""
    return name in known or name.rpartition(".")[0] in known - {"paddock"}


def test_imports_point_down() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_package_is_in_a_layer() -> None:
    named = set.union(*layers())
    found = {name for name in modules() if name.count(".") == 1} - {"paddock.__main__"}
    assert found == named


def string_references(path: Path) -> Iterator[str]:
    """Yield the modules that a file names in strings: entry points, `python -m`, resources, log names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from MODULE.findall(node.value)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_references_by_string_point_down_too(path: Path) -> None:
    rank = {name: depth for depth, layer in enumerate(layers()) for name in layer}
    inside = "paddock." + path.relative_to(PACKAGE).with_suffix("").parts[0]
    for name in string_references(path):
        top = ".".join(name.split(".")[:2])
        if top in rank and inside in rank:
            assert rank[top] >= rank[inside], f"{inside} must not refer to {name}"


def test_references_by_string_exist() -> None:
    known, entry = modules(), re.compile(r'"(paddock(?:\.\w+)+)(?::\w+)?"')
    for path in [*PACKAGE.rglob("*.py"), ROOT / "pyproject.toml"]:
        for name in entry.findall(path.read_text(encoding="utf-8")):
            if name.count(".") > 1 or f"{name}" in known:
                assert is_named(name, known), f"{path.relative_to(ROOT)} refers to {name}"


def test_the_compile_cache_knows_all_packages_with_compiled_code() -> None:
    """A kernel elsewhere must be in a file that holds all compiled code of its package."""
    alone = {PACKAGE / "lab" / "data" / "kernels.py", PACKAGE / "envs" / "batch_kernels.py"}
    for path in PACKAGE.rglob("*.py"):
        if re.search(r"^@(compiled|inlined)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert path.relative_to(PACKAGE).parts[0] in COMPILED_LAYERS or path in alone, path
    assert all((PACKAGE / layer / "__init__.py").exists() for layer in COMPILED_LAYERS)


def test_the_pages_name_only_what_exists_and_every_package() -> None:
    known = modules()
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    for name in re.findall(r"`(paddock(?:\.\w+)*)`", text + glossary):
        assert is_named(name, known), f"{name} does not exist"
    unnamed = {name for name in packages() if f"`{name}`" not in text and not name.startswith("paddock.server.")}
    assert not unnamed, "docs/architecture.md names every package"


def test_no_folder_is_crowded() -> None:
    for folder in {path.parent for path in PACKAGE.rglob("*.py")}:
        if SERVER not in {folder, *folder.parents}:
            names = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
            assert len(names) <= MOST_MODULES, f"{folder.relative_to(ROOT)} has {len(names)} modules"


NAMES_GAMES = ("games", "__init__.py"), ("match", "verify_dice.py")
"""The registry, and the verifier, which must be one file without imports from Paddock."""


def test_only_the_registry_names_a_game() -> None:
    names = re.compile(rf"""["']({"|".join(GAMES)})["']""")
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).parts
        if (parts[0] == "games" and len(parts) > 2) or parts in NAMES_GAMES:
            continue
        code = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not names.search(code), f"{path.relative_to(PACKAGE)} names {names.findall(code)}"


def test_no_game_has_a_random_generator() -> None:
    for name in GAMES:
        for path in (PACKAGE / "games" / name).rglob("*.py"):
            code = path.read_text(encoding="utf-8")
            assert "np.random" not in code
            if "import random" in code or "from random" in code:
                assert "generate" in code, f"{path.name} draws random numbers, but makes no boards"
