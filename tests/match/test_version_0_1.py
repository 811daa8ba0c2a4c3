"""Records of version 0.1: still accepted, and still what the same seeds draw and the same bots choose.

`records-0.1.jsonl` was written by version 0.1 (commit 16228ab): a match of every option set of `support.variants`,
the n-th with dice from seed n and bots from stream n, uniform where n is a multiple of three and greedy elsewhere.
"""

from pathlib import Path

import pytest

from paddock.bots.bot import ask, bot
from paddock.engine.rng import stream
from paddock.match.dice import Dice, play_chance
from paddock.match.record import decode, empty_match, encode, record_of
from paddock.match.record_check import check_line

LINES = (Path(__file__).parent / "records-0.1.jsonl").read_bytes().splitlines()
LONGEST = 1500
"""Events after which version 0.1 stopped."""


def test_there_is_a_record_of_every_game() -> None:
    assert {decode(line).game for line in LINES} == {"mist", "life", "mmm", "kuhlorado"}


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_record_is_accepted(number: int) -> None:
    verdict = check_line(number + 1, LINES[number])
    assert verdict.ok, verdict


@pytest.mark.parametrize("number", range(len(LINES)))
def test_the_same_seed_gives_the_same_record(number: int) -> None:
    record = decode(LINES[number])
    match, player, rng = empty_match(record), bot("greedy" if number % 3 else "uniform"), stream(number)
    dice = Dice.from_seed(number, match.game, match.options, record.seats)
    play_chance(match, dice)
    while not match.over and len(match.moves) < LONGEST:
        match.play_move(ask(player, match, rng))
        play_chance(match, dice)
    assert encode(record_of(match, record.seats, dice)) == LINES[number]
