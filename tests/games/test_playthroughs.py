"""Ring two: the golden playthroughs come out as they were read and approved."""

from itertools import zip_longest

import pytest

from support.playthroughs import FOLDER, MATCHES, text_of


@pytest.mark.interpreted
@pytest.mark.parametrize("name", MATCHES)
def test_playthrough(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.is_file(), f"{path.name} is missing: PYTHONPATH=tests python -m playthroughs"
    golden = path.read_text(encoding="utf-8").splitlines()
    for number, (expected, found) in enumerate(zip_longest(golden, text_of(name).splitlines()), 1):
        assert found == expected, f"{path.name}, line {number} is the first that differs"


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(MATCHES)
