"""The coach: evaluates and explains every choice, and uses no hidden facts."""

import pytest

from paddock.bots.coach import advise
from paddock.engine.errors import PaddockError
from paddock.engine.rng import stream
from paddock.engine.types import Seat
from paddock.engine.verbs import imagine
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState
from support.random_matches import positions
from support.variants import VARIANTS


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_is_evaluated_and_explained(name: str) -> None:
    game, seen = load_game(name), 0
    assert game.narrator.reasons is not None
    for match in positions(name, game.facts.players[0], VARIANTS[name][0], 2):
        if match.turn < 0 or len(match.legal_moves()) == 1 or len(match.moves) % 5:
            continue
        advice = advise(match, seconds=0.01)
        assert sorted(choice.move for choice in advice.choices) == match.legal_moves()
        assert advice.best.token in match.legal_tokens()
        chances = [choice.chance for choice in advice.choices]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert advice.best.nearly_best
        # A sampled estimate may have no error, too, if all its few samples agree.
        assert all(choice.error == 0 if advice.exact else choice.error >= 0 for choice in advice.choices)
        assert advice.stake == pytest.approx(chances[0] - chances[-1])
        assert all(choice.why == game.narrator.reasons(match.plain, choice.move) for choice in advice.choices)
        seen += 1
        if seen > 12:
            return
    assert seen > 5


@pytest.mark.parametrize("name", GAMES)
def test_advice_does_not_depend_on_hidden_facts(name: str) -> None:
    game, compared = load_game(name), 0
    for match in positions(name, game.facts.players[-1], {}, 2):
        if match.turn < 0 or len(match.legal_moves()) == 1 or len(match.moves) % 7:
            continue
        first_advice = [(choice.move, choice.chance, choice.why) for choice in advise(match, seconds=0).choices]
        margins = [choice.margin for choice in advise(match, seconds=0).choices]
        true = match.position.copy()
        imagine(match.position[0], Seat(match.turn), stream(3))
        other = advise(match, seconds=0)
        match.position[:] = true
        assert [(choice.move, choice.chance, choice.why) for choice in other.choices] == first_advice
        assert [choice.margin for choice in other.choices] == margins
        compared += 1
        if compared > 5:
            return
    assert compared > 2


def test_a_single_choice_gets_advice_and_no_choice_is_refused() -> None:
    match = MatchState(load_game("mist"), 3, attended=False)
    with pytest.raises(PaddockError, match="no seat has a choice now"):
        advise(match)
    for match in positions("kuhlorado", 2, {}, 3):
        if match.turn >= 0 and len(match.legal_moves()) == 1:
            assert len(advise(match, seconds=0).choices) == 1
            return
