"""Forged records: what a dishonest service could try. The record check and the one-file verifier refuse all of it."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from paddock.games import GAMES, load_game
from paddock.match import verify_dice
from paddock.match.dice import local_dice, play_chance
from paddock.match.record import decode, empty_match, encode, record_of
from paddock.match.record_check import check_line
from support.provable_matches import BOT, dice_for, provable

Forged = dict[str, Any]


def honest(name: str) -> Forged:
    return json.loads(encode(provable(name, load_game(name).facts.players[-1])))  # type: ignore[no-any-return]


def is_chance(record: Forged, index: int) -> bool:
    return record["events"][index].split(":")[0] in {
        *("animal", "lay", "starter", "die", "draw", "left", "right", "hand", "row", "roll", "throw")
    }


def chances(record: Forged) -> list[int]:
    return [index for index in range(len(record["events"])) if is_chance(record, index)]


def ground_seeds(record: Forged) -> None:
    """The trial of issue 16: try seeds of a bot until the deal is good, and draw all events from them."""
    match = empty_match(decode(json.dumps(record | {"events": [], "result": None})))
    first = record["events"][chances(record)[0]]
    for number in count():
        seeds = [*record["dice"]["seeds"][:-1], str(number)]
        dice, tried = dice_for(match, seeds), match.copy()
        play_chance(tried, dice)
        if tried.tokens[0] != first or record["game"] == "mmm":
            break
    while not tried.over:
        tried.play(tried.legal_tokens()[0])
        play_chance(tried, dice)
    record.update(json.loads(encode(record_of(tried, record["seats"], dice))))


def dropped_first_draw(record: Forged) -> None:
    del record["events"][chances(record)[0]]


def dropped_draw(record: Forged) -> None:
    del record["events"][chances(record)[len(chances(record)) // 2]]


def dropped_last_draw(record: Forged) -> None:
    del record["events"][chances(record)[-1]]


def dropped_end(record: Forged) -> None:
    del record["events"][chances(record)[-1] :]


def dropped_all(record: Forged) -> None:
    record["events"] = []


def permuted_outcomes(record: Forged) -> None:
    """Two outcomes exchange their names from some event on, as in a proof with permuted outcomes."""
    events = record["events"]
    for one in reversed(chances(record)):
        for other in range(one - 1, -1, -1):
            same_word = events[other].split(":")[:-1] == events[one].split(":")[:-1]
            if is_chance(record, other) and same_word and events[other] != events[one]:
                events[one], events[other] = events[other], events[one]
                return
    raise AssertionError("all outcomes are equal")


def changed_option(record: Forged) -> None:
    option = {"mist": "doubling", "life": "advanced", "mmm": "line", "kuhlorado": "advanced"}[record["game"]]
    record["options"][option] = not record["options"][option]


def dropped_option(record: Forged) -> None:
    record["options"].popitem()


def another_secret(record: Forged) -> None:
    record["dice"]["secret"] = "11" * 32


def no_secret(record: Forged) -> None:
    del record["dice"]["secret"]


def another_seed(record: Forged) -> None:
    record["dice"]["seeds"][0] = "another"


def unknown_version(record: Forged) -> None:
    record["dice"]["version"] = 3


FORGERIES = (
    ground_seeds,
    dropped_first_draw,
    dropped_draw,
    dropped_last_draw,
    dropped_end,
    dropped_all,
    permuted_outcomes,
    changed_option,
    dropped_option,
    another_secret,
    no_secret,
    another_seed,
    unknown_version,
)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forged_record_is_refused(name: str, forge: Callable[[Forged], None]) -> None:
    record = honest(name)
    assert check_line(1, json.dumps(record).encode()).ok
    assert not verify_dice.flaws(record)
    forge(record)
    assert not check_line(1, json.dumps(record).encode()).ok
    assert refused(record)


def refused(record: Forged) -> bool:
    try:
        return bool(verify_dice.flaws(record))
    except (KeyError, ValueError):
        return True


def test_ground_seeds_are_refused_for_their_seat_alone() -> None:
    """All draws of the forged record are right: only the rule for seeds finds it."""
    record = honest("mist")
    ground_seeds(record)
    last = len(record["seats"])
    assert verify_dice.flaws(record) == [f"seat {last} is a bot, so its seed must be empty"]
    assert f"seat {last} is a bot" in check_line(1, json.dumps(record).encode()).message
    del record["dice"]["version"]
    verdict = check_line(1, json.dumps(record).encode())
    assert verdict.ok, "version 0.1 could not exclude it"
    assert "do not prove" in verdict.message, "and the check says so"


def test_people_without_a_seed_are_silent() -> None:
    record = provable("mist", 3, seats=["Ada", BOT, "Ben"])
    assert check_line(1, encode(record)).ok
    silent = json.loads(encode(record))
    silent["dice"]["seeds"][2] = ""
    assert "promised dice give" in check_line(1, json.dumps(silent).encode()).message


def test_a_match_without_a_service_does_not_speak_of_bots() -> None:
    match = empty_match(decode(encode(provable("mist"))))
    dice = local_dice(match, 1)
    play_chance(match, dice)
    while not match.over:
        match.play(match.legal_tokens()[0])
        play_chance(match, dice)
    line = encode(record_of(match, ["Ada", BOT, BOT], dice))
    assert b'"version"' not in line
    assert check_line(1, line).message.endswith("]")


def test_a_seed_is_one_line() -> None:
    """Seeds are joined by line feeds, so a line break would hide where one ends."""
    assert verify_dice.seed_flaws(2, ["Ada", "Ben"], ["a\nb", ""]) == ["the seed of seat 1 has a line break"]
