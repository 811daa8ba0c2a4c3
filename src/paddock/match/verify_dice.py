#!/usr/bin/env python3
"""Check the dice of a match. It needs only this file and Python.

    python verify_dice.py record.json

The file reads the record of a finished match. It recomputes the commitment from before the first event, derives the
possible outcomes of every die and card from the events before it, and draws again. It believes nothing but the record.
docs/reference/notation.md describes all of it. Paddock itself draws with the same functions.

It does not check that decisions were legal in every detail, nor the scores: `paddock record check` does.
"""

import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, TypeAlias

WORD = 2**64
VERSIONS = (1, 2)
BOT = re.compile(r".+ \(\w+(:\d+)?\)")
"""A bot's seat in a record: its name, and its level in parentheses."""

VERSION_1 = (
    "These dice are of version 1 (Paddock 0.1). They do not prove that the service left the seeds of bots to chance: "
    "it chose them after it knew all other seeds."
)

# ---- Drawing


def commitment(secret: str, match: str, game: str, rules: int, options: object) -> str:
    """Return the commitment: a hash that fixes the secret without revealing it."""
    text = json.dumps([secret, match, game, rules, options], separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def seed_commitment(match: str, seat: int, seed: str) -> str:
    """Return the commitment of a person to a seed. Seats count from 1."""
    return hashlib.sha256(f"{match}\n{seat}\n{seed}".encode()).hexdigest()


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


def chosen(number: int, weights: Iterable[int]) -> int:
    """Return the index of the first outcome whose cumulative weight exceeds the number.

    >>> [chosen(v, [1, 2, 1]) for v in range(4)]
    [0, 1, 1, 2]
    """
    for index, weight in enumerate(weights):
        if number < weight:
            return index
        number -= weight
    raise ValueError("the number is not below the sum of the weights")


def drawn(outcomes: dict[str, int], key: bytes, event: int) -> str:
    """Return the outcome of the chance event with this index."""
    return list(outcomes)[chosen(number_below(sum(outcomes.values()), key, event), outcomes.values())]


# ---- The order of events in each game
#
# Each game is a generator. It yields what may come next and receives the event that came: a dictionary from outcomes to
# weights where chance decides, and a list of tokens where a seat decides. It ends when the match is over.

MOST_DICE = 9
"""More dice than any game throws at once."""

Expected: TypeAlias = dict[str, int] | list[str]
Events: TypeAlias = Generator[Expected, str, None]
Square: TypeAlias = tuple[int, int]


def argument(token: str) -> str:
    """Return the part of a token after the last colon."""
    return token.rpartition(":")[2]


def one_each(word: str, arguments: Iterable[object]) -> dict[str, int]:
    return {f"{word}:{argument}": 1 for argument in arguments}


def throws(word: str, faces: str, dice: int) -> dict[str, int]:
    """Return the throws of this many dice. The weight is the number of ordered throws.

    >>> throws("throw", "12", 2)
    {'throw:11': 1, 'throw:12': 2, 'throw:22': 1}
    """
    if dice > MOST_DICE:
        raise ValueError(f"{dice} dice are too many")
    return {
        f"{word}:{''.join(throw)}": factorial(dice) // prod(factorial(many) for many in Counter(throw).values())
        for throw in combinations_with_replacement(faces, dice)
    }


def squares_in(drawing: str) -> Iterator[tuple[Square, str]]:
    """Yield the row, the column and the letter of every square."""
    for row, letters in enumerate(drawing.split("/")):
        for column, letter in enumerate(letters):
            yield (row, column), letter


def name_of(square: Square) -> str:
    """
    >>> name_of((3, 2))
    'c4'
    """
    return f"{chr(ord('a') + square[1])}{square[0] + 1}"


def square_of(token: str) -> Square:
    """
    >>> square_of("mark:c4")
    (3, 2)
    """
    name = argument(token)
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


MIST_ANIMALS = ("cow", "sheep", "pig", "chicken", "horse", "rabbit")
MIST_PASSED = {5: ("left",), 6: ("left", "right")}
"""Players -> the neighbours that get a card."""


def mist(players: int, options: Any) -> Events:
    animals: list[str] = []
    for _ in range(players):
        animals.append(argument((yield one_each("animal", [a for a in MIST_ANIMALS if a not in animals]))))
    size = len(options["cards"])
    unseen = {animal: Counter(options["cards"]) for animal in animals}
    starting, waiting = Counter(options["starting"]), list(animals)
    for _ in range(players + len(options["starting"])):
        laid = {f"lay:start{value:+d}": starting[value] * size for value in sorted(starting) if starting[value]}
        laid |= {
            f"lay:{animal}{value:+d}": unseen[animal][value] for animal in waiting for value in sorted(unseen[animal])
        }
        animal, value = re.fullmatch(r"([a-z]+)(.+)", argument((yield laid))).groups()  # type: ignore[union-attr]
        if animal == "start":
            starting[int(value)] -= 1
        else:
            unseen[animal][int(value)] -= 1
            waiting.remove(animal)
    seat = int(argument((yield one_each("starter", range(1, players + 1))))) - 1
    passed = MIST_PASSED.get(players, ()) if options["passing"] else ()
    pile = size - 1 - len(passed)
    for turn in range(players * (pile + options["another_round"])):
        yield from mist_dice(options["dice"])
        if turn < players * pile:
            yield from mist_card("draw", unseen[animals[seat]])
        seat = (seat + 1) % players
    for animal in animals:
        for word in passed:
            yield from mist_card(word, unseen[animal])


def mist_dice(most: int) -> Events:
    """Throw until the seat stops, a number comes again or no die is left."""
    thrown: set[str] = set()
    while True:
        die = yield one_each("die", range(1, 7))
        if die in thrown or len(thrown) + 1 == most:
            return
        thrown.add(die)
        if (yield ["stop", "more"]) == "stop":
            return


def mist_card(word: str, unseen: Counter[int]) -> Events:
    card = yield {f"{word}:{value:+d}": unseen[value] for value in sorted(unseen) if unseen[value]}
    unseen[int(argument(card))] -= 1


LIFE_CARDS = {
    "giraffe": 9,
    "bear": 8,
    "mole": 7,
    "goat": 7,
    "sheep": 6,
    "dog": 6,
    "rabbit": 5,
    "pig": 5,
    "cat": 4,
    "mouse": 3,
}
Cards: TypeAlias = Counter[str]


def life(players: int, options: Any) -> Events:
    lives = [options["lives"]] * players
    starter = int(argument((yield one_each("starter", range(1, players + 1))))) - 1
    while len(seats := [seat for seat in range(players) if lives[seat]]) > 1:
        unseen = Counter(LIFE_CARDS)
        hands, rows = {}, []
        for seat in seats:
            hands[seat] = yield from life_deal(unseen, f"hand:{seat + 1}", options["hand"])
        for row, size in enumerate(options["rows"], 1):
            rows.append((yield from life_deal(unseen, f"row:{row}", size)))
        declarer = yield from life_turns(seats, starter, hands, rows, options)
        if declarer is None:
            lost = life_losses(hands, options["values"])
        else:
            lost = {seat: 1 for seat in seats if seat != declarer}
            lives[declarer] += options["advanced"]
        for seat, many in lost.items():
            lives[seat] = max(0, lives[seat] - many)
        starter = next_seat([seat for seat in seats if lives[seat]], starter)


def next_seat(seats: Sequence[int], seat: int) -> int:
    """Return the next of these seats clockwise."""
    return next((other for other in seats if other > seat), seats[0])


def life_deal(unseen: Cards, place: str, many: int) -> Generator[Expected, str, Cards]:
    cards: Cards = Counter()
    for _ in range(many):
        card = argument((yield {f"{place}:{animal}": left for animal, left in unseen.items() if left}))
        unseen[card] -= 1
        cards[card] += 1
    return cards


def life_turns(
    seats: Sequence[int], seat: int, hands: dict[int, Cards], rows: list[Cards], options: Any
) -> Generator[Expected, str, int | None]:
    """Play the turns of a phase. Return the seat that declares sudden death, or None if the phase is counted."""
    traded: set[int] = set()
    knocker = None
    while seat != knocker:
        takes = [f"take:{row}" for row in range(1, len(rows) + 1)]
        token = yield [*takes, "knock"] if seat in traded or knocker is not None else takes
        if token != "knock":
            yield from life_trade(hands[seat], rows, int(argument(token)) - 1)
            traded.add(seat)
            if (yield from life_declares(hands[seat], options)):
                return seat
        elif knocker is None:
            knocker = seat
        seat = next_seat(seats, seat)
    return None


def life_trade(hand: Cards, rows: list[Cards], row: int) -> Events:
    given: Cards = Counter()
    for _ in range(rows[row].total()):
        card = argument((yield [f"give:{animal}" for animal in LIFE_CARDS if hand[animal]]))
        hand[card] -= 1
        given[card] += 1
    hand.update(rows[row])
    rows[row] = given


def life_declares(hand: Cards, options: Any) -> Generator[Expected, str, bool]:
    combinations = ("rabbit", "pig") if options["advanced"] else ("rabbit", "pig", "cat")
    complete = any(hand[animal] == LIFE_CARDS[animal] for animal in combinations)
    if options["declare"] == "automatic":
        return complete
    return (yield ["declare", "silent"] if complete else ["silent"]) == "declare"


def life_losses(hands: dict[int, Cards], values: Sequence[int]) -> dict[int, int]:
    """Return the lives that each seat loses when majorities are counted."""
    points = dict.fromkeys(hands, 0)
    for animal, value in zip(LIFE_CARDS, values, strict=True):
        most = max(hand[animal] for hand in hands.values())
        holders = [seat for seat, hand in hands.items() if hand[animal] == most]
        if len(holders) == 1 and most >= (2 if len(hands) == 2 else 1):
            points[holders[0]] += value
    best, worst = max(points.values()), min(points.values())
    return {seat: 2 if many == worst else 1 for seat, many in points.items() if many != best}


def mmm(players: int, options: Any) -> Events:
    foods = {square: letter for square, letter in squares_in(options["board"]) if letter != "."}
    items = mmm_items(foods)
    free, cat = set(foods), 0
    while True:
        gathered = yield from mmm_turn(foods, free, options["dice"], options["line"])
        free -= gathered
        if not free:
            return
        if not any(gathered & item and not free & item for item in items):
            cat += 1
        if cat == options["cat_moves"]:
            return


def mmm_items(foods: dict[Square, str]) -> list[set[Square]]:
    """Return the items: squares of one letter that touch, not diagonally."""
    items: list[set[Square]] = []
    left = set(foods)
    while left:
        item, edge = set[Square](), {left.pop()}
        while edge:
            row, column = square = edge.pop()
            item.add(square)
            near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & left
            edge |= {other for other in near if foods[other] == foods[square]}
            left -= edge
        items.append(item)
    return items


def mmm_turn(
    foods: dict[Square, str], free: set[Square], dice: int, line: bool
) -> Generator[Expected, str, set[Square]]:
    """Roll and place dice. Return the squares gathered, none if a roll fails."""
    placed: set[Square] = set()
    while True:
        rolled = Counter(argument((yield throws("roll", "bfuhax", dice - len(placed)))))
        fresh = False
        while len(placed) < dice:
            fits = [square for square in sorted(free - placed) if rolled[foods[square].lower()]]
            if line:
                fits = [
                    square
                    for square in fits
                    if len({r for r, _ in placed | {square}}) == 1 or len({c for _, c in placed | {square}}) == 1
                ]
            if not fits and not fresh:
                return set()
            token = yield [f"place:{name_of(square)}" for square in fits] + (["again", "gather"] if fresh else [])
            if token in ("again", "gather"):
                break
            square = square_of(token)
            placed.add(square)
            rolled[foods[square].lower()] -= 1
            fresh = True
        if len(placed) == dice or token == "gather":
            return placed


def kuhlorado(players: int, options: Any) -> Events:
    free = {square: letter for square, letter in squares_in(options["sheet"]) if letter in "12345c"}
    yield one_each("starter", range(1, players + 1))
    while True:
        dice = argument((yield throws("throw", "12345c", 2)))
        kept = argument((yield one_choice("keep", ["-", *dice, dice]))).replace("-", "")
        if len(kept) < 2:
            dice = "".join(sorted(kept + argument((yield throws("throw", "12345c", 2 - len(kept))))))
        yield from kuhlorado_marks(free, dice)
        cows = list(free.values()).count("c")
        if cows == 0 or len(free) - cows <= options["last_numbers"]:
            return


def one_choice(word: str, arguments: Iterable[str]) -> list[str]:
    return [f"{word}:{argument}" for argument in dict.fromkeys(arguments)]


def kuhlorado_marks(free: dict[Square, str], dice: str) -> Events:
    fits = [square for square, letter in free.items() if letter in dice]
    if not fits:
        return
    first = square_of((yield one_choice("mark", map(name_of, fits))))
    letter = free.pop(first)
    if dice == "cc":
        second = [square for square, letter in free.items() if letter == "c"]
    elif "c" in dice:
        other = dice.replace(letter, "")
        steps = [(down, right) for down in (-2, 0, 2) for right in (-2, 0, 2)]
        near = [(first[0] + down, first[1] + right) for down, right in steps]
        second = [square for square in near if free.get(square) == other]
    else:
        return
    if second:
        token = yield one_choice("mark", map(name_of, second)) + ([] if dice == "cc" else ["done"])
        if token != "done":
            del free[square_of(token)]


GAMES: dict[str, Callable[[int, Any], Events]] = {"mist": mist, "life": life, "mmm": mmm, "kuhlorado": kuhlorado}
RULES = 1
"""The version of the rules of all these games."""

# ---- Checking a record


def flaws(record: Any) -> list[str]:
    """Return the flaws of the dice of a record as sentences; an empty list if all are correct."""
    dice = record.get("dice")
    if not dice or not dice.get("secret"):
        return ["the record has no dice with their secret, so nothing can be checked"]
    if record["game"] not in GAMES or record["rules"] != RULES:
        return [f"this file does not know version {record['rules']} of the rules of {record['game']}"]
    found = seed_flaws(dice.get("version", 1), record["seats"], dice["seeds"])
    promised = commitment(dice["secret"], dice["match"], record["game"], record["rules"], record["options"])
    if promised != dice["commitment"]:
        found.append("the commitment does not belong to this secret, match, game and options")
    return found + event_flaws(record, key_of(bytes.fromhex(dice["secret"]), dice["seeds"]))


def seed_flaws(version: int, seats: Sequence[str], seeds: Sequence[str]) -> list[str]:
    """Return the flaws of the seeds: the service must not have been able to choose any of them."""
    if version not in VERSIONS:
        return [f"dice of version {version} are unknown here"]
    if len(seeds) != len(seats):
        return [f"{len(seats)} seeds are needed, not {len(seeds)}"]
    if version == 1:
        return []
    found = [f"the seed of seat {seat} has a line break" for seat, seed in enumerate(seeds, 1) if "\n" in seed]
    return found + [
        f"seat {seat} is a bot, so its seed must be empty"
        for seat, (name, seed) in enumerate(zip(seats, seeds, strict=True), 1)
        if seed and BOT.fullmatch(name)
    ]


def is_numbered(seeds: Sequence[str]) -> bool:
    """Return whether the seeds are the numbers of the seats, as in every match without a service."""
    return list(seeds) == [str(seat) for seat in range(1, len(seeds) + 1)]


def event_flaws(record: Any, key: bytes) -> list[str]:
    """Return the flaws of the events: wrong draws, and an event that cannot come at its place."""
    found: list[str] = []
    coming = GAMES[record["game"]](len(record["seats"]), record["options"])
    expected: Expected | None = next(coming)
    for index, token in enumerate(record["events"]):
        if expected is None or token not in expected:
            wanted = "nothing, the match is over" if expected is None else ", ".join(list(expected)[:6])
            return [*found, f"event {index + 1}: {token} cannot come here (possible: {wanted})"]
        if isinstance(expected, dict) and (outcome := drawn(expected, key, index)) != token:
            found.append(f"event {index + 1}: the dice give {outcome}, but {token} was played")
        try:
            expected = coming.send(token)
        except StopIteration:
            expected = None
    if expected is not None:
        found.append("events are missing: the match is not over after the last one")
    return found


def report(record: Any) -> tuple[bool, list[str]]:
    """Return whether the dice of a record are correct, and lines to print."""
    found = flaws(record)
    if found:
        return False, found
    dice = record["dice"]
    return True, [
        f"All dice and cards among the {len(record['events'])} events follow from the secret and the seeds.",
        *([VERSION_1] if dice.get("version", 1) == 1 and not is_numbered(dice["seeds"]) else []),
        "Compare with what you saw at the table before the first event:",
        f"  commitment  {dice['commitment']}",
        *(
            f"  seed of seat {seat}, {name}: {seed or 'none'}"
            for seat, (name, seed) in enumerate(zip(record["seats"], dice["seeds"], strict=True), 1)
        ),
    ]


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: python verify_dice.py record.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:  # noqa: PTH123 - nothing but this file and Python
            good, lines = report(json.load(file))
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError) as flaw:
        print(f"{arguments[0]} is no record with dice: {flaw!r}", file=sys.stderr)
        return 2
    print(*lines, sep="\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
