"""One step at a time from Python: the same rules, and the same numbers of choices, as a match."""

import random

import pytest

from paddock.engine.errors import BadOption
from paddock.engine.playouts import playout
from paddock.engine.policy import uniform_players
from paddock.engine.rng import stream
from paddock.engine.stepper import Stepper
from paddock.engine.types import CHANCE, OVER, Move, same_position
from paddock.engine.verbs import turn
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("name", GAMES)
def test_a_stepper_and_a_match_go_the_same_way(name: str) -> None:
    game, rng = load_game(name), random.Random(name)
    players = game.facts.players[0]
    stepper, match = Stepper(game, players, seed=3), MatchState(game, players, attended=False)
    while stepper.legal_count:
        assert abs(stepper.legal_count) == len(match.legal_moves())
        assert stepper.moves_buf[: abs(stepper.legal_count)].tolist() == match.legal_moves()
        assert (stepper.legal_count < 0) == (match.turn == CHANCE)
        move = Move(int(stepper.moves_buf[rng.randrange(abs(stepper.legal_count))]))
        match.play_move(move)
        assert stepper.step(move) == stepper.legal_count
    assert match.over
    assert same_position(stepper.position, match.position)


def test_chance_plays_by_itself_and_games_follow_one_another() -> None:
    stepper = Stepper(load_game("mist"), 3, seed=1)
    lengths = []
    for _ in range(3):
        assert stepper.restart() == -6, "six animals to deal from"
        steps = 0
        while stepper.legal_count:
            if stepper.legal_count < 0:
                assert stepper.chance() == stepper.legal_count
            else:
                stepper.step(int(stepper.moves_buf[0]))
            steps += 1
        lengths.append(steps)
    assert lengths == [3 + 9 + 1 + 21 * 3] * 3, "deal, path, starter; then a die, a stop and a card in each turn"


def test_the_same_seed_throws_the_same_dice() -> None:
    def dice(seed: int) -> list[int]:
        stepper = Stepper(load_game("mmm"), 1, seed=seed)
        stepper.chance()
        return [int(count) for count in stepper.position[0].rolled]

    assert dice(5) == dice(5)
    assert len({tuple(dice(seed)) for seed in range(20)}) > 5


def test_it_refuses_what_a_table_refuses() -> None:
    with pytest.raises(BadOption, match="played by 3 to 6"):
        Stepper(load_game("mist"), 2)
    with pytest.raises(BadOption, match="no option"):
        Stepper(load_game("mist"), 3, {"dyce": 1})


def test_a_playout_ends_the_game() -> None:
    stepper = Stepper(load_game("kuhlorado"), 2, seed=2)
    rng = stream(4)
    steps = playout(
        uniform_players()[0],
        stepper.position[0],
        rng,
        stepper.moves_buf,
        stepper.game.buffers().weights,
    )
    assert steps > 50
    assert turn(stepper.position[0]) == OVER
