"""The closing words of a competitive match, the same in every room."""

from collections.abc import Sequence

import numpy as np

from paddock.rules.kernels import payoff_at
from paddock.rules.plain import Plain


def ranking(s: Plain, in_words: Sequence[str], names: Sequence[str]) -> list[str]:
    """Who won, then a line per seat with its result in words."""
    shares = np.zeros(len(in_words))
    payoff_at(s.table, shares)
    winners = [names[seat] for seat, share in enumerate(shares) if share > 0]
    headline = f"{winners[0]} wins!" if len(winners) == 1 else f"{' and '.join(winners)} share the victory!"
    return [headline, *(f"{names[seat]}: {words}" for seat, words in enumerate(in_words))]
