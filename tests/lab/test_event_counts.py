"""Event counts and habits of the games, with the compiler on and off."""

import numpy as np
import pytest

from paddock.engine.optional_verbs import avoids, count_events, handicap
from paddock.engine.rng import below, draw_outcome, stream
from paddock.engine.types import CHANCE, EventTally, Move, Seat, copy_positions, same_position
from paddock.engine.verbs import imagine
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState

OPTIONS: dict[str, dict[str, object]] = {
    "mist": {"doubling": True},
    "life": {"lives": 2, "advanced": True, "turn_limit": 4},
    "kuhlorado": {"advanced": True},
}
"""Options that reach every line of `count_events`, with short matches."""


def random_match(name: str, seed: int) -> tuple[MatchState, EventTally, list[set[bool]]]:
    """Play random moves; return the match, its event counts, and for each habit whether it ever had an effect."""
    game = load_game(name)
    match = MatchState(game, game.facts.players[-1], OPTIONS.get(name, {}), attended=False)
    rng = stream(seed)
    moves_buf, weights_buf = game.buffers()
    out = np.zeros((len(game.event_counts), match.players), np.int32)
    effects: list[set[bool]] = [set() for _ in game.habits]
    while not match.over:
        legal = match.legal_moves()
        if match.turn == CHANCE:
            move = Move(int(draw_outcome(match.state, rng, moves_buf, weights_buf)))
        else:
            for habit, effect in enumerate(effects):
                effect |= {bool(avoids(match.state, habit, move)) for move in legal}
                effect |= {is_handicap(match, habit, Seat(match.turn))}
            move = legal[int(below(rng, len(legal)))]
        before = copy_positions(match.position)
        match.play_unchecked(move)
        count_events(before[0], move, match.state, out)
    return match, out, effects


def is_handicap(match: MatchState, habit: int, seat: Seat) -> bool:
    after = copy_positions(match.position)
    handicap(after[0], habit, seat)
    return not same_position(after, match.position)


@pytest.mark.interpreted
def test_an_open_hand_is_known_to_all() -> None:
    """Imagining keeps an open hand and resamples the others. Other habits leave the position as it is."""
    match = MatchState(load_game("life"), 3, attended=False)
    rng = stream(5)
    moves_buf, weights_buf = match.game.buffers()
    while match.turn == CHANCE:
        match.play_unchecked(Move(int(draw_outcome(match.state, rng, moves_buf, weights_buf))))
    habits = [habit.name for habit in match.game.habits]
    hands = match.state.hand.copy()
    position = copy_positions(match.position)
    handicap(position[0], habits.index("open_hand"), Seat(1))
    for viewer, others in ((Seat(0), Seat(2)), (Seat(2), Seat(0))):
        imagined = [copy_positions(position) for _ in range(4)]
        for one in imagined:
            imagine(one[0], viewer, rng)
        assert all((one[0].hand[1] == hands[1]).all() for one in imagined)
        assert any((one[0].hand[others] != hands[others]).any() for one in imagined)
    for habit in ("never_knocks_first", "knocks_at_once"):
        assert not is_handicap(match, habits.index(habit), Seat(1))


@pytest.mark.interpreted
@pytest.mark.parametrize("name", GAMES)
def test_counts_are_not_negative_and_habits_have_an_effect(name: str) -> None:
    game = load_game(name)
    matches = [random_match(name, seed) for seed in range(3)]
    points = {"passed_points"}  # dung is below zero
    for place, event_count in enumerate(game.event_counts):
        assert all((out[place] >= 0).all() for _, out, _ in matches) or event_count.name in points
    for habit, one in enumerate(game.habits):
        assert set().union(*(effects[habit] for _, _, effects in matches)) == {True, False}, one.name
    assert len({event_count.name for event_count in game.event_counts}) == len(game.event_counts)


@pytest.mark.interpreted
def test_event_counts_agree_with_the_match() -> None:
    match, out, _ = random_match("mist", 1)
    names = [event_count.name for event_count in match.game.event_counts]
    passed = out[names.index("passed_points")]
    assert passed.any()
    assert out[names.index("forced")].sum() + match.tokens.count("stop") == match.state.turns
    assert out[names.index("dice")].sum() == sum(token.startswith("die:") for token in match.tokens)

    match, out, _ = random_match("life", 1)
    names = [event_count.name for event_count in match.game.event_counts]
    assert out[names.index("phases")].sum() == match.state.phase
    assert out[names.index("trades")].sum() == sum(token.startswith("take:") for token in match.tokens)

    match, out, _ = random_match("mmm", 1)
    names = [event_count.name for event_count in match.game.event_counts]
    assert out[names.index("left")].sum() == match.state.left
    assert out[names.index("rolled_again")].sum() == match.tokens.count("again")

    match, out, _ = random_match("kuhlorado", 1)
    names = [event_count.name for event_count in match.game.event_counts]
    parts = [names.index(name) for name in ("border_points", "trough_points", "land_points", "interim_points")]
    assert out[parts].sum(axis=0).tolist() == match.scores()
    assert out[names.index("marks")].sum() == (match.state.owner >= 0).sum()
