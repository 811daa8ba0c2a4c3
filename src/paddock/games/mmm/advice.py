"""Why a choice in Mmm! is good or bad. Numbers refer to RULES.md."""

from typing import Final

from paddock.games.mmm.board import FOOD_NAMES
from paddock.games.mmm.data import FACE_NAMES, SQUARES
from paddock.games.mmm.notation import name_of
from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.games.mmm.view import fail_chance, look_over
from paddock.rules.kinds import Move
from paddock.rules.plain import Plain
from paddock.rules.sayings import Saying, Sayings, saying

SENTENCES: Final = {
    "unit": "{n|square|squares}",
    "cat": "The cat has {n} {n|move|moves} to go.",
    "fails": "The roll fails {n} {n|time|times} in 100.",
    "fails_surely": "The roll fails for sure.",
    "finishes": "It finishes {items}, so that the cat waits.",
    "costs": "This gathers {n} {n|square|squares} and costs one of its moves.",
    "loses": "That would be its last: you lose together.",
    "needs": "After it {item} needs {n} more.",
    "completes": "With it {item} is complete: once it is gathered, the cat waits.",
    **{food: f"{food} {{where}}" for food in FOOD_NAMES.values()},
}


def because(s: Plain, move: Move) -> Sayings:
    cat = saying("cat", n=s.cat_moves - s.cat)
    if move == AGAIN:
        return cat, rolling(s)
    if move == GATHER:
        finished = tuple(item(s, number) for number, finishing in enumerate(look_over(s).finishing) if finishing)
        return (saying("finishes", items=finished),) if finished else (cat, gathering(s))
    number = s.item_at[move]
    needed = still_needed(s, number) - 1
    its = (item(s, number),)
    return (saying("needs", item=its, n=needed) if needed else saying("completes", item=its),)


def rolling(s: Plain) -> Saying:
    """2.8 How often nothing fits. That is never impossible, and what is not sure is not told as sure."""
    chance = fail_chance(s, look_over(s))
    return saying("fails_surely") if chance == 1 else saying("fails", n=min(99, max(1, round(100 * chance))))


def gathering(s: Plain) -> Saying:
    """3.5 The cat moves, since no item is finished."""
    return saying("costs", n=s.placed) if s.cat_moves - s.cat > 1 else saying("loses")


def item(s: Plain, number: int) -> Saying:
    """A food, and where it lies from end to end."""
    its = [square for square in range(SQUARES) if s.item_at[square] == number]
    ends = f"{name_of(its[0])}-{name_of(its[-1])}" if len(its) > 1 else name_of(its[0])
    return saying(FACE_NAMES[s.food[its[0]]], where=ends)


def still_needed(s: Plain, item: int) -> int:
    """Squares of an item that have neither a chip nor a die."""
    left: int = s.item_left[item]
    return left - sum(1 for square in s.lies[: s.placed] if s.item_at[square] == item)
