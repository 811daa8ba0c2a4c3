"""The kernels' generator: against a plain implementation, and fair."""

from collections import Counter

import pytest

from paddock.engine.rng import below, stream, streams, word

pytestmark = pytest.mark.interpreted


def plain_words(low: int, carry: int, count: int) -> list[int]:
    """MWC64X in Python's own integers."""
    found = []
    for _ in range(count):
        found.append(low ^ carry)
        product = low * 4294883355 + carry
        low, carry = product % 2**32, product // 2**32
    return found


def test_words_are_those_of_the_plain_generator() -> None:
    for rng in streams(3, 0, 5):
        expected = plain_words(int(rng[0]), int(rng[1]), 50)
        assert [int(word(rng)) for _ in range(50)] == expected


def test_streams_depend_on_seed_and_number_only() -> None:
    assert (streams(1, 5, 3)[1] == streams(1, 6, 1)[0]).all()
    assert len({tuple(stream) for seed in range(20) for stream in streams(seed, 0, 50).tolist()}) == 1000
    assert (streams(-1, 0, 1) == streams(2**64 - 1, 0, 1)).all(), "any whole number is a seed"


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 216])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    """Chi-squared beyond mean + 6 standard deviations would happen less than once in ten million runs."""
    rng = stream(bound)
    draws = 50 * bound
    counts = Counter(int(below(rng, bound)) for _ in range(draws))
    assert set(counts) <= set(range(bound))
    chi = sum((counts[number] - 50) ** 2 / 50 for number in range(bound))
    assert chi <= (bound - 1) + 6 * (2 * (bound - 1)) ** 0.5


def test_large_bounds_reject_the_uneven_part() -> None:
    """With a bound of 3 * 2**30 a quarter of the words must be thrown away; all three thirds stay equally likely."""
    rng = stream(9)
    counts = Counter(int(below(rng, 3 * 2**30)) // 2**30 for _ in range(3000))
    assert all(abs(counts[third] - 1000) < 160 for third in range(3))
