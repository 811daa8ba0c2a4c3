"""Verifiable dice: all outcomes come from a secret whose hash is published before the first event.

docs/reference/notation.md describes the draws, so that anyone can recompute each of them.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from paddock.engine.game import Game
from paddock.engine.options import OptionValues
from paddock.match.match_state import MatchState
from paddock.match.verify_dice import chosen, commitment, key_of, number_below

NO_SEED_CHOSEN: Final = 2
"""The version of dice whose bots have no seed. In version 1 the service chose the seeds of bots."""


@dataclass(frozen=True)
class Dice:
    """The source of the chance events of a match."""

    match: str
    secret: bytes
    seeds: tuple[str, ...]
    commitment: str
    version: int = 1
    """The rule for seeds. The draws are the same in all versions."""

    @classmethod
    def promise(
        cls, game: Game, options: OptionValues, *, secret: bytes, match: str, seeds: Sequence[str], version: int = 1
    ) -> "Dice":
        """Return dice with the commitment to this secret, match, game and options."""
        promised = commitment(secret.hex(), match, game.id, game.rules_version, options)
        return cls(match, secret, tuple(seeds), promised, version)

    @classmethod
    def from_seed(cls, seed: int | None, game: Game, options: OptionValues, seats: Sequence[str]) -> "Dice":
        """Return dice for a local match: random ones, or equal ones for an equal seed."""
        if seed is None:
            secret, match = secrets.token_bytes(32), secrets.token_hex(8)
        else:
            secret, match = hashlib.sha256(f"paddock seed {seed}".encode()).digest(), f"seed-{seed}"
        return cls.promise(game, options, secret=secret, match=match, seeds=[str(name) for name in seats])

    @cached_property
    def key(self) -> bytes:
        return key_of(self.secret, self.seeds)

    def draw(self, event: int, weights: Sequence[int]) -> int:
        """Return the index of the outcome of the chance event with this number."""
        return chosen(number_below(sum(weights), self.key, event), weights)

    def proof(self, *, revealed: bool) -> dict[str, object]:
        """Return the proof for a record, with the secret only if `revealed`: it gives hidden hands away."""
        proof: dict[str, object] = {"match": self.match}
        if self.version > 1:
            proof["version"] = self.version
        if revealed:
            proof["secret"] = self.secret.hex()
        return proof | {"commitment": self.commitment, "seeds": list(self.seeds)}


def local_dice(match: MatchState, seed: int | None) -> Dice:
    """Return the dice of a match without a service. The seeds of the seats are their numbers, so nobody chooses them.

    Names have no part in the dice: the same seed gives the same dice to everyone.
    """
    return Dice.from_seed(seed, match.game, match.options, [str(seat + 1) for seat in range(match.players)])


def play_chance(match: MatchState, dice: Dice) -> None:
    """Play events of chance until a seat decides or the match is over."""
    while play_chance_once(match, dice):
        pass


def play_chance_once(match: MatchState, dice: Dice) -> bool:
    """Play the next event of chance. Return False if chance does not act now."""
    outcomes, weights = match.outcomes()
    if outcomes:
        match.play_unchecked(outcomes[dice.draw(len(match.moves), weights)])
    return bool(outcomes)
