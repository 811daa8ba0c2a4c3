"""Random numbers for kernels, equal in compiled and interpreted code.

The generator is Marsaglia's multiply-with-carry with Thomas's output (MWC64X). Its products fit into 64 bits, so
NumPy scalars and native integers agree without masking. A stream is a `uint64[2]`: the word and the carry. Matches
with people use the verifiable dice of `paddock.match.dice` instead.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.types import Moves, Rng, State, Weights
from paddock.engine.verbs import moves, weights

MULTIPLIER: Final = np.uint64(4294883355)
LOW_WORD: Final = np.uint64(0xFFFFFFFF)
WORD_BITS: Final = np.uint64(32)


@inlined
def word(rng: Rng) -> np.uint64:
    """Return the next 32 random bits."""
    low, carry = rng[0], rng[1]
    product = low * MULTIPLIER + carry
    rng[0] = product & LOW_WORD
    rng[1] = product >> WORD_BITS
    return low ^ carry  # type: ignore[no-any-return]


@inlined
def below(rng: Rng, bound: int) -> int:
    """Return a number from 0 to bound - 1, all equally likely (Lemire's multiplication with rejection)."""
    wide = np.uint64(bound)
    product = word(rng) * wide
    if (product & LOW_WORD) < wide:
        too_low = (LOW_WORD + np.uint64(1) - wide) % wide
        while (product & LOW_WORD) < too_low:
            product = word(rng) * wide
    return np.int64(product >> WORD_BITS)  # type: ignore[return-value]


@compiled
def draw_outcome(s: State, rng: Rng, moves_buf: Moves, weights_buf: Weights) -> int:
    """Return one of the outcomes of chance, drawn by its weight."""
    n = moves(s, moves_buf)
    total = weights(s, weights_buf)
    left = below(rng, total)
    if total == n:  # all weights are 1
        return moves_buf[left]  # type: ignore[no-any-return]
    i = 0
    while left >= weights_buf[i]:
        left -= weights_buf[i]
        i += 1
    return moves_buf[i]  # type: ignore[no-any-return]


def stream(seed: int, number: int = 0) -> Rng:
    """Return the random stream of one game: row `number` of `streams`."""
    return np.ascontiguousarray(streams(seed, number, 1)[0])


def streams(seed: int, first: int, count: int) -> npt.NDArray[np.uint64]:
    """Return independent streams for the games numbered from `first`. A stream depends on seed and number only.

    >>> bool((streams(7, 0, 5)[3] == streams(7, 3, 1)[0]).all())
    True
    """
    golden = np.array([0x9E3779B97F4A7C15], np.uint64)
    start = mixed(np.array([seed % 2**64], np.uint64) + golden)
    numbers = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    words = mixed((start + golden * numbers).astype(np.uint64))
    out = np.empty((count, 2), np.uint64)
    out[:, 0] = words & LOW_WORD
    out[:, 1] = (words >> WORD_BITS) % (MULTIPLIER - np.uint64(1)) + np.uint64(1)  # never the fixed point (0, 0)
    return out


def mixed(z: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return the SplitMix64 finaliser of each number, which turns similar numbers into unrelated ones."""
    z = (z ^ (z >> np.uint64(30))) * np.array([0xBF58476D1CE4E5B9], np.uint64)
    z = (z ^ (z >> np.uint64(27))) * np.array([0x94D049BB133111EB], np.uint64)
    return z ^ (z >> np.uint64(31))
