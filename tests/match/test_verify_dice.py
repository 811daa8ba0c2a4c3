"""The one-file verifier: it knows the order of events, their outcomes and weights, without our rules."""

import json
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from paddock.engine.types import CHANCE
from paddock.games import GAMES, load_game
from paddock.match import verify_dice
from paddock.match.record import encode
from support.provable_matches import provable
from support.random_matches import positions
from support.variants import VARIANTS

CASES = [
    (name, players, number)
    for name in GAMES
    for players in load_game(name).facts.players
    for number in range(len(VARIANTS[name]))
]
EXACT = ("mist", "mmm", "kuhlorado")
"""Games whose legal decisions the verifier knows in full. In Life is Life it allows some more gifts."""


@pytest.mark.parametrize(("name", "players", "number"), CASES)
def test_outcomes_and_weights_are_those_of_the_rules(name: str, players: int, number: int) -> None:
    before, coming = None, None
    for match in positions(name, players, VARIANTS[name][number], seed=number):
        if coming is None:
            options = json.loads(json.dumps(match.options))
            coming = verify_dice.GAMES[name](players, options)
            expected = next(coming, None)
        else:
            try:
                expected = coming.send(match.tokens[-1])
            except StopIteration:
                expected = None
        before = match
        if match.over:
            assert expected is None
        elif match.turn == CHANCE:
            assert isinstance(expected, dict)
            assert list(expected.items()) == list(match.odds().items())
        else:
            assert isinstance(expected, list)
            assert set(expected) >= set(match.legal_tokens())
            assert name not in EXACT or set(expected) == set(match.legal_tokens())
    assert before is not None
    assert before.over


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_the_service_passes(name: str) -> None:
    for number, options in zip(count(1), VARIANTS[name], strict=False):
        record = provable(name, load_game(name).facts.players[-1], options, number=number)
        assert verify_dice.flaws(json.loads(encode(record))) == []


def run(tmp_path: Path, record: object) -> tuple[int, str]:
    """Run a copy of the file in an interpreter without our packages."""
    file, verifier = tmp_path / "record.json", tmp_path / "verify_dice.py"
    verifier.write_bytes(Path(verify_dice.__file__).read_bytes())
    file.write_text(json.dumps(record), encoding="utf-8")
    words = [sys.executable, "-I", "-S", str(verifier), str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_it_is_one_file_that_needs_only_python(tmp_path: Path) -> None:
    record = json.loads(encode(provable("mist", 4)))
    status, said = run(tmp_path, record)
    assert status == 0, said
    assert record["dice"]["commitment"] in said, "the reader compares it with the one seen before the first event"
    assert "seed of seat 1, Ada: seed of Ada" in said
    assert "seed of seat 2, Alma (hound): none" in said


def test_it_says_what_dice_of_version_1_do_not_prove(tmp_path: Path) -> None:
    record = json.loads(encode(provable("mist")))
    del record["dice"]["version"]
    status, said = run(tmp_path, record)
    assert (status, "chose them after it knew all other seeds" in said) == (0, True)
    assert "version 1" not in run(tmp_path, record | {"dice": record["dice"] | {"version": 2}})[1]


def test_a_wrong_die_is_named(tmp_path: Path) -> None:
    record = json.loads(encode(provable("mist")))
    index = max(index for index, token in enumerate(record["events"]) if token.startswith("die:"))
    came = record["events"][index]
    record["events"][index] = "die:1" if came != "die:1" else "die:2"
    status, said = run(tmp_path, record)
    assert (status, f"event {index + 1}: the dice give {came}" in said) == (1, True)


@pytest.mark.parametrize(
    "record", [{}, [], None, {"dice": {"secret": "x"}}, {"dice": {"secret": "zz", "seeds": []}, "game": "mist"}]
)
def test_a_file_without_a_record_gets_a_sentence(tmp_path: Path, record: object) -> None:
    status, said = run(tmp_path, record)
    assert status in (1, 2)
    assert said
    assert "Traceback" not in said
