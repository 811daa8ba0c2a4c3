"""One step at a time from Python: the same rules, and the same numbers of choices, as a match."""

import random

import numpy as np
import pytest

from paddock.games import ROOMS, game
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.kernels import playout
from paddock.rules.kinds import CHANCE, OVER, Move, same_position
from paddock.rules.players import uniform_players
from paddock.rules.refusals import BadOption
from paddock.rules.stepper import Stepper
from paddock.rules.verbs import turn

pytestmark = pytest.mark.rooms


@pytest.mark.parametrize("name", ROOMS)
def test_a_stepper_and_a_match_go_the_same_way(name: str) -> None:
    room, rng = game(name), random.Random(name)
    players = room.facts.players[0]
    table, match = Stepper(room, players, seed=3), Match(room, players, attended=False)
    while table.standing:
        assert abs(table.standing) == len(match.legal())
        assert table.listed[: abs(table.standing)].tolist() == match.legal()
        assert (table.standing < 0) == (match.turn == CHANCE)
        move = Move(int(table.listed[rng.randrange(abs(table.standing))]))
        match.push(move)
        assert table.step(move) == table.standing
    assert match.over
    assert same_position(table.table, match.table)


def test_chance_plays_by_itself_and_games_follow_one_another() -> None:
    table = Stepper(game("mist"), 3, seed=1)
    lengths = []
    for _ in range(3):
        assert table.restart() == -6, "six animals to deal from"
        steps = 0
        while table.standing:
            if table.standing < 0:
                assert table.chance() == table.standing
            else:
                table.step(int(table.listed[0]))
            steps += 1
        lengths.append(steps)
    assert lengths == [3 + 9 + 1 + 21 * 3] * 3, "deal, path, starter; then a die, a stop and a card in each turn"


def test_the_same_seed_throws_the_same_dice() -> None:
    def dice(seed: int) -> list[int]:
        table = Stepper(game("mmm"), 1, seed=seed)
        table.chance()
        return [int(count) for count in table.table[0].rolled]

    assert dice(5) == dice(5)
    assert len({tuple(dice(seed)) for seed in range(20)}) > 5


def test_it_refuses_what_a_table_refuses() -> None:
    with pytest.raises(BadOption, match="played by 3 to 6"):
        Stepper(game("mist"), 2)
    with pytest.raises(BadOption, match="no option"):
        Stepper(game("mist"), 3, {"dyce": 1})


def test_a_playout_ends_the_game() -> None:
    table = Stepper(game("kuhlorado"), 2, seed=2)
    rng = np.ascontiguousarray(streams(4, 0, 1)[0])
    steps = playout(uniform_players()[0], table.table[0], rng, table.listed, np.zeros(table.game.most_moves, np.int32))
    assert steps > 50
    assert turn(table.table[0]) == OVER
