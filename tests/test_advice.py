"""Why a choice is good or bad: a sentence for every legal move, true in positions that can be checked by hand."""

from collections.abc import Iterator

import numpy as np
import pytest

from paddock.games import ROOMS, game
from paddock.games.life.data import ANIMALS
from paddock.games.mist.advice import brought, gain
from paddock.match.match import Match
from paddock.rules.sayings import GAP, Saying, Sayings, in_english
from paddock.rules.verbs import score
from pig import GAME as PIG
from playing import positions
from variants import TINY_SHEET, VARIANTS

pytestmark = pytest.mark.rooms

NAMES = ["Ada", "Ben", "{Cleo}", "$1", "Eve", "Fay"]
"""Names are taken as they are, whatever is in them."""
SELDOM = {"mist": {"neither"}, "life": {"declare", "silent"}}
"""What random matches do not lead to; it is looked at by itself."""
FIRST = 300
"""Positions of a match that are looked at."""


def reasons(name: str) -> Iterator[Sayings]:
    """What is said of every legal move in some random matches, with few players and with many."""
    room = game(name)
    assert room.speech.because is not None
    for options in VARIANTS[name][:3]:
        for players in {room.facts.players[0], room.facts.players[-1]}:
            for number, match in enumerate(positions(name, players, options, 4)):
                if match.turn >= 0 and number < FIRST:
                    for move in match.legal():
                        yield room.speech.because(match.plain, move)


def all_parts(sayings: Sayings) -> Iterator[Saying]:
    for one in sayings:
        yield one
        for value in one.gaps.values():
            if isinstance(value, tuple):
                yield from all_parts(value)


def gaps_of(sentence: str) -> set[str]:
    return {gap[1] for gap in GAP.finditer(sentence)}


@pytest.mark.parametrize("name", ROOMS)
def test_every_legal_move_has_a_reason_without_gaps(name: str) -> None:
    sentences, told, met = game(name).speech.sentences, set(), set()
    for why in reasons(name):
        for part in all_parts(why):
            assert gaps_of(sentences[part.key]) == set(part.gaps), part
            assert all(type(value) in (int, str) or value for value in part.gaps.values()), part
            met.add(part.key)
        english = in_english(why, sentences, NAMES)
        assert english.endswith(".")
        assert english[0].isupper() or english[0].isdigit()
        told.add(english)
    assert len(told) > 20
    assert met == set(sentences) - {"unit"} - SELDOM.get(name, set())


def test_a_stranger_gives_reasons_too() -> None:
    match = Match(PIG, 2)
    match.play("starter:1", "die:6")
    assert [told(match, token) for token in match.legal_tokens()] == [
        "It makes 6 points safe.",
        "One throw in six loses 6 points, the others add 4 on average.",
    ]


def test_a_mark_is_weighed_by_majorities_and_land() -> None:
    """On a sheet of five by five a1 lies on two borders, and c1 beside the trough c2."""
    match = Match(game("kuhlorado"), 2, {"sheet": TINY_SHEET})
    match.play("starter:1", "throw:1c", "keep:1c")
    assert told(match, "mark:a1") == (
        "It puts you ahead on the north pasture and on the west pasture and begins new land."
    )
    match.play("mark:a1", "throw:2c", "keep:2c")
    assert told(match, "mark:c1") == (
        "It puts you ahead at the trough c2, draws level on the north pasture and begins new land."
    )
    match.play("mark:c1", "throw:cc", "keep:cc")
    assert told(match, "mark:b1") == "It puts you ahead on the north pasture and makes land of 2 squares."


def test_who_need_not_show_a_combination_is_told_whether_there_is_one() -> None:
    for match in positions("life", 3, {"declare": "optional"}, 4):
        if match.turn >= 0 and match.legal_tokens() == ["silent"]:
            assert told(match, "silent") == "You have no combination to show."
            match.state.hand[match.turn, ANIMALS.index("pig")] = 5
            assert told(match, "silent") == "You keep the combination for later."
            assert told(match, "declare") == "Everybody else loses a life at once."
            return
    raise AssertionError("nobody was asked")


def test_a_die_that_brings_nothing_is_told_as_such() -> None:
    match = next(match for match in positions("mist", 3, {}, 1) if match.turn >= 0)
    match.state.value[:] = 0
    assert told(match, "more") == "Of the next die no face lands you on dung, and none on food."


def told(match: Match, token: str) -> str:
    game = match.game
    assert game.speech.because is not None
    return in_english(game.speech.because(match.plain, game.read(match.plain, token)), game.speech.sentences, NAMES)


def test_what_a_walk_brings_is_what_it_then_brings() -> None:
    """The points that the advice speaks of are those that the scores change by."""
    seen = 0
    for match in positions("mist", 4, {"doubling": True}, 6):
        if match.turn >= 0:
            before, after = np.zeros(4), np.zeros(4)
            score(match.state, before)
            who, points = brought(match.plain, match.plain.die)
            seat = match.turn
            lead = gain(match.plain, match.plain.die)
            match.play("stop")
            score(match.state, after)
            change = after - before
            assert change[who] == points
            others = (change.sum() - change[seat]) / 3
            assert lead == pytest.approx(change[seat] - others)
            seen += 1
            match.rewind(len(match.moves) - 1)
    assert seen > 10
