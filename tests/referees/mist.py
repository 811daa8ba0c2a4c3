"""A slow, obvious referee for So ein Mist (Rüdiger Dorn, ABACUSSPIELE 2019), written from the rulebook alone.

"Ruling n" is the nth ruling at the end of its RULES.md; tokens and weights are those of docs/reference/notation.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ANIMALS = ["cow", "sheep", "pig", "chicken", "horse", "rabbit"]
START = "start"  # starting cards belong to no animal (ruling 8)
FACES = [1, 2, 3, 4, 5, 6]


@dataclass(frozen=True)
class Card:
    animal: str
    value: int

    def __str__(self) -> str:
        return f"{self.animal}{self.value:+d}"


def read_card(text: str) -> Card:
    found = re.fullmatch(r"([a-z]+)([+-]\d+)", text)
    if found is None:
        raise ValueError(f"not a card: {text}")
    return Card(found.group(1), int(found.group(2)))


class Referee:
    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.seats = list(range(1, players + 1))
        self.cards: list[int] = list(options["cards"])
        self.doubling = bool(options["doubling"])
        self.another_round = bool(options["another_round"])
        self.tally = bool(options["tally"])
        self.dice = int(options["dice"])

        # Ruling 9: with five players one card goes left, with six one left and one right, else none (ruling 12).
        self.passes: list[str] = []
        if options["passing"] and players == 5:
            self.passes = ["left"]
        if options["passing"] and players == 6:
            self.passes = ["left", "right"]
        self.handovers = [(giver, word) for giver in self.seats for word in self.passes]

        self.animal_of: dict[int, str] = {}
        # What the table has not seen of each seat's animal: the draw pile and the cards that seat passed on.
        self.unseen: dict[int, list[int]] = {seat: list(self.cards) for seat in self.seats}
        self.pile_size: dict[int, int] = {seat: len(self.cards) - len(self.passes) - 1 for seat in self.seats}
        self.scoring_pile: dict[int, list[Card]] = {seat: [] for seat in self.seats}

        self.starting_left: list[int] = list(options["starting"])
        self.length = players + len(self.starting_left)
        self.path: list[Card | None] = []  # None is a gap
        self.queue_at: list[list[int]] = [[] for _ in range(self.length)]  # seats in order of arrival

        # Every round uses one card of every pile; another round comes on top (ruling 13).
        rounds = self.pile_size[1] + (1 if self.another_round else 0)
        self.turns_left = rounds * players
        self.active = 0
        self.thrown: list[int] = []
        self.gap = -1  # the place the active seat has to refill
        self.stage = "animal"

    # What may happen next

    def turn(self) -> str | int:
        if self.stage == "over":
            return "over"
        if self.stage == "decide":
            return self.active
        return "chance"

    def legal(self) -> dict[str, int]:
        if self.stage == "animal":
            return {f"animal:{animal}": 1 for animal in ANIMALS if animal not in self.animal_of.values()}
        if self.stage == "lay":
            return self.legal_lays()
        if self.stage == "starter":
            return {f"starter:{seat}": 1 for seat in self.seats}
        if self.stage == "die":
            return {f"die:{face}": 1 for face in FACES}
        if self.stage == "decide":
            return {"stop": 1, "more": 1}
        if self.stage == "draw":
            return self.values_unseen("draw", self.active)
        if self.stage == "reveal":
            giver, word = self.handovers[0]
            return self.values_unseen(word, giver)
        return {}

    def legal_lays(self) -> dict[str, int]:
        # Every card still to be laid is equally likely. An animal lays one card out of len(cards), so a starting card,
        # which is certain to be laid, weighs as much as a whole animal.
        weights: dict[str, int] = {}
        for value in sorted(set(self.starting_left)):
            weights[f"lay:{Card(START, value)}"] = self.starting_left.count(value) * len(self.cards)
        for seat in self.seats:
            if self.place_of(seat) is None:
                for value in sorted(set(self.cards)):
                    weights[f"lay:{Card(self.animal_of[seat], value)}"] = self.cards.count(value)
        return weights

    def values_unseen(self, word: str, seat: int) -> dict[str, int]:
        # Passed cards lie unseen among the rest, so every unseen card is equally likely to come up.
        left = self.unseen[seat]
        return {f"{word}:{value:+d}": left.count(value) for value in sorted(set(left))}

    # What happens

    def play(self, token: str) -> None:
        if token not in self.legal():
            raise ValueError(f"{token} is not legal here")
        word, _, text = token.partition(":")
        if word == "animal":
            self.animal_of[len(self.animal_of) + 1] = text
            if len(self.animal_of) == len(self.seats):
                self.stage = "lay"
        elif word == "lay":
            self.lay(read_card(text))
        elif word == "starter":
            self.active = int(text)
            self.stage = "die"
        elif word == "die":
            self.throw(int(text))
        elif word == "more":
            self.stage = "die"
        elif word == "stop":
            self.move()
        elif word == "draw":
            self.refill(int(text))
        else:
            self.reveal(int(text))

    def lay(self, card: Card) -> None:
        place = len(self.path)
        self.path.append(card)
        if card.animal == START:
            self.starting_left.remove(card.value)
        else:
            seat = next(seat for seat in self.seats if self.animal_of[seat] == card.animal)
            self.unseen[seat].remove(card.value)
            self.queue_at[place].append(seat)  # a start position counts as having landed (ruling 2)
        if len(self.path) == self.length:
            self.stage = "starter"

    def throw(self, face: int) -> None:
        # Ruling 7: the newest number equals any earlier one of this turn, or it is the last die.
        forced = face in self.thrown or len(self.thrown) + 1 == self.dice
        self.thrown.append(face)
        if forced:
            self.move()
        else:
            self.stage = "decide"

    def move(self) -> None:
        origin = self.place_of(self.active)
        assert origin is not None
        place = origin
        steps = self.thrown[-1]  # only the newest number counts (ruling 7)
        while steps > 0:
            place = (place + 1) % self.length
            if self.path[place] is not None:  # a gap is never counted (ruling 13)
                steps -= 1
        assert place != origin, "nobody can land on their own place (ruling 5)"

        # Ruling 3: the last arrival before the active player takes the card; at a free card it is the active player.
        others = self.queue_at[place]
        taker = others[-1] if others else self.active
        card = self.path[place]
        assert card is not None
        self.scoring_pile[taker].append(card)
        self.path[place] = None
        self.queue_at[origin].remove(self.active)
        self.queue_at[place].append(self.active)

        if self.pile_size[self.active] > 0:
            self.gap = place
            self.stage = "draw"
        else:
            assert self.another_round, "no pile runs out early (ruling 5)"
            assert self.turns_left <= len(self.seats), "no pile runs out early (ruling 5)"
            self.end_turn()

    def refill(self, value: int) -> None:
        # Ruling 4: always from the active player's own pile.
        self.unseen[self.active].remove(value)
        self.pile_size[self.active] -= 1
        self.path[self.gap] = Card(self.animal_of[self.active], value)
        self.end_turn()

    def end_turn(self) -> None:
        self.thrown = []
        self.gap = -1
        self.turns_left -= 1
        self.active = self.left_of(self.active)
        if self.turns_left > 0:
            self.stage = "die"
        elif self.handovers:
            self.stage = "reveal"
        else:
            self.stage = "over"

    def reveal(self, value: int) -> None:
        giver, word = self.handovers.pop(0)
        self.unseen[giver].remove(value)
        self.scoring_pile[self.receiver(giver, word)].append(Card(self.animal_of[giver], value))
        if not self.handovers:
            self.stage = "over"

    def receiver(self, giver: int, word: str) -> int:
        return self.left_of(giver) if word == "left" else self.right_of(giver)

    # Where people are

    def place_of(self, seat: int) -> int | None:
        for place, queue in enumerate(self.queue_at):
            if seat in queue:
                return place
        return None

    def left_of(self, seat: int) -> int:
        return seat + 1 if seat < len(self.seats) else 1

    def right_of(self, seat: int) -> int:
        return seat - 1 if seat > 1 else len(self.seats)

    # Scoring

    def worths(self, seat: int) -> list[int]:
        # Variant 1: cards of one's own animal count double, dung too. Values carry their sign already (ruling 14).
        worths: list[int] = []
        for card in self.scoring_pile[seat]:
            own = card.animal == self.animal_of[seat]
            worths.append(card.value * 2 if self.doubling and own else card.value)
        return worths

    def scores(self) -> list[float]:
        return [float(sum(self.worths(seat))) for seat in self.seats]

    def shown(self) -> dict[str, object]:
        """Ruling 10: how many cards lie in each scoring pile; totals only at the end, or if the table agreed to."""
        face_down = [self.receiver(giver, word) for giver, word in self.handovers]
        cards = [len(self.scoring_pile[seat]) + face_down.count(seat) for seat in self.seats]
        totals: list[tuple[int, int] | None] = [None for _ in self.seats]
        if self.tally or self.stage == "over":
            totals = [self.totals(seat) for seat in self.seats]
        return {"cards taken": cards, "points and food": totals}

    def totals(self, seat: int) -> tuple[int, int]:
        """All points, and those of the positive cards as scored (ruling 11)."""
        worths = self.worths(seat)
        return sum(worths), sum(worth for worth in worths if worth > 0)

    def payoff(self) -> list[float]:
        # Ruling 11: highest total, then highest sum of positive cards as scored, then a shared victory.
        ranks = [self.totals(seat) for seat in self.seats]
        winners = ranks.count(max(ranks))
        return [1.0 / winners if rank == max(ranks) else 0.0 for rank in ranks]
