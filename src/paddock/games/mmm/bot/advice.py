"""The reasons for and against a choice in Mmm!. Numbers refer to RULES.md."""

from typing import Final

from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.messages import Message, Messages, message
from paddock.engine.types import Move
from paddock.games.mmm.board import FOOD_NAMES
from paddock.games.mmm.data import FACE_NAMES, SQUARES
from paddock.games.mmm.notation import name_of
from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.games.mmm.view import fail_chance, look_over

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


def reasons(s: PlainPosition, move: Move) -> Messages:
    """Return the reasons for or against a legal move."""
    cat = message("cat", n=s.cat_moves - s.cat)
    if move == AGAIN:
        return cat, rolling(s)
    if move == GATHER:
        finished = tuple(item(s, number) for number, finishing in enumerate(look_over(s).finishing) if finishing)
        return (message("finishes", items=finished),) if finished else (cat, gathering(s))
    number = s.item_at[move]
    needed = still_needed(s, number) - 1
    its = (item(s, number),)
    return (message("needs", item=its, n=needed) if needed else message("completes", item=its),)


def rolling(s: PlainPosition) -> Message:
    """2.8 Return the chance that the roll fails, in percent. It is never 0, and 100 only if it is certain."""
    chance = fail_chance(s, look_over(s))
    return message("fails_surely") if chance == 1 else message("fails", n=min(99, max(1, round(100 * chance))))


def gathering(s: PlainPosition) -> Message:
    """3.5 Return the cost of gathering without a finished item: the cat moves."""
    return message("costs", n=s.placed) if s.cat_moves - s.cat > 1 else message("loses")


def item(s: PlainPosition, number: int) -> Message:
    """Return the food of an item with its first and last square."""
    its = [square for square in range(SQUARES) if s.item_at[square] == number]
    ends = f"{name_of(its[0])}-{name_of(its[-1])}" if len(its) > 1 else name_of(its[0])
    return message(FACE_NAMES[s.food[its[0]]], where=ends)


def still_needed(s: PlainPosition, item: int) -> int:
    """Return the number of squares of an item without a chip or a die."""
    left: int = s.item_left[item]
    return left - sum(1 for square in s.lies[: s.placed] if s.item_at[square] == item)
