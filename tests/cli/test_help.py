"""Help of all commands: examples, plain words, completion, and the generated reference page."""

import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from paddock.bots.game_warmup import STAGES
from paddock.bots.level_names import LEVELS
from paddock.cli.command_classes import PaddockCommand
from paddock.cli.commands.warm import MODULES
from paddock.cli.main import paddock as root
from paddock.games import GAMES
from support.command_line import Paddock

ROOT = Path(__file__).parents[2]
LONGEST_SENTENCE = 15
AVOIDED = re.compile(
    r"\b(anew|so many|so much|so long|all that|told|tells|at hand|beside|by lot|who is|what is|of which|therein|"
    r"who|whoever|nobody|everybody|somebody)\b",
    re.IGNORECASE,
)
QUICK = (
    "paddock games",
    "paddock games mist",
    "paddock simulate mist",
    "paddock play mist",
    "paddock board new mmm",
    "paddock board check mmm-board.toml",
)
"""Examples that a test runs, in this order. The others take longer, need a file or do not end by themselves."""


def all_commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, PaddockCommand]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from all_commands(command, (*path, name))
        else:
            assert isinstance(command, PaddockCommand)
            yield " ".join((*path, name)), command


COMMANDS = dict(all_commands(root))
EXAMPLES = [example for command in COMMANDS.values() for example in command.examples]


def texts_of(command: PaddockCommand) -> list[str]:
    """Return the help of a command and of each of its parameters."""
    return [command.help or "", *(getattr(parameter, "help", None) or "" for parameter in command.params)]


def test_help_of_every_command_needs_no_compiler() -> None:
    script = (
        "import sys; from click.testing import CliRunner; from paddock.cli.main import paddock\n"
        f"for words in {[[], *(name.split() for name in COMMANDS)]}:\n"
        "    done = CliRunner().invoke(paddock, [*words, '--help'])\n"
        "    assert done.exit_code == 0 and 'Usage' in done.output, (words, done.output)\n"
        "heavy = ('numba', 'numpy', 'msgspec', 'paddock.match', 'paddock.games.mist', 'paddock.engine.game')\n"
        "sys.exit(', '.join(name for name in heavy if name in sys.modules) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_examples_and_describes_every_parameter(paddock: Paddock, name: str) -> None:
    command = COMMANDS[name]
    text = paddock(*name.split(), "--help").out
    assert command.examples
    for example in command.examples:
        assert example.startswith(f"paddock {name}")
        assert f"  {example} " in text, "on its own line"
    assert all(texts_of(command)), "every parameter has a help text"
    if command.shows_levels:
        assert all(f"  {level}" in text and meaning in text for level, meaning in LEVELS.items())
    assert command.shows_levels == bool({"bots", "level"} & {parameter.name for parameter in command.params})
    for parameter in command.params:
        if isinstance(parameter.type, click.Choice):
            assert all(value in " ".join(text.split()) for value in parameter.type.choices)
        if parameter.name == "game_id":
            assert all(game in text for game in GAMES)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_short_and_plain(name: str) -> None:
    for text in texts_of(COMMANDS[name]):
        for sentence in re.split(r"(?<=[.:;])\s", " ".join(text.split())):
            assert len(sentence.split()) <= LONGEST_SENTENCE, sentence
        assert not AVOIDED.search(text), text


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_can_be_parsed(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for word in shlex.split(example):
        if word.endswith(".jsonl"):
            (tmp_path / word).touch()
    words = shlex.split(example)[1:]
    command: click.Command = root
    context = click.Context(root, info_name="paddock")
    while isinstance(command, click.Group):
        name = words.pop(0)
        command = command.commands[name]
        if not isinstance(command, click.Group):
            command.make_context(name, words, parent=context)
    for word in shlex.split(example):
        if word.startswith("docs/"):
            assert (ROOT / word).is_file()


def test_quick_examples_run(paddock: Paddock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for example in QUICK:
        assert example in EXAMPLES
        assert paddock(*shlex.split(example)[1:]).status == 0, example


def completions(words: str) -> list[str]:
    environment = os.environ | {
        "_PADDOCK_COMPLETE": "bash_complete",
        "COMP_WORDS": f"paddock {words}",
        "COMP_CWORD": str(len(words.split(" "))),
    }
    done = subprocess.run(
        [sys.executable, "-m", "paddock"], env=environment, capture_output=True, text=True, check=True
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_a_shell_completes_games_levels_and_stages() -> None:
    assert completions("simulate m") == ["mist", "mmm"]
    assert completions("arena mist --bots owl,g") == ["owl,greedy"]
    assert completions("warm --only ta") == ["table"]
    assert "--records" in completions("simulate mist --rec")


def test_every_stage_has_a_module() -> None:
    assert [stage for stage, module in MODULES.items() if module == "paddock.bots.game_warmup"] == list(STAGES)


def test_the_reference_page_is_generated_from_all_commands() -> None:
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    made = runpy.run_path(str(ROOT / "docs" / "hooks.py"))["on_page_markdown"](page)
    assert "<!--" not in made
    for name, command in COMMANDS.items():
        section = made[made.index(f"### `paddock {name}") :].partition("\n### ")[0]
        for parameter in command.params:
            shown = parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(root_context())
            assert f"| `{shown}" in section, (name, shown)
        assert all(example in section for example in command.examples)


def root_context() -> click.Context:
    return click.Context(root, info_name="paddock")
