"""Many games between bots: in compiled code among our levels, move by move with programs of the caller."""

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import numpy as np

from paddock.api.bots import BotLike, decided_by, level_of, name_of, one_for_each_seat
from paddock.api.games import GameLike, joined_options, load_game, player_count
from paddock.bots import bot as internal
from paddock.bots.player_records import simulated_players
from paddock.engine.errors import BadOption
from paddock.engine.rng import below, stream
from paddock.engine.types import CHANCE
from paddock.match import simulation
from paddock.match.match_state import MatchState
from paddock.match.record import encode, record_of
from paddock.match.simulation import Chunk, Summary, Tally, summary_of
from paddock.match.verify_dice import chosen


def simulate(
    game: GameLike,
    players: int | None = None,
    bots: BotLike | Sequence[BotLike] = "uniform",
    games: int = 1000,
    *,
    seed: int = 0,
    threads: int | None = None,
    records: str | Path | None = None,
    options: Mapping[str, object] | None = None,
    **more_options: object,
) -> Summary:
    """Play many games between bots and return a summary.

    Games among our levels run in compiled code on all cores. If one seat has a bot of yours, all games run move by
    move on one core, about a thousand times slower. Options have their defaults for unattended play.

    Args:
        game: The id of a game, or anything else that `load_game` takes.
        players: The number of players; without it, the fewest that the game allows.
        bots: A bot for each seat, or one for all: a level, a function, or an object with `choose(match)`.
        games: The number of games.
        seed: Random seed. The same seed gives the same games, for every number of threads.
        threads: The number of cores; without it, all.
        records: A file for the records of all games, as JSON lines.
        options: Options of the game by name.
        **more_options: Options of the game.

    Returns:
        Wins (a shared victory counts as a fraction), mean scores and lengths, with errors and quantiles.

    Raises:
        BadOption: If there is no such game, option or bot.

    Examples:
        >>> import paddock
        >>> summary = paddock.simulate("mist", players=4, bots=["greedy", "chick", "chick", "chick"], games=100, seed=1)
        >>> len(summary.wins), round(sum(summary.wins))
        (4, 100)
        >>> summary.win_share[0] > 0.25
        True
    """
    found = load_game(game)
    count = player_count(found, players)
    template = MatchState(found, count, joined_options(options, more_options), attended=False)
    seated = one_for_each_seat(bots, count)
    if games < 1:
        raise BadOption(f"games: at least one game is needed, not {games}")
    levels = [level for level in map(level_of, seated) if level is not None]
    with ExitStack() as files:
        file = None if records is None else files.enter_context(opened(Path(records)))
        if len(levels) < count:
            return simulate_asked(template, seated, games, seed, file)
        return simulation.simulate(
            found,
            count,
            dict(template.options),
            games=games,
            seed=seed,
            threads=threads or cores(),
            bots=simulated_players(found, levels, template.options),
            records=file,
        )


def simulate_asked(
    template: MatchState, seated: Sequence[BotLike], games: int, seed: int, file: BinaryIO | None
) -> Summary:
    """Play game by game, each move asked of the bot of its seat."""
    players = [internal.bot(level) if (level := level_of(one)) else decided_by(one) for one in seated]
    names = [name_of(one) for one in seated]
    tally, started = Tally(template.players), time.perf_counter()
    for number in range(games):
        match = play_asked(template, players, seed, number)
        payoffs, scores, steps = np.array([match.payoff()]), np.array([match.scores()]), np.array([len(match.moves)])
        tally.add(Chunk(number, payoffs, scores, steps, b""))
        if file is not None:
            file.write(encode(record_of(match, names)) + b"\n")
    return summary_of(template, tally, names, seed, 1, time.perf_counter() - started)


def play_asked(template: MatchState, players: Sequence[internal.Bot], seed: int, number: int) -> MatchState:
    """Play one game; its dice depend on the seed and its number only."""
    match, dice, choices = template.copy(), stream(seed, number), stream(~seed, number)
    while not match.over:
        if match.turn == CHANCE:
            outcomes, weights = match.outcomes()
            match.play_unchecked(outcomes[chosen(int(below(dice, sum(weights))), weights)])
        else:
            match.play_move(internal.ask(players[match.turn], match, choices))
    return match


def opened(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except OSError as flaw:
        raise BadOption(f"records: {path} cannot be written: {flaw.strerror}") from None


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
