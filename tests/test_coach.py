"""The coach: sees what the seat sees, says what every choice is worth, and why."""

import numpy as np
import pytest

from paddock.bots.coach import advise
from paddock.games import ROOMS, game
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.kinds import Seat
from paddock.rules.refusals import Refusal
from paddock.rules.verbs import imagine
from playing import positions
from variants import VARIANTS


@pytest.mark.parametrize("name", ROOMS)
def test_every_choice_is_weighed_and_explained(name: str) -> None:
    room, seen = game(name), 0
    assert room.speech.because is not None
    for match in positions(name, room.facts.players[0], VARIANTS[name][0], 2):
        if match.turn < 0 or len(match.legal()) == 1 or len(match.moves) % 5:
            continue
        advice = advise(match, seconds=0.01)
        assert sorted(choice.move for choice in advice.choices) == match.legal()
        assert advice.best.token in match.legal_tokens()
        chances = [choice.chance for choice in advice.choices]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert advice.best.nearly_best
        assert all((choice.error == 0) == advice.exact for choice in advice.choices)
        assert advice.stake == pytest.approx(chances[0] - chances[-1])
        assert all(choice.why == room.speech.because(match.plain, choice.move) for choice in advice.choices)
        seen += 1
        if seen > 12:
            return
    assert seen > 5


@pytest.mark.parametrize("name", ROOMS)
def test_advice_does_not_depend_on_what_the_seat_cannot_know(name: str) -> None:
    room, compared = game(name), 0
    for match in positions(name, room.facts.players[-1], {}, 2):
        if match.turn < 0 or len(match.legal()) == 1 or len(match.moves) % 7:
            continue
        told = [(choice.move, choice.chance, choice.why) for choice in advise(match, seconds=0).choices]
        margins = [choice.margin for choice in advise(match, seconds=0).choices]
        true = match.table.copy()
        imagine(match.table[0], Seat(match.turn), np.ascontiguousarray(streams(3, 0, 1)[0]))
        other = advise(match, seconds=0)
        match.table[:] = true
        assert [(choice.move, choice.chance, choice.why) for choice in other.choices] == told
        assert [choice.margin for choice in other.choices] == margins
        compared += 1
        if compared > 5:
            return
    assert compared > 2


def test_one_choice_is_advised_too_and_no_choice_is_not() -> None:
    match = Match(game("mist"), 3, attended=False)
    with pytest.raises(Refusal, match="nobody has anything to choose"):
        advise(match)
    for match in positions("kuhlorado", 2, {}, 3):
        if match.turn >= 0 and len(match.legal()) == 1:
            assert len(advise(match, seconds=0).choices) == 1
            return
