"""One turn seen to its end by the verbs alone, slow and obvious: what the skill `greedy` must agree with."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np

from paddock.games import game
from paddock.match.match import Match
from paddock.rules.chance import below, streams
from paddock.rules.kernels import play_at, standing_at, weights_at
from paddock.rules.kinds import Move, Rng, Seat, State, Table
from paddock.rules.skills import greedy
from paddock.rules.stepper import Stepper
from paddock.rules.verbs import payoff, score, turn

Ended = Callable[[State, State], bool]
"""Whether a turn that was going on in the first position has ended in the second."""


def stream(seed: int) -> Rng:
    return np.ascontiguousarray(streams(seed, 0, 1)[0])


def choice(match: Match, rng: Rng) -> str:
    """The token of the greedy move."""
    return match.game.write(match.plain, Move(greedy(match.state, rng, np.zeros(match.game.most_moves, np.int16))))


def choices(match: Match, draws: int = 60) -> set[str]:
    """All tokens that the lot brings up."""
    rng = stream(1)
    return {choice(match, rng) for _ in range(draws)}


def mean_leads(match: Match, ended: Ended) -> dict[str, Fraction]:
    """For every legal token, the mean lead over the mean of the rivals at the end of the turn, if it is played well."""
    seat = Seat(match.turn)
    size = match.game.most_moves

    def listed_at(table: Table) -> tuple[int, list[int]]:
        listed = np.zeros(size, np.int16)
        n = standing_at(table, listed)
        return n, listed[: abs(n)].tolist()

    def lead(s: State) -> Fraction:
        points = np.zeros(match.players)
        score(s, points)
        rivals = [int(number) for rival, number in enumerate(points) if rival != seat]
        return int(points[seat]) - Fraction(sum(rivals), len(rivals))

    @cache
    def value(position: bytes) -> Fraction:
        table = np.frombuffer(position, match.table.dtype).copy()
        if ended(match.state, table[0]):
            return lead(table[0])
        n, moves = listed_at(table)
        values = [value(after(table, move)) for move in moves]
        if n > 0:
            return max(values)
        heavy = np.zeros(size, np.int32)
        total = weights_at(table, heavy)
        return sum((int(heavy[i]) * values[i] for i in range(-n)), Fraction(0)) / total

    def after(table: Table, move: int) -> bytes:
        then = table.copy()
        play_at(then, move)
        return then.tobytes()

    return {match.game.write(match.plain, move): value(after(match.table, move)) for move in match.legal()}


def is_best(match: Match, rng: Rng, ended: Ended) -> None:
    """The greedy move is one of those with the highest mean."""
    means = mean_leads(match, ended)
    chosen = choice(match, rng)
    assert means[chosen] == max(means.values()), f"{chosen} of {means} after {match.tokens}"


def is_honest(match: Match, imagine: Callable[[State, Seat, Rng], None]) -> None:
    """Greedy plays a legal move, the same one whatever the seat cannot know."""
    imagined = Match(match.game, match.players, match.options)
    imagined.table = match.table.copy()
    imagine(imagined.state, Seat(match.turn), stream(9))
    known = match.table.tobytes()
    chosen = choice(match, stream(5))
    assert match.table.tobytes() == known, "thinking leaves the table as it is"
    assert chosen in match.legal_tokens()
    assert chosen == choice(imagined, stream(5))


def greedy_share(name: str, players: int, games: int, seed: int = 1) -> float:
    """The share of the victories that one greedy player takes at a table of uniform ones, seats rotated."""
    table = Stepper(game(name), players, seed=seed)
    rng, won, out = stream(seed + 1), 0.0, np.zeros(players)
    for number in range(games):
        table.restart()
        while table.standing:
            if table.standing < 0:
                table.chance()
            elif turn(table.table[0]) == number % players:
                table.step(greedy(table.table[0], rng, table.listed))
            else:
                table.step(int(table.listed[below(rng, table.standing)]))
        payoff(table.table[0], out)
        won += out[number % players]
    return won / games
