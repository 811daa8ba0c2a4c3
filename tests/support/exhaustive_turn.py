"""A slow, simple search of one turn by the verbs alone. The optional verb `greedy` must agree with it."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np

from paddock.engine.optional_verbs import greedy
from paddock.engine.position_calls import legal_count_at, play_at, weights_at
from paddock.engine.rng import below, stream
from paddock.engine.stepper import Stepper
from paddock.engine.types import Move, Positions, Rng, Seat, State
from paddock.engine.verbs import payoff, score, turn
from paddock.games import load_game
from paddock.match.match_state import MatchState

Ended = Callable[[State, State], bool]
"""Whether a turn that was going on in the first position has ended in the second."""


def choice(match: MatchState, rng: Rng) -> str:
    """The token of the greedy move."""
    return match.game.write(match.plain, Move(greedy(match.state, rng, match.game.buffers().moves)))


def choices(match: MatchState, draws: int = 60) -> set[str]:
    """Return all tokens that ties may choose."""
    rng = stream(1)
    return {choice(match, rng) for _ in range(draws)}


def mean_leads(match: MatchState, ended: Ended) -> dict[str, Fraction]:
    """For every legal token, the mean lead over the mean of the rivals at the end of the turn, if it is played well."""
    seat = Seat(match.turn)
    size = match.game.most_moves

    def listed_at(position: Positions) -> tuple[int, list[int]]:
        moves_buf = np.zeros(size, np.int16)
        n = legal_count_at(position, moves_buf)
        return n, moves_buf[: abs(n)].tolist()

    def lead(s: State) -> Fraction:
        points = np.zeros(match.players)
        score(s, points)
        rivals = [int(number) for rival, number in enumerate(points) if rival != seat]
        return int(points[seat]) - Fraction(sum(rivals), len(rivals))

    @cache
    def value(content: bytes) -> Fraction:
        position = np.frombuffer(content, match.position.dtype).copy()
        if ended(match.state, position[0]):
            return lead(position[0])
        n, moves = listed_at(position)
        values = [value(after(position, move)) for move in moves]
        if n > 0:
            return max(values)
        weights_buf = np.zeros(size, np.int32)
        total = weights_at(position, weights_buf)
        return sum((int(weights_buf[i]) * values[i] for i in range(-n)), Fraction(0)) / total

    def after(position: Positions, move: int) -> bytes:
        then = position.copy()
        play_at(then, move)
        return then.tobytes()

    return {match.game.write(match.plain, move): value(after(match.position, move)) for move in match.legal_moves()}


def is_best(match: MatchState, rng: Rng, ended: Ended) -> None:
    """The greedy move is one of those with the highest mean."""
    means = mean_leads(match, ended)
    chosen = choice(match, rng)
    assert means[chosen] == max(means.values()), f"{chosen} of {means} after {match.tokens}"


def is_honest(match: MatchState, imagine: Callable[[State, Seat, Rng], None]) -> None:
    """Greedy plays a legal move, the same one whatever the seat cannot know."""
    imagined = MatchState(match.game, match.players, match.options)
    imagined.position = match.position.copy()
    imagine(imagined.state, Seat(match.turn), stream(9))
    known = match.position.tobytes()
    chosen = choice(match, stream(5))
    assert match.position.tobytes() == known, "thinking leaves the table as it is"
    assert chosen in match.legal_tokens()
    assert chosen == choice(imagined, stream(5))


def greedy_share(name: str, players: int, games: int, seed: int = 1) -> float:
    """The share of the victories that one greedy player takes at a table of uniform ones, seats rotated."""
    stepper = Stepper(load_game(name), players, seed=seed)
    rng, won, out = stream(seed + 1), 0.0, np.zeros(players)
    for number in range(games):
        stepper.restart()
        while stepper.legal_count:
            if stepper.legal_count < 0:
                stepper.chance()
            elif turn(stepper.position[0]) == number % players:
                stepper.step(greedy(stepper.position[0], rng, stepper.moves_buf))
            else:
                stepper.step(int(stepper.moves_buf[below(rng, stepper.legal_count)]))
        payoff(stepper.position[0], out)
        won += out[number % players]
    return won / games
