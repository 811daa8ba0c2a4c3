"""Why a choice is good or bad: a sentence for every legal move, true in positions that can be checked by hand."""

import pytest

from paddock.games import ROOMS, game
from paddock.games.mist.advice import brought, gain
from paddock.rules.verbs import score
from playing import positions
from variants import VARIANTS

pytestmark = pytest.mark.rooms


@pytest.mark.parametrize("name", ROOMS)
def test_every_legal_move_has_a_reason(name: str) -> None:
    room, reasons = game(name), set()
    names = [f"Player{seat}" for seat in range(room.facts.players[0])]
    for options in VARIANTS[name][:3]:
        for number, match in enumerate(positions(name, room.facts.players[0], options, 4)):
            if match.turn < 0 or number > 150:
                continue
            for move in match.legal():
                assert room.speech.because is not None
                why = room.speech.because(match.plain, move, names)
                assert why.endswith(".")
                assert why[0].isupper() or why[0].isdigit() or why[0].islower()
                reasons.add(why)
    assert len(reasons) > 20


def test_what_a_walk_brings_is_what_it_then_brings() -> None:
    """The points that the advice speaks of are those that the scores change by."""
    import numpy as np

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
