#!/usr/bin/env python3
"""Check the dice of a match. It needs only this file and Python.

    python verify_dice.py proof.json

Paddock gives out a proof when a match is over: the commitment from before the first event, the seeds of the seats, the
secret, and the possible outcomes and the actual outcome of every die and card. This file recomputes the commitment and
every draw. Paddock itself draws with the same functions.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Sequence
from typing import Any

WORD = 2**64


def commitment(secret: str, match: str, game: str, rules: int, options: object) -> str:
    """Return the commitment: a hash that fixes the secret without revealing it."""
    text = json.dumps([secret, match, game, rules, options], separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def key_of(secret: bytes, seeds: Sequence[str]) -> bytes:
    """Return the key of all draws, from the secret of the service and the seeds of all seats."""
    return hmac.digest(secret, "\n".join(seeds).encode(), "sha256")


def number_below(total: int, key: bytes, event: int) -> int:
    """Return a number from 0 to total - 1, all equally likely. Words that would favour small numbers are skipped."""
    tries = 0
    while True:
        word = int.from_bytes(hmac.digest(key, f"{event}.{tries}".encode(), "sha256")[:8], "big")
        if word < WORD - WORD % total:
            return word % total
        tries += 1


def chosen(number: int, weights: Sequence[int]) -> int:
    """Return the index of the first outcome whose cumulative weight exceeds the number.

    >>> [chosen(v, [1, 2, 1]) for v in range(4)]
    [0, 1, 1, 2]
    """
    for index, weight in enumerate(weights):
        if number < weight:
            return index
        number -= weight
    raise ValueError("the number is not below the sum of the weights")


def flaws(proof: Any) -> list[str]:
    """Return the flaws of a proof as sentences; an empty list if all dice are correct."""
    found = []
    dice = proof["dice"]
    promised = commitment(dice["secret"], dice["match"], proof["game"], proof["rules"], proof["options"])
    if promised != dice["commitment"]:
        found.append("the secret is not the one that was promised")
    key = key_of(bytes.fromhex(dice["secret"]), dice["seeds"])
    for draw in proof["draws"]:
        number = number_below(sum(draw["weights"]), key, draw["event"])
        outcome = draw["outcomes"][chosen(number, draw["weights"])]
        if outcome != draw["came"]:
            found.append(f"event {draw['event'] + 1}: the dice give {outcome}, but {draw['came']} was played")
    return found


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: python verify_dice.py proof.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:  # noqa: PTH123 - nothing but this file and Python
            proof = json.load(file)
        found = flaws(proof)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as flaw:
        print(f"{arguments[0]} is no proof of dice: {flaw!r}", file=sys.stderr)
        return 2
    for sentence in found:
        print(sentence)
    if not found:
        print(f"All {len(proof['draws'])} dice and cards of this match are as promised.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
