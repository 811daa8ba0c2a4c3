"""The compile cache, and the complete parts of a game package."""

import os
import time
from pathlib import Path

import pytest

from paddock.engine.compilation import compile_cache
from paddock.engine.game import define_game
from paddock.engine.optional_verbs import register_game
from paddock.engine.verbs import VERBS
from paddock.games.life import data as life
from paddock.games.mist import data, narration, notation, rules, state, view
from paddock.games.mist.state import STATE

pytestmark = pytest.mark.interpreted
DAY = 24 * 3600


def test_the_fingerprint_changes_with_every_source(tmp_path: Path) -> None:
    one, other = tmp_path / "rules.py", tmp_path / "view.py"
    one.write_text("A = 1\n")
    other.write_text("B = 1\n")
    before = compile_cache.fingerprint([one, other])
    assert compile_cache.fingerprint([one, other]) == before
    other.write_text("B = 2\n")
    assert compile_cache.fingerprint([one, other]) != before
    assert compile_cache.fingerprint([one]) != before


def test_every_compiled_layer_counts() -> None:
    layers = {path.relative_to(compile_cache.PACKAGE).parts[0] for path in compile_cache.sources()}
    assert layers == set(compile_cache.COMPILED_LAYERS)


def test_code_that_nobody_used_for_a_month_goes(tmp_path: Path) -> None:
    ages = {"current": 90, "recent": 10, "forgotten": 31}
    for name, days in ages.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.nbi").write_bytes(b"native")
        os.utime(tmp_path / name, (time.time() - days * DAY,) * 2)
    compile_cache.forget_old_code(tmp_path / "current")
    assert {path.name for path in tmp_path.iterdir()} == {"current", "recent"}
    assert time.time() - (tmp_path / "current").stat().st_mtime < DAY, "it has been used just now"


def test_nothing_is_forgotten_where_nothing_is_kept(tmp_path: Path) -> None:
    compile_cache.forget_old_code(tmp_path / "nowhere" / "current")
    assert list(tmp_path.iterdir()) == []


def test_a_room_that_lacks_a_part_says_which() -> None:
    with pytest.raises(TypeError, match=r"a game package needs OBSERVATION; none of .*data, .*rules has it"):
        define_game(data, state, notation, rules)
    with pytest.raises(TypeError, match="a game package defines FACTS in two of its modules"):
        define_game(data, state, rules, notation, view, narration, life)


def test_a_room_needs_every_verb_and_no_other() -> None:
    with pytest.raises(TypeError, match=r"missing .*observe"):
        register_game(STATE, **{name: abs for name in VERBS if name != "observe"})
    with pytest.raises(TypeError, match=r"unknown .*'fly'"):
        register_game(STATE, **dict.fromkeys([*VERBS, "fly"], abs))


@pytest.mark.skipif(not compile_cache.COMPILING, reason="nothing is compiled")
def test_no_code_that_is_kept_leads_back_to_what_was_being_compiled() -> None:
    """Numba links such code by a name that exists only in the process that compiled it; others would crash."""
    kept = list(compile_cache.CACHE.rglob("*.nbc"))
    assert kept
    assert [path.name for path in kept if b".numba.unresolved" in path.read_bytes()] == []
