"""The result of a competitive match as lines of text, equal in all games."""

from collections.abc import Sequence

import numpy as np

from paddock.engine.plain_position import PlainPosition
from paddock.engine.position_calls import payoff_at


def ranking(s: PlainPosition, in_words: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return a line that names the winners, then one line per seat with its result in words."""
    shares = np.zeros(len(in_words))
    payoff_at(s.position, shares)
    winners = [names[seat] for seat, share in enumerate(shares) if share > 0]
    headline = f"{winners[0]} wins!" if len(winners) == 1 else f"{' and '.join(winners)} share the victory!"
    return [headline, *(f"{names[seat]}: {words}" for seat, words in enumerate(in_words))]
