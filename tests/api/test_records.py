"""Records of the public API: written, read, checked, and equal to those of version 0.1."""

from pathlib import Path

import pytest

import paddock
from api.test_match import random_match
from paddock.games import GAMES

SEED_7 = Path(__file__).parent / "records-seed-7.jsonl"
"""Written by version 0.1 (commit 16228ab): a match of each game with `Dice.from_seed(7, ...)` and random decisions."""
VERSION_0_1 = Path(__file__).parents[1] / "match" / "records-0.1.jsonl"


@pytest.mark.parametrize("line", range(1, 5))
def test_seed_7_gives_the_record_of_version_0_1_to_the_byte(line: int) -> None:
    written = SEED_7.read_text(encoding="utf-8").splitlines()[line - 1]
    record = paddock.Record.from_json(written)
    match = paddock.Match(record.game, len(record.names), record.options, names=record.names, seed=7)
    while not match.over:
        match.play(record.events[len(match.events)])
    assert match.record.to_json() == written


@pytest.mark.parametrize("number", range(0, 46, 5))
def test_a_record_of_version_0_1_goes_on_with_its_own_dice(number: int) -> None:
    written = VERSION_0_1.read_text(encoding="utf-8").splitlines()[number]
    match = paddock.Match.from_record(paddock.Record.from_json(written))
    assert match.record.to_json() == written
    if match.over:
        for _ in range(3):
            match.undo()
        record = paddock.Record.from_json(written)
        while not match.over:
            match.play(record.events[len(match.events)])
        assert match.record.to_json() == written


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("decisions", [0, 4, 400])
def test_a_record_can_be_saved_and_loaded(name: str, decisions: int, tmp_path: Path) -> None:
    match, path = random_match(name, decisions=decisions), tmp_path / "game.jsonl"
    match.record.save(path)
    assert paddock.Record.load(path) == match.record
    loaded = paddock.Match.load(path)
    assert (loaded.events, loaded.turn, loaded.options) == (match.events, match.turn, match.options)
    if match.over:
        assert loaded.record == match.record
        assert match.record.scores == match.scores
        assert match.record.payoffs == match.payoffs
    else:
        assert (match.record.scores, match.record.payoffs) == (None, None)


def test_a_file_holds_several_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    matches = [random_match("mist", seed) for seed in range(3)]
    for match in matches:
        match.record.append(str(path))
    assert paddock.Record.load_all(path) == [match.record for match in matches]
    assert paddock.Match.load(path, line=3).scores == matches[2].scores
    with pytest.raises(paddock.BadNotation, match="no record in line 4"):
        paddock.Record.load(path, line=4)


def test_a_wrong_record_is_refused_with_its_line_and_event(tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    good = random_match("mist").record.to_json()
    path.write_text(f"\n{good.replace('die:1', 'die:2', 1)}\n", encoding="utf-8")
    for read in (paddock.Record.load, paddock.Match.load, paddock.Record.load_all):
        with pytest.raises(paddock.BadNotation, match=r"wrong\.jsonl, line 2: event \d+: the promised dice give die:1"):
            read(path)
    with pytest.raises(paddock.BadNotation, match="this is no record"):
        paddock.Record.from_json("{}")


def test_a_file_that_is_missing_or_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(paddock.BadNotation, match="cannot be read"):
        paddock.Record.load(tmp_path / "nowhere.jsonl")
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(paddock.BadNotation, match="has no record"):
        paddock.Match.load(tmp_path / "empty.jsonl")
    with pytest.raises(paddock.PaddockError, match="cannot be written"):
        random_match("mist", decisions=1).record.save(tmp_path / "no" / "folder.jsonl")


def test_an_unfinished_record_keeps_the_secret_of_its_dice(tmp_path: Path) -> None:
    match = random_match("life", decisions=2)
    assert '"secret"' not in match.record.to_json()
    match.record.save(tmp_path / "game.jsonl")
    loaded = paddock.Match.load(tmp_path / "game.jsonl", seed=3)
    assert '"dice"' not in loaded.record.to_json()  # other dice fall from here on
    assert '"secret"' in random_match("life").record.to_json()


def test_manual_dice_have_no_proof() -> None:
    match = paddock.Match("mmm", options={"board": "b", "dice": 1}, chance="manual", names=["Ada"])
    match.play("roll:b", "place:a1")
    assert match.record.check() == "Mmm!, 2 events, scores [1.0]"
    assert '"dice":{' not in match.record.to_json()
    assert match.record.names == ("Ada",)
    manual = paddock.Match.from_record(match.record, chance="manual")
    manual.undo()
    assert manual.legal == ("place:a1",)
