"""Hash keys and slots for tables with open addressing that lie in NumPy records.

A key takes in one word after another, as the multiply-with-carry generator in `paddock.engine.rng` steps. Products stay
within 64 bits, so compiled and interpreted code compute the same key.
"""

import numpy as np
import numpy.typing as npt

from paddock.engine.compilation.decorators import inlined
from paddock.engine.rng import LOW_WORD, MULTIPLIER, WORD_BITS


@inlined
def hash_words(seed: np.uint64, words: npt.NDArray[np.unsignedinteger]) -> np.uint64:
    """Return the key of an array of unsigned words; another seed gives an unrelated key."""
    key = MULTIPLIER + seed
    for i in range(len(words)):
        key = mix(key, np.uint64(words[i]))
    return key


@inlined
def mix(key: np.uint64, word: np.uint64) -> np.uint64:
    """Return the key with one more word mixed in."""
    key ^= word
    return (key & LOW_WORD) * MULTIPLIER + (key >> WORD_BITS)


@inlined
def slot(start: np.uint64, probe: int, size: int) -> int:
    """Return the slot of a linear probe in a table of `size` slots, a power of two."""
    return (np.int64(start) + probe) & (size - 1)  # type: ignore[return-value]
