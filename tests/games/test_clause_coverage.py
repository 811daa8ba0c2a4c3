"""Ring one: every numbered clause of every rulebook has a test that bears its number."""

import ast
import re
from pathlib import Path

import pytest

from paddock.conformance import clauses
from paddock.games import GAMES, load_game

TESTS = Path(__file__).parents[1]


def clauses_with_a_test(name: str) -> set[str]:
    """The numbers n.m of the tests called test_n_m_... in a game's file of clause tests."""
    tree = ast.parse((TESTS / "clauses" / f"test_{name}.py").read_text(encoding="utf-8"))
    tests = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {f"{found[1]}.{found[2]}" for test in tests if (found := re.match(r"test_(\d+)_(\d+)_", test))}


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_has_a_test(name: str) -> None:
    assert set(clauses(load_game(name))) == clauses_with_a_test(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_that_is_cited_can_be_read_below_the_clauses(name: str) -> None:
    above, below = load_game(name).rulebook.read_text(encoding="utf-8").split("\n## Facts and rulings\n")
    listed = [int(number) for number in re.findall(r"^(\d+)\. ", below, re.MULTILINE)]
    assert listed == list(range(1, len(listed) + 1))
    assert cited_rulings(above) == set(listed), "a ruling that no clause cites changes nothing"
    assert cited_rulings((TESTS / "referees" / f"{name}.py").read_text(encoding="utf-8")) <= set(listed)
    assert "\nFacts: " in below


def cited_rulings(text: str) -> set[int]:
    """
    >>> sorted(cited_rulings("(rulebook: set-up; ruling 9) and (rulings 1, 2), rulings 3 and 4"))
    [1, 2, 3, 4, 9]
    """
    lists = re.findall(r"\brulings? (\d+(?:(?:, | and )\d+)*)", text, re.IGNORECASE)
    return {int(number) for found in lists for number in re.findall(r"\d+", found)}


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_credits_its_makers_and_says_it_is_unofficial(name: str) -> None:
    text = load_game(name).rulebook.read_text(encoding="utf-8")
    facts = load_game(name).facts
    assert all(word in text for word in (facts.title, facts.designer, facts.publisher, str(facts.year), "unofficial"))


@pytest.mark.parametrize("name", GAMES)
def test_code_cites_only_clauses_that_exist(name: str) -> None:
    """Comments and docstrings of the rules cite only existing clauses."""
    game = load_game(name)
    known = set(clauses(game)) | {number.split(".")[0] for number in clauses(game)}
    code = (game.rulebook.parent / "rules.py").read_text(encoding="utf-8")
    cited = set(re.findall(r'(?:# |""")(?:\d+\.\d+(?:, | to | and ))*(\d+\.\d+)\b', code))
    assert cited <= known
    assert cited, "the rules cite no clause at all"
