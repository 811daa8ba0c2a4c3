"""The reasons for and against a choice in Life is Life, from the knowledge of the seat to move (2.8)."""

from collections.abc import Iterable
from typing import Final

from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.messages import Message, Messages, message
from paddock.engine.types import Move
from paddock.games.life.bot.greedy import worth_with
from paddock.games.life.data import ANIMALS, PLURALS, SPECIES
from paddock.games.life.hidden_cards import places_for
from paddock.games.life.rules import DECLARE, KNOCK, has_combination
from paddock.games.life.state import CARD_GIVEN, DECLARE_OR_NOT, NOBODY

SENTENCES: Final = {
    "unit": "{n|life|lives}",
    "declare": "Everybody else loses a life at once.",
    "silent": "You keep the combination for later.",
    "nothing": "You have no combination to show.",
    "knock": "Your hand can expect about {n} {n|point|points} now; a fair share is {fair}.",
    "gathers": "With that row you have {mine}.",
    "strange": "That row brings only animals that you do not hold.",
    "snatches": "It keeps {snatched}.",
    "snatched": "{animals} from {who:name}",
    "keeps": "You keep {left}.",
    "gives_all": "You keep no {animals}.",
    "wanted": "{rivals} {rivals|collects|collect} them.",
    "unwanted": "Nobody is known to collect them.",
    "name": "{who:name}",
    **{f"some_{animal}": f"{{n}} {{n|{animal}|{plural}}}" for animal, plural in zip(ANIMALS, PLURALS, strict=True)},
    **{f"all_{animal}": plural for animal, plural in zip(ANIMALS, PLURALS, strict=True)},
}


def reasons(s: PlainPosition, move: Move) -> Messages:
    """Return the reasons for or against a legal move."""
    if s.stage == DECLARE_OR_NOT:
        could = has_combination(s.position[0], s.active)
        return (message("declare" if move == DECLARE else "silent" if could else "nothing"),)
    if s.stage == CARD_GIVEN:
        return giving(s, move)
    return (knocking(s),) if move == KNOCK else taking(s, move)


def knocking(s: PlainPosition) -> Message:
    """4. Return the expected points of the hand if hands were counted now."""
    now = s.position[0]
    expects = worth_with(now, places_for(now, s.active), NOBODY)
    return message("knock", n=round(expects), fair=round(sum(s.values) / s.players_left))


def taking(s: PlainPosition, row: int) -> Messages:
    """Return the animals that the row strengthens, and the rivals that collect its animals."""
    mine = tuple(
        counted(animal, s.hand[s.active][animal] + s.row[row][animal])
        for animal in range(SPECIES)
        if s.row[row][animal] and s.hand[s.active][animal]
    )
    gathers = message("gathers", mine=mine) if mine else message("strange")
    wanted = {seat: [animal for animal in range(SPECIES) if collects(s, seat, row, animal)] for seat in range(s.seats)}
    snatched = tuple(
        message("snatched", animals=named(animals), who=seat) for seat, animals in wanted.items() if animals
    )
    return (gathers, message("snatches", snatched=snatched)) if snatched else (gathers,)


def collects(s: PlainPosition, seat: int, row: int, animal: int) -> bool:
    """Return whether a rival is known to have the most cards of an animal in this row."""
    most = max(s.known[other][animal] for other in range(s.seats) if other != s.active)
    return bool(s.row[row][animal] and most and seat != s.active and s.known[seat][animal] == most)


def giving(s: PlainPosition, animal: int) -> Messages:
    """Return the cards that are left of an animal, and the rivals that collect it."""
    left = s.hand[s.active][animal] - 1
    rivals = [seat for seat in range(s.seats) if seat != s.active and s.known[seat][animal] > 0]
    return (
        message("keeps", left=(counted(animal, left),)) if left else message("gives_all", animals=named([animal])),
        message("wanted", rivals=tuple(message("name", who=seat) for seat in rivals))
        if rivals
        else message("unwanted"),
    )


def counted(animal: int, n: int) -> Message:
    return message(f"some_{ANIMALS[animal]}", n=n)


def named(animals: Iterable[int]) -> Messages:
    return tuple(message(f"all_{ANIMALS[animal]}") for animal in animals)
