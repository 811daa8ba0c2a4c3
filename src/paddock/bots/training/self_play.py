"""Self-play: games of bots against themselves, with their settled positions as samples for training."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np

from paddock.bots.algorithms.bot_memory import MOST_SEATS
from paddock.bots.algorithms.move_choice import GREEDY, value_after_turn
from paddock.bots.algorithms.value_network import load_weights
from paddock.bots.levels import PlayStyle
from paddock.bots.player_records import players_record
from paddock.bots.training.gradient_descent import Weights
from paddock.engine.compilation.decorators import compiled
from paddock.engine.optional_verbs import features, settled
from paddock.engine.playouts import event
from paddock.engine.types import OVER, Moves, Numbers, Positions, Rng, State, Tensor
from paddock.engine.types import Weights as WeightsBuffer
from paddock.engine.verbs import apply, payoff, turn
from paddock.match.match_state import MatchState

MAX_SETTLED: Final = 512
"""The largest number of settled positions of one game in the samples, the first ones."""


class SampleGame(NamedTuple):
    """The settled positions of one game, and its result."""

    inputs: Tensor
    """The features by position and seat."""
    searched: Numbers
    """The win chances by search over the turn, by position and seat; NaN where no search took place."""
    payoff: Numbers
    """The payoff by seat."""


@compiled
def play_sample_game(
    players: State, s: State, rng: Rng, moves_buf: Moves, weights_buf: WeightsBuffer, seats: int, out: SampleGame
) -> int:
    """Play a game to its end, write its settled positions and return their number.

    This is no call of `playouts.playout`, because it records each settled position.
    """
    inputs, searched = out.inputs, out.searched
    n = 0
    while turn(s) != OVER:
        if settled(s) and n < len(inputs):
            for seat in range(seats):
                features(s, seat, inputs[n, seat])  # type: ignore[arg-type]
            if not value_after_turn(players, s, searched[n]):
                searched[n, 0] = np.nan
            n += 1
        apply(s, event(players, s, rng, moves_buf, weights_buf))  # type: ignore[arg-type]
    payoff(s, out.payoff)
    return n


@compiled
def play_sample_game_at(
    players: Positions,
    position: Positions,
    rng: Rng,
    moves_buf: Moves,
    weights_buf: WeightsBuffer,
    seats: int,
    out: SampleGame,
) -> int:
    return play_sample_game(players[0], position[0], rng, moves_buf, weights_buf, seats, out)


def play_sample_games(template: MatchState, players: Positions, rngs: Rng, width: int) -> Iterator[SampleGame]:
    """Play one game per stream from the same start and yield its samples for the first `width` seats."""
    game, features_size = template.game, template.game.feature_count
    players = players.copy()
    moves_buf, weights_buf = game.buffers()
    out = SampleGame(
        np.zeros((MAX_SETTLED, width, features_size), np.float32),
        np.zeros((MAX_SETTLED, MOST_SEATS)),
        np.zeros(MOST_SEATS),
    )
    seats = min(width, template.players)
    for rng in rngs:
        n = play_sample_game_at(players, template.position.copy(), rng, moves_buf, weights_buf, seats, out)
        yield SampleGame(out.inputs[:n].copy(), out.searched[:n, :width].copy(), out.payoff[:width].copy())


def self_play(
    tables: Sequence[MatchState], play_style: PlayStyle, weights: Weights, rngs: Rng, threads: int, width: int
) -> list[list[SampleGame]]:
    """Play games at all tables in turn. Return the games of each table, with samples for the first `width` seats."""

    def at_table(number: int) -> list[SampleGame]:
        match = tables[number]
        players = players_record(match.game, [play_style] * match.players)
        if play_style.policy != GREEDY:
            load_weights(players, weights)
        return list(play_sample_games(match, players, rngs[number :: len(tables)], width))

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(at_table, range(min(len(tables), len(rngs)))))
