"""Why a choice in Life is Life is good or bad, by what the seat to move knows (2.8)."""

from collections.abc import Iterable
from typing import Final

from paddock.games.life.data import ANIMALS, PLURALS, SPECIES
from paddock.games.life.greed import worth_with
from paddock.games.life.places import places_for
from paddock.games.life.rules import DECLARE, KNOCK, has_combination
from paddock.games.life.state import CARD_GIVEN, DECLARE_OR_NOT, NOBODY
from paddock.rules.kinds import Move
from paddock.rules.plain import Plain
from paddock.rules.sayings import Saying, Sayings, saying

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


def because(s: Plain, move: Move) -> Sayings:
    if s.stage == DECLARE_OR_NOT:
        could = has_combination(s.table[0], s.active)
        return (saying("declare" if move == DECLARE else "silent" if could else "nothing"),)
    if s.stage == CARD_GIVEN:
        return giving(s, move)
    return (knocking(s),) if move == KNOCK else taking(s, move)


def knocking(s: Plain) -> Saying:
    """4. What the hand would expect if hands were counted now."""
    now = s.table[0]
    expects = worth_with(now, places_for(now, s.active), NOBODY)
    return saying("knock", n=round(expects), fair=round(sum(s.values) / s.players_left))


def taking(s: Plain, row: int) -> Sayings:
    """Which animals the row strengthens, and from whom it keeps what they collect."""
    mine = tuple(
        counted(animal, s.hand[s.active][animal] + s.row[row][animal])
        for animal in range(SPECIES)
        if s.row[row][animal] and s.hand[s.active][animal]
    )
    gathers = saying("gathers", mine=mine) if mine else saying("strange")
    wanted = {seat: [animal for animal in range(SPECIES) if collects(s, seat, row, animal)] for seat in range(s.seats)}
    snatched = tuple(
        saying("snatched", animals=named(animals), who=seat) for seat, animals in wanted.items() if animals
    )
    return (gathers, saying("snatches", snatched=snatched)) if snatched else (gathers,)


def collects(s: Plain, seat: int, row: int, animal: int) -> bool:
    """Whether a rival is known to hold the most of an animal that lies in this row."""
    most = max(s.known[other][animal] for other in range(s.seats) if other != s.active)
    return bool(s.row[row][animal] and most and seat != s.active and s.known[seat][animal] == most)


def giving(s: Plain, animal: int) -> Sayings:
    """How many are left, and who would like the gift."""
    left = s.hand[s.active][animal] - 1
    rivals = [seat for seat in range(s.seats) if seat != s.active and s.known[seat][animal] > 0]
    return (
        saying("keeps", left=(counted(animal, left),)) if left else saying("gives_all", animals=named([animal])),
        saying("wanted", rivals=tuple(saying("name", who=seat) for seat in rivals)) if rivals else saying("unwanted"),
    )


def counted(animal: int, n: int) -> Saying:
    return saying(f"some_{ANIMALS[animal]}", n=n)


def named(animals: Iterable[int]) -> Sayings:
    return tuple(saying(f"all_{ANIMALS[animal]}") for animal in animals)
