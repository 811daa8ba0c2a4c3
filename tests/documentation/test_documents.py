"""What the documents show is true: examples run, commands exist, the example record is good."""

import doctest
import hashlib
import hmac
import io
import json
import re
import runpy
import shlex
import sys
from pathlib import Path

import pytest

from paddock.cli.main import main, paddock
from paddock.games import GAMES, load_game
from paddock.match.record_check import check_line

ROOT = Path(__file__).parents[2]
WITH_EXAMPLES = [
    "README.md",
    "docs/how-to/add-a-game.md",
    "docs/how-to/use-environments.md",
    "docs/tutorials/python.md",
]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ONLY_READ = ("arena", "bench", "serve", "solve", "train", "warm")
"""Commands that take too long to be run here, or do not end by themselves."""


def without_fences(text: str) -> str:
    """A fence after the last line would be taken for output."""
    return re.sub(r"^```.*$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_run(name: str) -> None:
    text = without_fences((ROOT / name).read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, name, 0)
    assert len(examples.examples) > 5
    found = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples)
    assert found.failed == 0


def commands_in(path: Path) -> list[list[str]]:
    """The words of the `paddock` commands in the sh blocks of a document."""
    blocks = re.findall(r"^```sh\n(.*?)^```", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("paddock ")]


def document(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if commands_in(path)], ids=document)
def test_commands_work_in_their_order(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for words in commands_in(path):
        assert words[0] in paddock.commands, words
        if words[0] in ONLY_READ:
            paddock.commands[words[0]].make_context(words[0], words[1:])  # its words can be read
            continue
        monkeypatch.setattr(sys, "argv", ["paddock", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        assert main() == 0, words


def json_blocks() -> list[str]:
    text = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    return re.findall(r"^```json\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def test_the_example_record_is_good_to_the_byte() -> None:
    line = json_blocks()[0].replace("\n", "")
    assert json.dumps(json.loads(line), separators=(",", ":")) == line
    verdict = check_line(1, line.encode())
    assert verdict.ok, verdict
    assert "unfinished" not in verdict.message


def test_the_example_of_the_dice_can_be_recomputed_from_the_page_alone() -> None:
    page = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    record, text = json.loads(json_blocks()[0].replace("\n", "")), json_blocks()[1].strip()
    dice = record["dice"]
    assert hashlib.sha256(text.encode()).hexdigest() == dice["commitment"]
    key = hmac.digest(bytes.fromhex(dice["secret"]), "\n".join(dice["seeds"]).encode(), "sha256")
    assert f"the key is `{key.hex()}`" in page
    for event, weights, v, outcome in ((0, 36, 9, "roll:bx"), (7, 6, 1, "roll:f")):
        r = hmac.digest(key, f"{event}.0".encode(), "sha256")[:8]
        assert f"`{r.hex()}`" in page
        assert int.from_bytes(r, "big") % weights == v
        assert record["events"][event] == outcome


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_is_made_from_its_room(name: str) -> None:
    page = (ROOT / "docs" / "reference" / "games" / f"{name}.md").read_text(encoding="utf-8")
    made = runpy.run_path(str(ROOT / "docs" / "hooks.py"))["on_page_markdown"](page, page=None)
    game = load_game(name)
    assert "<!-- game" not in made
    assert game.facts.credit in made
    assert all(f"| `{option.name}` |" in made for option in game.options)
    assert all(f"| `{field.name}` |" in made for field in game.fields)
    assert all(f"| `{piece.name}` |" in made for piece in game.observation)
    assert f"to {game.observation_size - 1} |" in made or f"| {game.observation_size - 1} |" in made
    assert game.rulebook.read_text(encoding="utf-8").splitlines()[-1] in made


def test_the_readme_credits_every_game() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in GAMES:
        facts = load_game(name).facts
        assert f"| `{name}` | {facts.title} | {facts.designer} | {facts.publisher}, {facts.year} |" in readme
    assert "unofficial" in readme


def test_links_lead_somewhere() -> None:
    """Links of the documents at the top; MkDocs checks those of its pages. `make bench` writes its results."""
    for path in ROOT.glob("*.md"):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{path.name}: {target}"


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_can_be_drawn_anew_and_fetches_nothing(name: str) -> None:
    studio = runpy.run_path(str(ROOT / "docs" / "pictures" / "make.py"))
    for svg in (
        studio["picture"](name, studio["SCENES"][name]),
        (ROOT / "docs" / "pictures" / f"play-{name}.svg").read_text(encoding="utf-8"),
    ):
        assert "<svg" in svg
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
