"""A slow, obvious referee of Life is Life (Lorenz Kutschke, NSV 2016), written from the rulebook alone.

It shares no code with the package: `docs/reference/notation.md` gives the tokens, and "ruling n"
is a ruling at the end of RULES.md. Whatever can be found by listing everything is found by listing everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

ANIMALS = ("giraffe", "bear", "mole", "goat", "sheep", "dog", "rabbit", "pig", "cat", "mouse")
CARDS = dict(zip(ANIMALS, (9, 8, 7, 7, 6, 6, 5, 5, 4, 3), strict=True))  # 60 cards; `values` changes points only


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ANIMALS.index)


class Referee:
    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.players = players
        self.advanced: bool = options["advanced"]
        self.optional: bool = options["declare"] == "optional"
        self.turn_limit: int = options["turn_limit"]
        self.values: dict[str, int] = dict(zip(ANIMALS, options["values"], strict=True))
        self.row_sizes: list[int] = list(options["rows"])
        self.hand_size: int = options["hand"]
        self.lives: dict[int, int] = dict.fromkeys(range(1, players + 1), options["lives"])

        # "starter" and "deal" belong to chance; "turn", "give" and "declare" to the active seat; then "over".
        self.stage = "starter"
        self.starter = 0  # who started this phase
        self.active = 0
        self.phase_players: list[int] = []  # who is in the game when the phase starts
        self.unseen: Counter[str] = Counter()
        self.to_deal: list[tuple[str, int]] = []  # ("hand", seat) and ("row", number), one entry a card
        self.hands: dict[int, list[str]] = {}
        self.rows: dict[int, list[str]] = {}
        self.taking = 0  # the row of the trade under way
        self.given: list[str] = []  # what was laid down for it so far; still part of the hand until the trade is done
        self.traded: set[int] = set()  # who has traded in this phase
        self.trades = 0  # turns made in this phase
        self.last_round: list[int] | None = None  # who still has a last turn; None until somebody knocks
        self.phase = 0
        self.left_in: dict[int, int] = {}  # seat -> the phase in which it lost its last life
        self.picked_up: dict[int, list[str]] = {}  # seat -> cards taken from the table and not laid down since
        self.last_phase: dict[str, object] | None = None  # how the phase before ended

    # -- the interface ------------------------------------------------------------------------------------------

    def turn(self) -> str | int:
        if self.stage == "over":
            return "over"
        if self.stage in ("starter", "deal"):
            return "chance"
        return self.active

    def legal(self) -> dict[str, int]:
        if self.stage == "starter":  # ruling 11: at random
            return {f"starter:{seat}": 1 for seat in self.lives}
        if self.stage == "deal":
            place, number = self.to_deal[0]
            return {f"{place}:{number}:{a}": self.unseen[a] for a in ANIMALS if self.unseen[a] > 0}
        if self.stage == "turn":
            return dict.fromkeys(self.turns(), 1)
        if self.stage == "give":
            return dict.fromkeys(self.gifts(), 1)
        if self.stage == "declare":
            return {"declare": 1, "silent": 1} if self.has_combination(self.active) else {"silent": 1}
        return {}

    def play(self, token: str) -> None:
        if token not in self.legal():
            raise ValueError(f"{token!r} is not legal here")
        word, *arguments = token.split(":")
        if word == "starter":
            self.starter = int(arguments[0])
            self.start_phase()
        elif word in ("hand", "row"):
            self.deal(arguments[1])
        elif word == "take":
            self.taking = int(arguments[0])
            self.given = []
            self.stage = "give"
        elif word == "give":
            self.given.append(arguments[0])
            if arguments[0] in self.picked_up[self.active]:  # ruling 15: what was laid down is not known any more
                self.picked_up[self.active].remove(arguments[0])
            if len(self.given) == len(self.rows[self.taking]):
                self.finish_trade()
        elif word == "knock":
            self.knock()
        elif word == "declare":
            self.sudden_death(self.active)
        else:  # silent
            self.end_turn()

    def payoff(self) -> list[float]:
        """The last player still in the game wins."""
        return [1.0 if self.in_game() == [seat] else 0.0 for seat in self.lives]

    def scores(self) -> list[float]:
        """Lives left."""
        return [float(lives) for lives in self.lives.values()]

    def shown(self) -> dict[str, object]:
        """Ranks, cards that all players know in each hand, and how the last phase ended."""
        known = [tuple(in_order(self.picked_up.get(seat, []))) for seat in self.lives]
        return {"ranks": [self.rank(seat) for seat in self.lives], "known": known, "last phase": self.last_phase}

    def rank(self, seat: int) -> int | None:
        """Ruling 9: one more than the players who stayed longer; players who leave in one phase share their rank."""
        if self.lives[seat] > 0:
            return 1 if self.stage == "over" else None
        phase = self.left_in[seat]
        return 1 + sum(1 for other in self.lives if other not in self.left_in or self.left_in[other] > phase)

    # -- set-up of a phase --------------------------------------------------------------------------------------

    def in_game(self) -> list[int]:
        return [seat for seat, lives in self.lives.items() if lives > 0]

    def left_of(self, seat: int) -> int:
        """The next seat clockwise that is still in the game."""
        while True:
            seat = seat + 1 if seat < self.players else 1
            if self.lives[seat] > 0:
                return seat

    def start_phase(self) -> None:
        """Ruling 12: every phase is dealt from all 60 cards; what is left over stays unseen."""
        self.stage = "deal"
        self.phase_players = self.in_game()
        self.phase += 1
        self.unseen = Counter(CARDS)
        self.picked_up = {seat: [] for seat in self.phase_players}
        self.hands = {seat: [] for seat in self.phase_players}
        self.rows = {number: [] for number in range(1, len(self.row_sizes) + 1)}
        self.to_deal = []
        for seat in self.phase_players:
            self.to_deal += [("hand", seat)] * self.hand_size
        for number, size in enumerate(self.row_sizes, start=1):
            self.to_deal += [("row", number)] * size
        self.taking = 0
        self.given = []
        self.traded = set()
        self.trades = 0
        self.last_round = None
        self.active = self.starter

    def deal(self, animal: str) -> None:
        place, number = self.to_deal.pop(0)
        self.unseen[animal] -= 1
        (self.hands if place == "hand" else self.rows)[number].append(animal)
        if not self.to_deal:
            self.stage = "turn"

    # -- a turn: trade or knock ---------------------------------------------------------------------------------

    def turns(self) -> list[str]:
        trades = [f"take:{number}" for number in self.rows if self.complete_gifts(number)]
        if self.last_round is not None:  # ruling 4: a last turn is a trade or a pass, whatever the turn limit
            return [*trades, "knock"]
        if self.active not in self.traded:  # ruling 1: first a trade of one's own in this phase
            return trades
        if self.turn_limit > 0 and self.trades >= self.turn_limit * len(self.phase_players):  # ruling 14
            return ["knock"]
        return [*trades, "knock"]

    def complete_gifts(self, number: int) -> list[list[str]]:
        """Every set of cards that may be given for a row, each in the order of the animals.

        Rulings 2 and 3: as many as the row has, from the hand as it was before, and not just the row's own cards.
        """
        hand = sorted(self.hands[self.active], key=ANIMALS.index)
        row = sorted(self.rows[number], key=ANIMALS.index)
        return [list(gift) for gift in dict.fromkeys(combinations(hand, len(row))) if list(gift) != row]

    def gifts(self) -> list[str]:
        """The next card given: any that leads on to at least one complete gift."""
        laid = len(self.given)
        following = {gift[laid] for gift in self.complete_gifts(self.taking) if gift[:laid] == self.given}
        return [f"give:{animal}" for animal in ANIMALS if animal in following]

    def finish_trade(self) -> None:
        hand = self.hands[self.active]
        for animal in self.given:
            hand.remove(animal)
        hand.extend(self.rows[self.taking])
        self.picked_up[self.active].extend(self.rows[self.taking])
        self.rows[self.taking] = self.given
        self.taking = 0
        self.given = []
        self.traded.add(self.active)
        self.trades += 1
        # Ruling 5: sudden death is looked at right after a player's own trade and never else.
        if self.optional:
            self.stage = "declare"
        elif self.has_combination(self.active):
            self.sudden_death(self.active)
        else:
            self.end_turn()

    def knock(self) -> None:
        if self.last_round is None:  # ruling 4: each of the others has exactly one turn, from the knocker's left
            self.last_round = [self.active]
            seat = self.left_of(self.active)
            while seat != self.active:
                self.last_round.append(seat)
                seat = self.left_of(seat)
        self.end_turn()

    def end_turn(self) -> None:
        self.stage = "turn"
        if self.last_round is None:
            self.active = self.left_of(self.active)
            return
        self.last_round.remove(self.active)
        if self.last_round:
            self.active = self.last_round[0]
        else:
            self.score_phase()

    # -- the end of a phase -------------------------------------------------------------------------------------

    def has_combination(self, seat: int) -> bool:
        """All the cards there are of one of these animals (ruling 13: no cats in the advanced game)."""
        animals = ("rabbit", "pig") if self.advanced else ("cat", "rabbit", "pig")
        return any(self.hands[seat].count(animal) == CARDS[animal] for animal in animals)

    def sudden_death(self, declarer: int) -> None:
        """Ruling 6: no normal scoring, all others lose one life. Ruling 13: only then does the declarer gain one."""
        before = dict(self.lives)
        for seat in self.phase_players:
            if seat != declarer:
                self.lose(seat, 1)
        if self.advanced:
            self.lives[declarer] += 1
        self.end_phase(before, {}, [declarer])

    def points(self) -> dict[int, int]:
        """Ruling 7: the value goes, once, to whoever has strictly more than each single other player."""
        needed = 2 if len(self.phase_players) == 2 else 1  # ruling 10
        points = dict.fromkeys(self.phase_players, 0)
        for animal in ANIMALS:
            for seat in self.phase_players:
                own = self.hands[seat].count(animal)
                others = [self.hands[other].count(animal) for other in self.phase_players if other != seat]
                if own >= needed and all(own > count for count in others):
                    points[seat] += self.values[animal]
        return points

    def score_phase(self) -> None:
        """Ruling 8: the highest test comes first, so that nobody loses when all are equal."""
        before = dict(self.lives)
        points = self.points()
        for seat in self.phase_players:
            if points[seat] == max(points.values()):
                self.lose(seat, 0)
            elif points[seat] == min(points.values()):
                self.lose(seat, 2)
            else:
                self.lose(seat, 1)
        self.end_phase(before, points, self.phase_players)

    def lose(self, seat: int, lives: int) -> None:
        self.lives[seat] = max(0, self.lives[seat] - lives)  # ruling 9

    def end_phase(self, before: dict[int, int], points: dict[int, int], open_hands: list[int]) -> None:
        """Lives before the phase was settled, points if hands were counted, and whose hands are laid open."""
        self.last_phase = {
            "points": [points.get(seat) for seat in self.lives],
            "hands": [tuple(in_order(self.hands[seat])) if seat in open_hands else None for seat in self.lives],
            "lives changed": [lives - before[seat] for seat, lives in self.lives.items()],
        }
        self.picked_up = {}
        for seat in self.phase_players:
            if self.lives[seat] == 0:
                self.left_in[seat] = self.phase
        if len(self.in_game()) == 1:
            self.stage = "over"
            return
        self.starter = self.left_of(self.starter)  # ruling 11: left of who STARTED, skipping those out
        self.start_phase()
