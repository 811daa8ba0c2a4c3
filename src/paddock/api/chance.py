"""How dice and cards come into a match: by themselves, or from the caller."""

from typing import Literal, TypeAlias

from paddock.engine.errors import BadOption
from paddock.match.dice import Dice, local_dice
from paddock.match.match_state import MatchState

ChanceMode: TypeAlias = Literal["auto", "manual"]
"""Whether dice and cards fall by themselves, or the caller plays them."""


def chance_dice(state: MatchState, chance: ChanceMode, seed: int | None) -> Dice | None:
    """Return the dice that fall in a match, or None where the caller plays them."""
    if chance == "auto":
        return local_dice(state, seed)
    if chance != "manual":
        raise BadOption(f"chance: it is 'auto' or 'manual', not {chance!r}")
    if seed is not None:
        raise BadOption("seed: with chance='manual' you play dice and cards yourself, so a seed has no effect")
    return None
