"""Matches of the service's kind: people with seeds, bots without, and dice that can be checked."""

import random
from collections.abc import Mapping, Sequence

from paddock.games import load_game
from paddock.match.dice import NO_SEED_CHOSEN, Dice, play_chance
from paddock.match.match_state import MatchState
from paddock.match.record import Record, record_of

BOT = "Alma (hound)"


def dice_for(match: MatchState, seeds: Sequence[str], secret: bytes = b"s" * 32) -> Dice:
    return Dice.promise(
        match.game, match.options, secret=secret, match="0123456789abcdef", seeds=seeds, version=NO_SEED_CHOSEN
    )


def provable(
    name: str, players: int = 3, options: Mapping[str, object] | None = None, seats: Sequence[str] = (), number: int = 1
) -> Record:
    """The record of a random match with dice of version 2. Without seats: Ada with a seed, and bots."""
    match = MatchState(load_game(name), players, options or {}, attended=False)
    names = list(seats) or ["Ada", *[BOT] * (players - 1)]
    seeds = [f"seed of {name}" if name != BOT else "" for name in names]
    dice, rng = dice_for(match, seeds, secret=bytes([number]) * 32), random.Random(number)
    play_chance(match, dice)
    while not match.over:
        match.play(rng.choice(match.legal_tokens()))
        play_chance(match, dice)
    return record_of(match, names, dice)
