"""The commands: their output, their errors and their exit statuses."""

import json
import re
from pathlib import Path

import pytest

from paddock.games import GAMES, load_game
from support.command_line import Paddock, one_sentence

# ---- Without a command


def test_without_a_command_and_a_terminal_there_is_help(paddock: Paddock) -> None:
    assert "simulate" in paddock().out


def test_version(paddock: Paddock) -> None:
    assert re.fullmatch(r"paddock \d+\.\d+\.\d+\n", paddock("--version").out)


# ---- Refusals


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["play", "chess"], "mist"),
        (["play", "mist", "--players", "9"], "3 to 6"),
        (["play", "mist", "--players", "many"], "--players"),
        (["play", "mist", "--option", "colour=red"], "doubling"),
        (["play", "mist", "--option", "doubling"], "key=value"),
        (["play", "mist", "--option", "doubling=perhaps"], "on or off"),
        (["play", "mist", "--option", "dice=1", "dice=2"], "twice"),
        (["play", "mist", "--bot", "genius"], "uniform"),
        (["play", "mist", "--name", "[red]"], "a name takes"),
        (["play", "mist", "--seat", "4"], "1 to 3"),
        (["play", "--resume", "nowhere.json"], "nowhere.json"),
        (["play", "mist", "--resume", "nowhere.json"], "--resume"),
        (["play", "kuhlorado", "--players", "3"], "exactly 2"),
        (["play", "mmm", "--option", "board=nowhere.toml"], "nowhere.toml"),
        (["simulate"], "paddock simulate mist"),
        (["arena"], "Run 'paddock arena --help' for help."),
        (["lab"], "study, report, search"),
        (["lab", "study"], "paddock lab study mist"),
        (["record", "show"], "no saved match"),
        (["analyse"], "no saved match"),
        (["warm", "--only", "everything"], "simulations"),
        (["simulate", "mist", "--games", "0"], "--games"),
        (["simulate", "mist", "--games", "1.5"], "1e6"),
        (["simulate", "mist", "--games", "nan"], "--games"),
        (["simulate", "mist", "--games", "9", "--bots", "uniform,uniform"], "--bots"),
        (["simulate", "mist", "--games", "9", "--bots", "genius"], "uniform"),
        (["simulate", "mist", "--games", "9", "--records", "/nowhere/at/all"], "/nowhere/at/all"),
        (["simulate", "chess", "--games", "9"], "kuhlorado"),
        (["solve", "mist"], "solve mmm instead"),
        (["solve", "chess"], "mmm"),
        (["solve", "mmm", "--option", "line=on"], "line"),
        (["solve", "mmm", "--board", "nowhere.toml"], "nowhere.toml"),
        (["solve", "mmm", "--board", "easy", "--option", "board=hard"], "twice"),
        (["record", "check", "nowhere.jsonl"], "nowhere.jsonl"),
        (["record", "show", "nowhere.jsonl"], "nowhere.jsonl"),
        (["board", "check", "nowhere.toml"], "nowhere.toml"),
        (["board", "new", "mist"], "has no board"),
        (["board", "new", "mmm", "/nowhere/at/all.toml"], "/nowhere/at/all.toml"),
        (["games", "--xml"], "--xml"),
        (["dance"], "dance"),
    ],
)
def test_a_refusal_is_one_sentence_and_status_2(paddock: Paddock, words: list[str], named: str) -> None:
    answer = paddock(*words)
    assert answer.status == 2
    assert answer.out == ""
    assert one_sentence(answer.err), answer.err
    assert named in answer.err


# ---- games


def test_games_as_json_describe_every_option(paddock: Paddock) -> None:
    answer = paddock("games", "--json")
    found = json.loads(answer.out)
    assert [game["id"] for game in found] == list(GAMES)
    mist = found[0]
    assert json.loads(paddock("games", "mist", "--json").out) == mist
    assert (mist["title"], mist["designer"], mist["publisher"], mist["year"]) == (
        "So ein Mist",
        "Rüdiger Dorn",
        "ABACUSSPIELE",
        2019,
    )
    assert mist["players"] == {"min": 3, "max": 6}
    assert {"name": "dice", "type": "number", "default": 5}.items() <= mist["options"][-1].items()
    for game in found:
        for option in game["options"]:
            assert option["meaning"]
            assert option["accepts"]
    assert {"low": 1, "high": 7}.items() <= mist["options"][-1].items()
    assert found[2]["options"][0]["choices"] == ["easy", "hard", "expert"]


def test_an_error_is_json_where_json_is_asked_for(paddock: Paddock) -> None:
    answer = paddock("simulate", "mist", "--option", "dice=99", "--json")
    error = json.loads(answer.out)["error"]
    assert (answer.status, error["code"], error["field"]) == (2, "bad_value", "dice")
    assert error["params"] == {"low": 1, "high": 7}
    assert answer.err == f"paddock: {error['message']}\n"
    assert paddock("simulate", "mist", "--option", "dice=99").out == ""


def test_games_for_people_credit_their_makers(paddock: Paddock) -> None:
    text = paddock("games").out
    for name in ("Rüdiger Dorn", "Lorenz Kutschke", "Reiner Knizia", "Reinhard Staupe", "unofficial", "another_round"):
        assert name in text
    assert "\x1b" not in text


@pytest.mark.parametrize("name", GAMES)
def test_one_game_shows_a_table_of_its_options(paddock: Paddock, name: str) -> None:
    text, game = paddock("games", name).out, load_game(name)
    assert game.facts.credit in text
    assert game.facts.summary in text
    for heading in ("option", "type", "values", "default", "meaning"):
        assert heading in text
    for option in game.options:
        assert re.search(rf"^{option.name}\s+{option.kind}\s", text, flags=re.MULTILINE)


# ---- simulate


def test_simulate_as_json_is_one_object(paddock: Paddock) -> None:
    answer = paddock("simulate", "mist", "--games", "1e2", "--option", "doubling=on", "dice=4", "--seed", "3", "--json")
    found = json.loads(answer.out)
    assert found["games"] == 100
    assert found["players"] == 3
    assert found["options"]["doubling"] is True
    assert found["options"]["dice"] == 4
    assert sum(found["wins"]) == pytest.approx(100)
    assert {"mean_scores", "mean_steps", "seconds", "games_per_second", "steps_per_second"} <= found.keys()


def test_simulate_for_people(paddock: Paddock) -> None:
    answer = paddock("simulate", "mist", "--players", "4", "--games", "50", "--bots", "uniform")
    assert answer.status == 0
    assert "50 games with 4 players" in answer.out
    assert "win share" in answer.out
    assert "steps per second" in answer.out
    assert "Defaults: --seed 0." in answer.out


def test_simulate_needs_only_a_game_and_lists_its_defaults(paddock: Paddock) -> None:
    answer = paddock("simulate", "mist")
    assert answer.status == 0
    assert "10,000 games with 3 players (uniform, uniform, uniform), seed 0" in answer.out
    assert "Defaults: --players 3, --bots uniform, --games 10000, --seed 0." in answer.out


def test_the_same_seed_writes_the_same_records_whatever_the_threads(paddock: Paddock, tmp_path: Path) -> None:
    files = [tmp_path / f"{threads}.jsonl" for threads in (1, 2)]
    for threads, file in enumerate(files, 1):
        words = ("--games", "2100", "--seed", "7", "--threads", str(threads), "--records", str(file))
        assert paddock("simulate", "mist", *words).status == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(files[0].read_bytes().splitlines()) == 2100  # more than one thread's portion


# ---- solve


def test_solve_as_json_is_one_object_and_is_stored(paddock: Paddock) -> None:
    words = ("solve", "mmm", "--board", "b", "--option", "dice=1", "cat_moves=2", "--json")
    first, second = json.loads(paddock(*words).out), json.loads(paddock(*words).out)
    assert first["win_probability"] == round(11 / 36, 6)
    assert (first["board"], first["positions"], first["options"]["dice"]) == ("b", 2, 1)
    assert first["bytes"] > 0
    assert (first["solved_before"], second["solved_before"]) == (False, True)
    same = ("win_probability", "positions", "bytes", "board", "options")
    assert [first[key] for key in same] == [second[key] for key in same]


def test_solve_for_people_says_what_to_do_first(paddock: Paddock) -> None:
    answer = paddock("solve", "mmm", "--option", "board=bb.f", "cat_moves=2", "--threads", "1")
    assert answer.status == 0
    assert "5 positions" in answer.err
    assert re.search(r"Best play wins with probability 0\.\d{6}\.", answer.out)
    assert "puts a die on the bread" in answer.out


# ---- record


@pytest.fixture
def records(paddock: Paddock, tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    assert paddock("simulate", "mist", "--games", "3", "--seed", "1", "--records", str(file)).status == 0
    return file


def test_good_records_are_counted(paddock: Paddock, records: Path) -> None:
    answer = paddock("record", "check", str(records))
    assert answer.status == 0
    assert "3 records" in answer.out


def test_a_wrong_record_is_named_by_line_event_and_clause(paddock: Paddock, records: Path) -> None:
    lines = [json.loads(line) for line in records.read_text().splitlines()]
    lines[1]["events"][13] = "die:7"  # after 3 animals, 9 cards of the path and the starter
    records.write_text("".join(json.dumps(line) + "\n" for line in lines))
    answer = paddock("record", "check", str(records))
    assert answer.status == 1
    assert "line 2, event 14" in answer.out
    assert "clause 2.1" in answer.out
    assert "1 of 3 records" in answer.out


def test_a_wrong_result_is_found(paddock: Paddock, records: Path) -> None:
    lines = [json.loads(line) for line in records.read_text().splitlines()]
    lines[2]["result"]["scores"][0] += 1
    records.write_text("".join(json.dumps(line) + "\n" for line in lines))
    answer = paddock("record", "check", str(records))
    assert answer.status == 1
    assert "line 3" in answer.out
    assert "scores" in answer.out


def test_what_is_no_record_is_refused(paddock: Paddock, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear all,\n")
    assert paddock("record", "check", str(file)).status == 1
    assert paddock("record", "show", str(file)).status == 2
    file.write_text("\n\n")
    assert paddock("record", "check", str(file)).status == 2


def test_a_record_is_described_in_sentences(paddock: Paddock, records: Path) -> None:
    first, third = paddock("record", "show", str(records)), paddock("record", "show", str(records), "--line", "3")
    assert first.status == third.status == 0
    assert first.out != third.out
    assert "Rüdiger Dorn" in first.out
    assert re.search(r"uniform \d begins\.", first.out)
    assert re.search(r"wins!|share the victory!", first.out)
    assert paddock("record", "show", str(records), "--line", "4").status == 2


# ---- board


@pytest.mark.parametrize("game", ["mmm", "kuhlorado"])
def test_a_new_board_is_fine_and_can_be_played(paddock: Paddock, tmp_path: Path, game: str) -> None:
    file = tmp_path / "mine.toml"
    assert paddock("board", "new", game, str(file)).status == 0
    written = file.read_text()
    assert "# Letters: " in written
    again = paddock("board", "new", game, str(file))
    assert again.status == 2
    assert one_sentence(again.err)
    assert file.read_text() == written
    checked = paddock("board", "check", str(file))
    assert checked.status == 0
    assert "is fine" in checked.out
    option = re.search(r"--option (\w+)=", checked.out)
    assert option
    assert paddock("play", game, "--option", f"{option[1]}={file}").status == 0


def test_a_new_sheet_can_come_from_a_seed(paddock: Paddock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert paddock("board", "new", "kuhlorado", "--seed", "7").status == 0
    assert paddock("board", "new", "kuhlorado", "other.toml", "--seed", "8").status == 0
    seven, eight = Path("kuhlorado-sheet.toml").read_text(), Path("other.toml").read_text()
    assert seven.replace("random:7", "random:8") != eight
    assert paddock("board", "new", "mmm", "--seed", "7").status == 2


def test_a_wrong_board_is_reported_square_by_square(paddock: Paddock, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "mmm"\ntitle = "mine"\ngrid = """\nbbz\nff\n"""\n')
    answer = paddock("board", "check", str(file))
    assert answer.status == 2
    assert "Row 2 has 2 squares" in answer.err
    assert '"z" at c1 means nothing' in answer.err
    file.write_text('game = "mist"\ntitle = "mine"\ngrid = """\nbb\n"""\n')
    assert "has no board" in paddock("board", "check", str(file)).err
    file.write_text("game = mmm")
    assert paddock("board", "check", str(file)).status == 2


# ---- warm


def test_warm_has_nothing_to_do_the_second_time(paddock: Paddock) -> None:
    assert paddock("warm", "mist").status == 0
    answer = paddock("warm", "mist")
    assert answer.out.startswith("Ready: So ein Mist (")
    assert answer.err == ""  # nothing was left to compile
