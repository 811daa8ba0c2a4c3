"""What rooms tell the lab, with the compiler on and off: witnessed event by event, and what habits keep away from."""

import numpy as np
import pytest

from paddock.games import ROOMS, game
from paddock.match.match import Match
from paddock.rules.chance import below, outcome, streams
from paddock.rules.kinds import CHANCE, Move, Notes, Seat, copied, same_position
from paddock.rules.skills import handicap, shuns, witness
from paddock.rules.verbs import imagine

OTHERWISE: dict[str, dict[str, object]] = {
    "mist": {"doubling": True},
    "life": {"lives": 2, "advanced": True, "turn_limit": 4},
    "kuhlorado": {"advanced": True},
}
"""Options under which every line of a room's notes is reached, and matches are short."""


def played(name: str, seed: int) -> tuple[Match, Notes, list[set[bool]]]:
    """A match of random moves: what was witnessed, and for each habit whether it shunned moves or was a handicap."""
    room = game(name)
    match = Match(room, room.facts.players[-1], OTHERWISE.get(name, {}), attended=False)
    rng = np.ascontiguousarray(streams(seed, 0, 1)[0])
    listed, heavy = np.zeros(room.most_moves, np.int16), np.zeros(room.most_moves, np.int32)
    out = np.zeros((len(room.notes), match.players), np.int32)
    shunned: list[set[bool]] = [set() for _ in room.habits]
    while not match.over:
        legal = match.legal()
        if match.turn == CHANCE:
            move = Move(int(outcome(match.state, rng, listed, heavy)))
        else:
            for habit, found in enumerate(shunned):
                found |= {bool(shuns(match.state, habit, move)) for move in legal}
                found |= {is_handicap(match, habit, Seat(match.turn))}
            move = legal[int(below(rng, len(legal)))]
        before = copied(match.table)
        match.follow(move)
        witness(before[0], move, match.state, out)
    return match, out, shunned


def is_handicap(match: Match, habit: int, seat: Seat) -> bool:
    after = copied(match.table)
    handicap(after[0], habit, seat)
    return not same_position(after, match.table)


@pytest.mark.rooms
def test_an_open_hand_is_known_to_all() -> None:
    """What is open is imagined as it is; what is not, is not, and nothing else changes."""
    match = Match(game("life"), 3, attended=False)
    rng = np.ascontiguousarray(streams(5, 0, 1)[0])
    listed, heavy = np.zeros(match.game.most_moves, np.int16), np.zeros(match.game.most_moves, np.int32)
    while match.turn == CHANCE:
        match.follow(Move(int(outcome(match.state, rng, listed, heavy))))
    habits = [habit.name for habit in match.game.habits]
    hands = match.state.hand.copy()
    table = copied(match.table)
    handicap(table[0], habits.index("open_hand"), Seat(1))
    for viewer, others in ((Seat(0), Seat(2)), (Seat(2), Seat(0))):
        imagined = [copied(table) for _ in range(4)]
        for one in imagined:
            imagine(one[0], viewer, rng)
        assert all((one[0].hand[1] == hands[1]).all() for one in imagined)
        assert any((one[0].hand[others] != hands[others]).any() for one in imagined)
    for habit in ("never_knocks_first", "knocks_at_once"):
        assert not is_handicap(match, habits.index(habit), Seat(1))


@pytest.mark.rooms
@pytest.mark.parametrize("name", ROOMS)
def test_counts_never_fall_and_habits_choose(name: str) -> None:
    room = game(name)
    found = [played(name, seed) for seed in range(3)]
    points = {"passed_points"}  # dung is below zero
    for place, note in enumerate(room.notes):
        assert all((out[place] >= 0).all() for _, out, _ in found) or note.name in points
    for habit, one in enumerate(room.habits):
        assert set().union(*(shunned[habit] for _, _, shunned in found)) == {True, False}, one.name
    assert len({note.name for note in room.notes}) == len(room.notes)


@pytest.mark.rooms
def test_laws_of_what_is_counted() -> None:
    match, out, _ = played("mist", 1)
    names = [note.name for note in match.game.notes]
    passed = out[names.index("passed_points")]
    assert passed.any()
    assert out[names.index("forced")].sum() + match.tokens.count("stop") == match.state.turns
    assert out[names.index("dice")].sum() == sum(token.startswith("die:") for token in match.tokens)

    match, out, _ = played("life", 1)
    names = [note.name for note in match.game.notes]
    assert out[names.index("phases")].sum() == match.state.phase
    assert out[names.index("trades")].sum() == sum(token.startswith("take:") for token in match.tokens)

    match, out, _ = played("mmm", 1)
    names = [note.name for note in match.game.notes]
    assert out[names.index("left")].sum() == match.state.left
    assert out[names.index("rolled_again")].sum() == match.tokens.count("again")

    match, out, _ = played("kuhlorado", 1)
    names = [note.name for note in match.game.notes]
    parts = [names.index(name) for name in ("border_points", "trough_points", "land_points", "interim_points")]
    assert out[parts].sum(axis=0).tolist() == match.scores()
    assert out[names.index("marks")].sum() == (match.state.owner >= 0).sum()
