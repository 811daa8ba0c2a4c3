"""Looking a turn ahead: the same as trying everything, whatever was learned."""

import numpy as np
import pytest

from paddock.bots.judgement import judge_at, refresh
from paddock.bots.levels import BRIEF, Manner
from paddock.bots.lookahead import FURTHER
from paddock.bots.mind import MOST_SEATS, appraise_at, weigh_at
from paddock.bots.pupil import first_weights
from paddock.bots.thinking import new_mind
from paddock.games import ROOMS, game
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, OVER, Numbers, Table, Weights
from paddock.rules.skills import horizon, settled
from paddock.rules.verbs import apply, moves, payoff, turn, weights
from playing import positions

LOOKING = [name for name in ROOMS if game(name).thinking == "lookahead"]
SMALL = {"mist": {"dice": 3}, "kuhlorado": {}}
"""Turns that can be tried out move by move in plain Python."""


def thinker(room: Game, players: int) -> Table:
    """A mind with weights that nobody learned."""
    mind = new_mind(room, players, [Manner()] * players)
    rng = np.random.default_rng(1)
    made = first_weights(sum(piece.size for piece in room.features), 32, rng)
    made["outer"] = rng.normal(0, 1, made["outer"].shape).astype(np.float32)
    made["direct"] = rng.normal(0, 0.3, made["direct"].shape).astype(np.float32)
    refresh(mind, made)
    return mind


def tried(mind: Table, table: Table, players: int) -> Numbers:
    """What a position is worth to each seat, by going through everything that can happen until it is settled."""
    s, out = table[0], np.zeros(MOST_SEATS)
    if turn(s) == OVER:
        payoff(s, out)
        return out
    if settled(s):
        judge_at(mind, table, out)
        return out
    listed, heavy = np.zeros(1024, np.int16), np.zeros(1024, np.int32)
    n = moves(s, listed)
    branches = []
    for move in listed[:n].tolist():
        after = table.copy()
        apply(after[0], move)
        branches.append(tried(mind, after, players))
    if turn(s) == CHANCE:
        total = weights(s, heavy)
        shares = heavy[:n] / total
        return np.asarray(shares @ np.array(branches))
    return max(branches, key=lambda branch: float(branch[turn(s)]))


@pytest.mark.parametrize("name", LOOKING)
def test_every_move_is_worth_what_trying_everything_says(name: str) -> None:
    room = game(name)
    players = room.facts.players[0]
    mind, rng = thinker(room, players), np.ascontiguousarray(streams(0, 0, 1)[0])
    compared = 0
    for match in positions(name, players, SMALL.get(name, {}), 3):
        legal = match.legal()
        if match.turn < 0 or len(legal) == 1 or len(legal) > 12 or len(match.moves) % 3:
            continue
        if horizon(match.state) > 0:
            continue  # the end of the match, which tests of the room compare
        listed = np.zeros(room.most_moves, np.int16)
        assert weigh_at(mind, match.table, rng, listed) == len(legal)
        for i, move in enumerate(legal):
            after = match.table.copy()
            apply(after[0], move)
            if name == "kuhlorado" and turn(after[0]) == CHANCE and after[0].dice[0] == 0 and not settled(after[0]):
                continue  # both dice again: too much for plain Python
            expected = tried(mind, after, players)
            assert mind[0].worth[i, :players] == pytest.approx(expected[:players], abs=1e-9)
            compared += 1
        if compared > 40:
            return
    assert compared > 10


def test_whoever_takes_time_follows_the_best_moves_for_a_turn_more() -> None:
    """Of those it knows what all throws that come next are worth together, and it prefers no other to them."""
    room, followed = game("kuhlorado"), 3
    brief, long = thinker(room, 2), thinker(room, 2)
    long[0].iterations[:] = BRIEF + followed * FURTHER
    rng, compared = np.ascontiguousarray(streams(0, 0, 1)[0]), 0
    listed, heavy = np.zeros(room.most_moves, np.int16), np.zeros(room.most_moves, np.int32)
    for match in positions("kuhlorado", 2, {}, 1):
        seat, legal = match.turn, match.legal()
        if seat < 0 or len(legal) <= followed or horizon(match.state) > 0:
            continue
        ends = [match.table.copy() for _ in legal]
        for end, move in zip(ends, legal, strict=True):
            apply(end[0], move)
        n = weigh_at(brief, match.table, rng, listed)
        weigh_at(long, match.table, rng, listed)
        assert long[0].worth[:n, :2].sum(axis=1) == pytest.approx(1)
        if not all(settled(end[0]) and horizon(end[0]) == 0 for end in ends):
            continue
        best = np.argsort(-brief[0].worth[:n, seat], kind="stable")[:followed]
        for i in best:
            throws, out, total = moves(ends[i][0], listed), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
            for throw, share in zip(listed[:throws].tolist(), heavy_of(ends[i], heavy)[:throws], strict=True):
                after = ends[i].copy()
                apply(after[0], throw)
                assert appraise_at(brief, after, True, rng, np.zeros_like(listed), out)
                total += share * out
            assert long[0].worth[i, :2] == pytest.approx(total[:2])
        others = np.delete(long[0].worth[:n, seat], best)
        assert others.max() <= long[0].worth[best, seat].min() + 1e-9
        compared += 1
    assert compared > 5


def heavy_of(table: Table, heavy: Weights) -> Numbers:
    """The chance of each outcome."""
    total = weights(table[0], heavy)
    return np.asarray(heavy / total)


@pytest.mark.parametrize("name", LOOKING)
def test_chances_of_all_seats_add_up(name: str) -> None:
    room = game(name)
    for players in room.facts.players:
        mind = thinker(room, players)
        for match in positions(name, players, {}, 1):
            if match.turn != OVER and settled(match.state):
                out = np.zeros(MOST_SEATS)
                judge_at(mind, match.table, out)
                assert out[:players].sum() == pytest.approx(1)
                assert not out[players:].any()


def test_what_is_remembered_changes_nothing() -> None:
    """A mind that has seen a thousand positions answers as a fresh one does."""
    room = game("mist")
    used, rng = thinker(room, 3), np.ascontiguousarray(streams(0, 0, 1)[0])
    listed = np.zeros(room.most_moves, np.int16)
    for match in positions("mist", 3, {}, 2):
        if match.turn >= 0:
            n = weigh_at(used, match.table, rng, listed)
            fresh = thinker(room, 3)
            weigh_at(fresh, match.table, rng, listed)
            assert (used[0].worth[:n] == fresh[0].worth[:n]).all()


def test_the_memory_of_a_mind_is_bounded() -> None:
    for name in ROOMS:
        match = Match(game(name), game(name).facts.players[0], {}, attended=False)
        assert new_mind(match.game, match.players, [Manner()] * match.players).nbytes < 16 * 2**20
