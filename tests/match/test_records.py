"""Records: their form, their replay without a generator, and errors that name every flaw."""

import json
from pathlib import Path
from typing import Any

import pytest

from paddock.engine.errors import BadNotation, BadOption
from paddock.engine.types import CHANCE, same_position
from paddock.games import GAMES, load_game
from paddock.match.dice import Dice
from paddock.match.match_state import MatchState
from paddock.match.record import decode, encode, record_of, replayed
from paddock.match.record_check import check_file, check_line
from support.random_matches import finished
from support.variants import VARIANTS

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]


def record_line(name: str = "mist", players: int = 3, options: dict[str, Any] | None = None, seed: int = 1) -> bytes:
    match = finished(name, players, options or {}, seed)
    return encode(record_of(match, NAMES[:players]))


def changed(line: bytes, **keys: Any) -> bytes:
    return json.dumps(json.loads(line) | keys).encode()


@pytest.mark.parametrize("name", GAMES)
def test_a_record_reads_back_and_replays(name: str) -> None:
    for seed, options in enumerate(VARIANTS[name]):
        players = load_game(name).facts.players[-1]
        match = finished(name, players, options, seed)
        line = encode(record_of(match, NAMES[:players]))
        assert b"\n" not in line
        assert encode(decode(line)) == line
        again = replayed(decode(line))
        assert same_position(again.position, match.position)
        assert check_line(1, line).ok


def test_a_record_writes_out_every_option_and_needs_no_file() -> None:
    data = json.loads(record_line("kuhlorado", 2))
    assert set(data["options"]) == {option.name for option in load_game("kuhlorado").options}
    assert data["options"]["sheet"].count("/") == 7, "the sheet itself, not its number"
    assert list(data) == ["paddock", "game", "rules", "options", "seats", "events", "result"]
    assert json.loads(record_line("mmm", 1))["options"]["board"].count("/") == 6


def test_an_unfinished_record_has_no_result_and_is_fine() -> None:
    match = MatchState(load_game("mist"), 3, {})
    match.play("animal:cow")
    line = encode(record_of(match, NAMES[:3]))
    assert json.loads(line)["result"] is None
    verdict = check_line(1, line)
    assert verdict.ok
    assert "unfinished" in verdict.message


def test_an_illegal_event_is_named_with_its_number_and_clause() -> None:
    line = record_line()
    events = json.loads(line)["events"]
    first, second = events[0], events[1]
    verdict = check_line(7, changed(line, events=[first, first, *events[2:]]))
    assert (verdict.ok, verdict.line, verdict.event, verdict.clause) == (False, 7, 2, "1.1")
    assert "dealt already" in verdict.message
    assert second != first


def test_an_unreadable_event_is_named_too() -> None:
    line = record_line()
    events = json.loads(line)["events"]
    verdict = check_line(1, changed(line, events=[*events[:4], "lay:dragon+3", *events[5:]]))
    assert (verdict.ok, verdict.event, verdict.clause) == (False, 5, "1.6")
    assert "lay:dragon+3" in str(verdict)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"paddock": 2}, "format 2"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"rules": 99}, "version 99"),
        ({"seats": ["Ada", "Ben"]}, "played by 3 to 6, not by 2"),
        ({"options": {}}, "missing"),
        ({"more": 1}, "unknown field"),
        ({"result": None}, "no result"),
        ({"result": {"payoff": [1, 0, 0], "scores": [99, 0, 0]}}, "the scores are"),
        ({"events": []}, "is not over"),
    ],
)
def test_a_wrong_record_gets_a_sentence(change: dict[str, Any], sentence: str) -> None:
    verdict = check_line(1, changed(record_line(), **change))
    assert not verdict.ok
    assert sentence in verdict.message


def test_a_wrong_winner_is_found() -> None:
    line = record_line()
    data = json.loads(line)["result"]
    verdict = check_line(1, changed(line, result=data | {"payoff": data["payoff"][1:] + data["payoff"][:1]}))
    assert not verdict.ok
    assert "payoff" in verdict.message


def test_events_after_the_end_are_refused() -> None:
    line = record_line()
    verdict = check_line(1, changed(line, events=[*json.loads(line)["events"], "die:3"]))
    assert not verdict.ok
    assert verdict.clause == "4.1"


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b"null", b'{"paddock":1}', b"\xff\xfe", b'"mist"'])
def test_garbage_gets_a_sentence(line: bytes) -> None:
    with pytest.raises(BadNotation, match="this is no record"):
        decode(line)


def test_a_file_is_checked_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"\n".join([record_line(seed=1), b"", b"{nonsense", record_line("mmm", 2, seed=2)]) + b"\n")
    verdicts = list(check_file(path))
    assert [(verdict.line, verdict.ok) for verdict in verdicts] == [(1, True), (3, False), (4, True)]


def with_dice(seed: int | None = 5) -> tuple[MatchState, Dice]:
    match = MatchState(load_game("mist"), 3, {})
    dice = Dice.from_seed(seed, match.game, match.options, NAMES[:3])
    while not match.over:
        legal = match.legal_moves()
        match.play_move(legal[dice.draw(len(match.moves), match.outcomes()[1])] if match.turn == CHANCE else legal[0])
    return match, dice


def test_dice_are_checked_against_their_promise() -> None:
    match, dice = with_dice()
    line = encode(record_of(match, NAMES[:3], dice))
    assert check_line(1, line).ok
    proof = json.loads(line)["dice"]
    for key, value, sentence in (
        ("secret", "00" * 32, "commitment"),
        ("secret", "not hex", "hexadecimal"),
        ("match", "another", "commitment"),
        ("seeds", ["x", "y", "z"], "promised dice give"),
        ("seeds", ["x"], "3 seeds are needed"),
    ):
        verdict = check_line(1, changed(line, dice=proof | {key: value}))
        assert not verdict.ok
        assert sentence in verdict.message


def test_the_secret_stays_hidden_until_the_match_is_over() -> None:
    match = MatchState(load_game("mist"), 3, {})
    dice = Dice.from_seed(None, match.game, match.options, NAMES[:3])
    proof = json.loads(encode(record_of(match, NAMES[:3], dice)))["dice"]
    assert set(proof) == {"match", "commitment", "seeds"}
    assert dice.secret.hex() not in json.dumps(proof)


def test_seats_must_be_named() -> None:
    with pytest.raises(BadOption, match="3 names"):
        record_of(MatchState(load_game("mist"), 3, {}), ["Ada"])
