"""Dice that can be checked: drawn from a secret that was promised before the first event.

docs/notation.md says how a draw is made, so that anybody can recompute every one of them.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from paddock.match.match import Match
from paddock.match.verify_dice import chosen, commitment, key_of, number_below
from paddock.rules.game import Game
from paddock.rules.options import Choices


@dataclass(frozen=True)
class Dice:
    """The source of a match's chance events."""

    match: str
    secret: bytes
    seeds: tuple[str, ...]
    commitment: str

    @classmethod
    def promise(cls, game: Game, options: Choices, *, secret: bytes, match: str, seeds: Sequence[str]) -> "Dice":
        return cls(match, secret, tuple(seeds), commitment(secret.hex(), match, game.id, game.rules_version, options))

    @classmethod
    def from_seed(cls, seed: int | None, game: Game, options: Choices, seats: Sequence[str]) -> "Dice":
        """Fresh dice for a local table; the same ones again where a seed is given."""
        if seed is None:
            secret, match = secrets.token_bytes(32), secrets.token_hex(8)
        else:
            secret, match = hashlib.sha256(f"paddock seed {seed}".encode()).digest(), f"seed-{seed}"
        return cls.promise(game, options, secret=secret, match=match, seeds=[str(name) for name in seats])

    @cached_property
    def key(self) -> bytes:
        return key_of(self.secret, self.seeds)

    def draw(self, event: int, weights: Sequence[int]) -> int:
        """Which outcome the chance event with this index has."""
        return chosen(number_below(sum(weights), self.key, event), weights)

    def proof(self, *, revealed: bool) -> dict[str, object]:
        """What a record says of its dice; the secret only once the match is over, since it tells hidden hands."""
        told: dict[str, object] = {"match": self.match}
        if revealed:
            told["secret"] = self.secret.hex()
        return told | {"commitment": self.commitment, "seeds": list(self.seeds)}


def fall(match: Match, dice: Dice) -> None:
    """Let dice and cards fall until somebody has to decide, or the match is over."""
    while fall_once(match, dice):
        pass


def fall_once(match: Match, dice: Dice) -> bool:
    """The next die or card; whether there was one."""
    outcomes, weights = match.outcomes()
    if outcomes:
        match.follow(outcomes[dice.draw(len(match.moves), weights)])
    return bool(outcomes)
