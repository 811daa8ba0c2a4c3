"""Reasons for moves: a sentence for every legal move, correct in positions that are checked by hand."""

from collections.abc import Iterator

import numpy as np
import pytest

from paddock.engine.text.messages import GAP, Message, Messages, render_english
from paddock.engine.verbs import score
from paddock.games import GAMES, load_game
from paddock.games.life.data import ANIMALS
from paddock.games.mist.bot.advice import brought, gain
from paddock.match.match_state import MatchState
from pig import GAME as PIG
from support.random_matches import positions
from support.variants import TINY_SHEET, VARIANTS

pytestmark = pytest.mark.interpreted

NAMES = ["Ada", "Ben", "{Cleo}", "$1", "Eve", "Fay"]
"""Names with characters that templates use; they must appear unchanged."""
SELDOM = {"mist": {"neither"}, "life": {"declare", "silent"}}
"""Sentences that random matches do not reach. Other tests cover them."""
FIRST = 300
"""The number of positions of a match that are tested."""


def reasons(name: str) -> Iterator[Messages]:
    """Yield the reasons for every legal move in random matches, with the fewest and the most players."""
    game = load_game(name)
    assert game.narrator.reasons is not None
    for options in VARIANTS[name][:3]:
        for players in {game.facts.players[0], game.facts.players[-1]}:
            for number, match in enumerate(positions(name, players, options, 4)):
                if match.turn >= 0 and number < FIRST:
                    for move in match.legal_moves():
                        yield game.narrator.reasons(match.plain, move)


def all_parts(messages: Messages) -> Iterator[Message]:
    for one in messages:
        yield one
        for value in one.gaps.values():
            if isinstance(value, tuple):
                yield from all_parts(value)


def gaps_of(sentence: str) -> set[str]:
    return {gap[1] for gap in GAP.finditer(sentence)}


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_has_a_reason_without_gaps(name: str) -> None:
    sentences, texts, met = load_game(name).narrator.sentences, set(), set()
    for why in reasons(name):
        for part in all_parts(why):
            assert gaps_of(sentences[part.key]) == set(part.gaps), part
            assert all(type(value) in (int, str) or value for value in part.gaps.values()), part
            met.add(part.key)
        english = render_english(why, sentences, NAMES)
        assert english.endswith(".")
        assert english[0].isupper() or english[0].isdigit()
        texts.add(english)
    assert len(texts) > 20
    assert met == set(sentences) - {"unit"} - SELDOM.get(name, set())


def test_a_third_party_game_gives_reasons_too() -> None:
    match = MatchState(PIG, 2)
    match.play("starter:1", "die:6")
    assert [reason_text(match, token) for token in match.legal_tokens()] == [
        "It makes 6 points safe.",
        "One throw in six loses 6 points, the others add 4 on average.",
    ]


def test_reasons_for_a_mark_name_majorities_and_land() -> None:
    """On a sheet of five by five squares a1 lies on two borders, and c1 is next to the trough c2."""
    match = MatchState(load_game("kuhlorado"), 2, {"sheet": TINY_SHEET})
    match.play("starter:1", "throw:1c", "keep:1c")
    assert reason_text(match, "mark:a1") == (
        "It puts you ahead on the north pasture and on the west pasture and begins new land."
    )
    match.play("mark:a1", "throw:2c", "keep:2c")
    assert reason_text(match, "mark:c1") == (
        "It puts you ahead at the trough c2, draws level on the north pasture and begins new land."
    )
    match.play("mark:c1", "throw:cc", "keep:cc")
    assert reason_text(match, "mark:b1") == "It puts you ahead on the north pasture and makes land of 2 squares."


def test_optional_declaring_names_the_combination() -> None:
    for match in positions("life", 3, {"declare": "optional"}, 4):
        if match.turn >= 0 and match.legal_tokens() == ["silent"]:
            assert reason_text(match, "silent") == "You have no combination to show."
            match.state.hand[match.turn, ANIMALS.index("pig")] = 5
            assert reason_text(match, "silent") == "You keep the combination for later."
            assert reason_text(match, "declare") == "Everybody else loses a life at once."
            return
    raise AssertionError("no match reached the question")


def test_a_die_without_effect_has_a_sentence() -> None:
    match = next(match for match in positions("mist", 3, {}, 1) if match.turn >= 0)
    match.state.value[:] = 0
    assert reason_text(match, "more") == "Of the next die no face lands you on dung, and none on food."


def reason_text(match: MatchState, token: str) -> str:
    game = match.game
    assert game.narrator.reasons is not None
    return render_english(
        game.narrator.reasons(match.plain, game.read(match.plain, token)), game.narrator.sentences, NAMES
    )


def test_the_gain_in_a_reason_is_the_change_of_the_scores() -> None:
    """The points in the reason are the change of the scores."""
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
