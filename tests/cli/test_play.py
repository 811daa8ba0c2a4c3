"""`paddock play` in whole matches, and commands in terminals and pipes."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from paddock.games import GAMES
from support.command_line import Paddock

COMMAND = [sys.executable, "-m", "paddock"]


# ---- play


def saved_in(text: str) -> Path:
    found = re.search(r"paddock play --resume (\S+)|The record of this match: (\S+)", text)
    assert found, text[-500:]
    return Path(found[1] or found[2])


def events_in(file: Path) -> list[str]:
    events: list[str] = json.loads(file.read_text())["events"]
    return events


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_through_a_pipe(paddock: Paddock, game: str) -> None:
    answer = paddock("play", game, "--seed", "4", "--bot", "uniform", typed="1\n" * 20_000)
    assert answer.status == 0
    assert answer.err == ""
    assert "unofficial" in answer.out
    assert "Play again with: paddock play " + game in answer.out
    assert "\x1b" not in answer.out
    file = saved_in(answer.out)
    assert json.loads(file.read_text())["result"]
    assert "1 record, all good" in paddock("record", "check", str(file)).out
    newest = paddock("record", "check")
    assert "1 record, all good" in newest.out
    assert newest.err == f"Newest match: {file}\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_left_goes_on_as_if_nothing_had_been(paddock: Paddock, game: str) -> None:
    whole = saved_in(
        paddock("play", game, "--seed", "5", "--bot", "uniform", "--name", "Otto", typed="1\n" * 20_000).out
    )
    left = paddock("play", game, "--seed", "5", "--bot", "uniform", "--name", "Otto", typed="1\n1\n")
    assert left.status == 0
    file = saved_in(left.out)
    unfinished = json.loads(file.read_text())
    assert unfinished["result"] is None
    assert "secret" not in unfinished["dice"]
    secret = Path(f"{file}.secret")
    assert secret.stat().st_mode & 0o777 == 0o600
    again = paddock("play", "--resume", str(file), typed="1\nq\n")
    assert saved_in(again.out) == file
    ended = paddock("play", "--resume", str(file), typed="1\n" * 20_000)
    assert saved_in(ended.out) == file
    assert not secret.exists()
    assert file.read_bytes() == whole.read_bytes()
    over = paddock("play", "--resume", str(file))
    assert over.status == 2
    assert "over" in over.err


def test_a_match_without_its_secret_goes_on_with_new_dice(paddock: Paddock) -> None:
    file = saved_in(paddock("play", "mist", typed="1\n").out)
    Path(f"{file}.secret").unlink()
    before = events_in(file)
    assert paddock("play", "--resume", str(file), typed="1\n" * 500).status == 0
    assert events_in(file)[: len(before)] == before
    assert "dice" not in json.loads(file.read_text())
    assert paddock("record", "check", str(file)).status == 0


def test_choices_by_number_or_by_word(paddock: Paddock) -> None:
    by_number = paddock("play", "mist", "--seed", "1", typed="1\n")
    by_word = paddock("play", "mist", "--seed", "1", typed="stop\n")
    assert events_in(saved_in(by_number.out)) == events_in(saved_in(by_word.out))


def test_what_cannot_be_read_is_asked_again(paddock: Paddock) -> None:
    answer = paddock("play", "mist", "--seed", "1", typed="\nperhaps\n99\n0\nstop stop\nq\n")
    assert answer.status == 0
    assert answer.out.count("Choose again") == 4
    assert "numbered from 1 to 2" in answer.out
    undisturbed = paddock("play", "mist", "--seed", "1", typed="q\n")
    assert events_in(saved_in(answer.out)) == events_in(saved_in(undisturbed.out))


def test_the_rule_is_explained_from_the_rulebook(paddock: Paddock) -> None:
    text = paddock("play", "mist", typed="r\nr 3.3\n? 77.7\nh\nq\n").out
    assert "Clause 2.2: After each die you choose" in text
    assert "Clause 3.3: If animals stand there" in text
    assert "There is no clause 77.7" in text
    assert "take your last choice back" in text
    assert "**" not in text
    assert "`" not in text


def test_the_coach_says_what_choices_are_worth_and_why(paddock: Paddock) -> None:
    text = paddock("play", "mist", "--seed", "1", typed="?\nq\n").out
    advice = text[text.index("The coach says") :].splitlines()
    chances = [float(line.split()[1]) for line in advice[1:3]]
    assert chances == sorted(chances, reverse=True)
    assert any(line.startswith(f"Why {advice[1].split()[0]}: ") for line in advice)


def test_the_log_and_the_board_again(paddock: Paddock) -> None:
    text = paddock("play", "mist", "--seed", "1", typed="l\nb\nq\n").out
    assert text.count("Farmer plays the ") == 1
    assert text.count("Stop here, or throw one more die?") == 2


def test_dice_cannot_be_undone(paddock: Paddock) -> None:
    text = paddock("play", "mist", "--seed", "1", typed="1\nu\nq\n").out
    assert "There is nothing to take back" in text


def test_a_choice_can_be_undone_before_anything_is_revealed(paddock: Paddock) -> None:
    plain = paddock("play", "life", "--seed", "1", typed="q\n")
    undone = paddock("play", "life", "--seed", "1", typed="take:4\nu\nq\n")
    assert "Your last choice is taken back." in undone.out
    assert events_in(saved_in(undone.out)) == events_in(saved_in(plain.out))


def test_seat_name_and_bots_are_announced(paddock: Paddock) -> None:
    text = paddock("play", "mist", "--players", "4", "--name", "Ida", "--seat", "2", typed="q\n").out
    assert "1 Alma (hound), 2 Ida (you), 3 Bruno (hound), 4 Cleo (hound)" in text


def test_changed_options_are_printed_and_can_be_played_again(paddock: Paddock) -> None:
    words = ("mmm", "--option", "board=hard", "cat_moves=1", "--seed", "2")
    text = paddock("play", *words, typed="1\n" * 999).out
    assert re.search(r"Options: board=\w+/.+, cat_moves=1\.", text)
    assert "Play again with: paddock play mmm --players 1 --option board=hard --option cat_moves=1" in text


def test_the_menu(paddock: Paddock) -> None:
    answer = paddock("play", typed="7\nmist\nq\n")
    assert answer.status == 0
    assert "There is no game '7'" in answer.out
    assert "Stop here, or throw one more die?" in answer.out
    assert paddock("play", typed="").status == 0
    assert paddock("play", typed="q\n").status == 0


# ---- Terminals and pipes


CONTROL_C, CONTROL_D = b"\x03", b"\x04"
PATIENCE = 5.0
"""Seconds after which a person presses a key again."""


def as_in_a_shell() -> None:
    """What runs in the background may have been told to ignore Ctrl-C, and would hand that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def in_a_terminal(tmp_path: Path, typed: bytes, **environment: str) -> tuple[int, str]:
    """Play in a real terminal of 100 columns; the words are typed once the first question stands."""
    settings = os.environ | {"XDG_DATA_HOME": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "100"} | environment
    ours, theirs = pty.openpty()
    words = [*COMMAND, "play", "mist", "--seed", "1"]
    with subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, env=settings, preexec_fn=as_in_a_shell
    ) as process:
        os.close(theirs)
        seen = b""
        asked = False
        while True:
            try:
                if select.select([ours], [], [], PATIENCE)[0]:
                    seen += os.read(ours, 4096)
                    if asked or b"\n> " not in seen:
                        continue
                elif not asked:
                    continue
            except OSError:  # the other side has closed
                break
            asked = True  # a key pressed before the prompt listens is lost, and pressed again
            if typed == CONTROL_C:  # it is not this process's own terminal, so the key alone would do nothing
                process.send_signal(signal.SIGINT)
            else:
                os.write(ours, typed)
    os.close(ours)
    return process.returncode, seen.decode()


def test_a_terminal_has_colours(tmp_path: Path) -> None:
    status, text = in_a_terminal(tmp_path, b"1\nq\n")
    assert status == 0
    assert "\x1b[" in text
    assert "paddock play --resume" in text


@pytest.mark.parametrize("plain", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_plain_terminal_gets_nothing_but_text(tmp_path: Path, plain: dict[str, str]) -> None:
    status, text = in_a_terminal(tmp_path, b"1\nq\n", **plain)
    assert status == 0
    assert "\x1b" not in text
    assert "paddock play --resume" in text


def test_control_d_leaves_like_q(tmp_path: Path) -> None:
    status, text = in_a_terminal(tmp_path, CONTROL_D)
    assert status == 0
    assert "paddock play --resume" in text


def test_control_c_saves_and_is_quiet(tmp_path: Path) -> None:
    status, text = in_a_terminal(tmp_path, CONTROL_C)
    assert status == 128 + signal.SIGINT
    assert "Traceback" not in text
    assert "paddock play --resume" in text


@pytest.mark.parametrize("words", [["games"], ["games", "--json"], ["play", "mist"]])
def test_a_reader_that_is_gone_gets_no_traceback(tmp_path: Path, words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    settings = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(
        [*COMMAND, *words], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, env=settings, check=False
    )
    os.close(writing)
    assert done.stderr == b""


def test_a_terminal_without_our_letters_shows_a_question_mark(tmp_path: Path) -> None:
    settings = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "games"], capture_output=True, env=settings, check=False)
    assert done.returncode == 0, done.stderr
    assert b"R?diger Dorn" in done.stdout
