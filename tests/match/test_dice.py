"""Provable dice: the algorithm of docs/reference/notation.md, written again with the standard library only."""

import hashlib
import hmac
import json
from collections import Counter

import pytest

from paddock.engine.options import resolve_options
from paddock.games import load_game
from paddock.match import verify_dice
from paddock.match.dice import Dice
from paddock.match.verify_dice import chosen, number_below

OPTIONS = resolve_options(load_game("mist").options, {})


def by_the_book(secret: bytes, seeds: list[str], event: int, weights: list[int]) -> int:
    key = hmac.new(secret, "\n".join(seeds).encode(), hashlib.sha256).digest()
    total = sum(weights)
    for attempt in range(100):
        word = int.from_bytes(hmac.new(key, f"{event}.{attempt}".encode(), hashlib.sha256).digest()[:8], "big")
        if word < 2**64 - 2**64 % total:
            number = word % total
            return next(i for i in range(len(weights)) if sum(weights[: i + 1]) > number)
    raise AssertionError("a hundred rejections in a row")


def test_draws_follow_the_notation_page() -> None:
    dice = Dice.promise(load_game("mist"), OPTIONS, secret=b"s" * 32, match="m", seeds=["a", "b", "c"])
    for event in range(200):
        weights = [1 + (event * k) % 7 for k in range(1, 1 + event % 9 + 1)]
        assert dice.draw(event, weights) == by_the_book(b"s" * 32, ["a", "b", "c"], event, weights)


def test_the_commitment_follows_the_notation_page() -> None:
    dice = Dice.promise(load_game("mist"), OPTIONS, secret=b"s" * 32, match="m", seeds=["a"])
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in OPTIONS.items()}
    text = json.dumps([(b"s" * 32).hex(), "m", "mist", 1, options], separators=(",", ":"), sort_keys=True)
    assert dice.commitment == hashlib.sha256(text.encode()).hexdigest()


def test_dice_are_fair() -> None:
    """60,000 throws of a die: chi-squared with 5 degrees of freedom exceeds 30 once in 70,000 sets of dice."""
    counts = Counter(number_below(6, b"key", event) for event in range(60_000))
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6)) < 30


def test_seats_have_a_say() -> None:
    one = Dice.promise(load_game("mist"), OPTIONS, secret=b"s" * 32, match="m", seeds=["a", "b"])
    two = Dice.promise(load_game("mist"), OPTIONS, secret=b"s" * 32, match="m", seeds=["a", "c"])
    assert one.commitment == two.commitment
    assert [one.draw(i, [1] * 6) for i in range(30)] != [two.draw(i, [1] * 6) for i in range(30)]


def test_fresh_dice_differ_and_seeded_ones_do_not() -> None:
    fresh = [Dice.from_seed(None, load_game("mist"), OPTIONS, ["a"]).secret for _ in range(2)]
    assert fresh[0] != fresh[1]
    assert Dice.from_seed(4, load_game("mist"), OPTIONS, ["a"]) == Dice.from_seed(4, load_game("mist"), OPTIONS, ["a"])


def test_a_number_beyond_the_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="not below"):
        chosen(5, [1, 2])


def test_the_commitment_to_a_seed_follows_the_notation_page() -> None:
    """The page's test has the same number."""
    text = "0123456789abcdef\n2\nhü"
    assert verify_dice.seed_commitment("0123456789abcdef", 2, "hü") == hashlib.sha256(text.encode()).hexdigest()
