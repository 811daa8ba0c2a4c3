"""Ring one: every numbered clause of every rulebook has a test that bears its number."""

import ast
import re
from pathlib import Path

import pytest

from paddock.conformance import clauses
from paddock.games import ROOMS, game

HERE = Path(__file__).parent


def clauses_with_a_test(name: str) -> set[str]:
    """The numbers n.m of the tests called test_n_m_... in a game's file of clause tests."""
    tree = ast.parse((HERE / "clauses" / f"test_{name}.py").read_text(encoding="utf-8"))
    tests = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {f"{found[1]}.{found[2]}" for test in tests if (found := re.match(r"test_(\d+)_(\d+)_", test))}


@pytest.mark.parametrize("name", ROOMS)
def test_every_clause_has_a_test(name: str) -> None:
    assert set(clauses(game(name))) == clauses_with_a_test(name)


@pytest.mark.parametrize("name", ROOMS)
def test_the_rulebook_credits_its_makers_and_says_it_is_unofficial(name: str) -> None:
    text = game(name).rulebook.read_text(encoding="utf-8")
    facts = game(name).facts
    assert all(word in text for word in (facts.title, facts.designer, facts.publisher, str(facts.year), "unofficial"))


@pytest.mark.parametrize("name", ROOMS)
def test_code_cites_only_clauses_that_exist(name: str) -> None:
    """Comments and docstrings of a room's rules point at clauses; none points into the void."""
    room = game(name)
    known = set(clauses(room)) | {number.split(".")[0] for number in clauses(room)}
    code = (room.rulebook.parent / "rules.py").read_text(encoding="utf-8")
    cited = set(re.findall(r'(?:# |""")(?:\d+\.\d+(?:, | to | and ))*(\d+\.\d+)\b', code))
    assert cited <= known
    assert cited, "the rules cite no clause at all"
