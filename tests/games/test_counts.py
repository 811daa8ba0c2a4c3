"""Ring three: tree counts on shrunken variants, and exact expectations, each with where its number comes from.

A tree's `counts` are its event sequences of length 1, 2, 3, ..., decisions and chance outcomes alike. Numbers that are
written as sums and products are worked out by hand, and the comment above them says how. Numbers after `# referee`
were counted by the slow referee of tests/referees, which does not use the game packages; print them again with

    PYTHONPATH=src:tests .venv/bin/python tests/games/test_counts.py

(some minutes). The cheap ones are recounted by the referee in every run of the tests.
"""

import pickle
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.compilation.decorators import compiled
from paddock.engine.playouts import legal_count
from paddock.engine.position_calls import weights_at
from paddock.engine.types import CHANCE, Move, Moves, Positions, new_positions
from paddock.engine.verbs import apply
from paddock.games import load_game
from paddock.match.match_state import MatchState
from referees import referee_for

pytestmark = pytest.mark.interpreted

SLOW_POSITIONS = 2_000
"""The most positions of one tree for a referee, or for a game with the compiler off."""
PATIENT_POSITIONS = 200_000
"""The same when the numbers of the referee are printed."""


@dataclass(frozen=True)
class Tree:
    """What can follow a position, and how many sequences of each length there are."""

    what: str
    game: str
    players: int
    counts: tuple[int, ...]
    options: dict[str, object] = field(default_factory=dict)
    after: str = ""

    def match(self) -> MatchState:
        match = MatchState(load_game(self.game), self.players, self.options)
        match.play(*self.after.split())
        return match

    def depth_within(self, positions: int) -> int:
        """The greatest length with at most this number of positions. The last event is listed, not played."""
        depth = 1
        while depth < len(self.counts) and 1 + sum(self.counts[:depth]) <= positions:
            depth += 1
        return depth


def laid(path: str) -> str:
    """Tokens that deal the animals in the order of their cards in the path, lay it and let seat 1 begin."""
    cards = path.split()
    animals = [card.rstrip("+-0123456789") for card in cards]
    return " ".join(
        [f"animal:{animal}" for animal in animals if animal != "start"]
        + [f"lay:{card}" for card in cards]
        + ["starter:1"]
    )


def dealt(starter: int, hands: Sequence[str], rows: Sequence[str]) -> str:
    """Tokens of a deal of Life is Life."""
    return " ".join(
        [f"starter:{starter}"]
        + [f"hand:{seat}:{animal}" for seat, hand in enumerate(hands, 1) for animal in hand.split()]
        + [f"row:{number}:{animal}" for number, row in enumerate(rows, 1) for animal in row.split()]
    )


# ---- So ein Mist

FARM = laid("cow+8 start-3 start-1 sheep+4 start+2 start-3 pig-5 start-1 start+2")
SMALL_FARM = laid("cow+10 start-3 start-1 sheep+4 start+2 start-3 pig-5 start-1 start+2")
ROUND_TRIP = " ".join(f"die:3 stop draw:{value:+d}" for value in (2, 2, 2, 4, 10, 4, -5, -5, 10))
SIX = laid("cow+1 start-3 start-1 sheep+1 start+2 start-3 pig+1 start-1 start+2 chicken+1 horse+1 rabbit+1")

MIST = [
    # 6 * 5 * 4 ways to deal animals. Of k cards laid, j are of animals (4 cards each) and k - j of the four equal
    # starting cards: L(k) = sum over j, 0 <= k - j <= 4, of C(k, j) * 3!/(3-j)! * 4^j, where 3!/(3-j)! * 4^j is
    # 1, 12, 96, 384. Then 3 starters and 6 faces.
    Tree(
        "set-up",
        "mist",
        3,
        options={"cards": "-5,2,4,10", "starting": "1,1,1,1", "dice": 1},
        counts=(
            6,
            6 * 5,
            6 * 5 * 4,
            120 * (1 + 12),
            120 * (1 + 2 * 12 + 96),
            120 * (1 + 3 * 12 + 3 * 96 + 384),
            120 * (1 + 4 * 12 + 6 * 96 + 4 * 384),
            120 * (5 * 12 + 10 * 96 + 10 * 384),
            120 * (15 * 96 + 20 * 384),
            120 * 35 * 384,
            120 * 35 * 384 * 3,
            120 * 35 * 384 * 3 * 6,
        ),
    ),
    # One turn, before its draw: E(L) ways to have walked after L events, A(L) ways to be still throwing.
    #   u = 6, 30, 120, 360 ways to throw 1 to 4 different numbers: A(1), A(3), A(5), A(7), and after `more` once again.
    #   E(2), E(4), E(6), E(8) = u (stop); E(3), E(5), E(7) = 6*1, 30*2, 120*3 (a number comes again); E(9) = 360*6.
    # In the first round all draw one of 7 cards, so N(d) = A(d) + E(d) + 7 * sum over L < d of E(L) * N(d-L-1).
    Tree(
        "turns with five dice",
        "mist",
        3,
        after=FARM,
        counts=(
            6,
            6 + 6,
            30 + 6 + 7 * 6,
            30 + 30 + 7 * (6 * 6 + 6),
            120 + 60 + 7 * (6 * 12 + 6 * 6 + 30),
            120 + 120 + 7 * (6 * 78 + 6 * 12 + 30 * 6 + 60),
            360 + 360 + 7 * (6 * 354 + 6 * 78 + 30 * 12 + 60 * 6 + 120),
            360 + 360 + 7 * (6 * 1146 + 6 * 354 + 30 * 78 + 60 * 12 + 120 * 6 + 360),
            2160 + 7 * (6 * 5700 + 6 * 1146 + 30 * 354 + 60 * 78 + 120 * 12 + 360 * 6 + 360),
            7 * (6 * 24744 + 6 * 5700 + 30 * 1146 + 60 * 354 + 120 * 78 + 360 * 12 + 360 * 6 + 2160),
        ),
    ),
    # With two dice E(2) = 6, E(3) = 36 and nothing longer, so N(d) = 42 * N(d-3) + 252 * N(d-4) in the first round.
    Tree(
        "turns with two dice",
        "mist",
        3,
        options={"dice": 2},
        after=FARM,
        counts=(
            6,
            12,
            36 + 42,
            42 * 6 + 252,
            42 * 12 + 252 * 6,
            42 * 78 + 252 * 12,
            42 * 504 + 252 * 78,
            42 * 2016 + 252 * 504,
            42 * 6300 + 252 * 2016,
            42 * 40824 + 252 * 6300,
        ),
    ),
    # Another round draws nothing: N(d) = 6 * N(d-2) + 36 * N(d-3) as long as there is a next turn. Two turns have 4, 5
    # or 6 events in 6*6, 2*6*36 or 36*36 ways; then the third turn is over, or within its first two events.
    Tree(
        "another round, to the end",
        "mist",
        3,
        options={"dice": 2, "cards": "-5,2,4,10", "another_round": True},
        after=f"{SMALL_FARM} {ROUND_TRIP}",
        counts=(
            6,
            12,
            36 + 6 * 6,
            6 * 12 + 36 * 6,
            6 * 72 + 36 * 12,
            6 * 288 + 36 * 72,
            3 * 6**2 * 36 + 2 * 6 * 36 * 6 + 36**2 * 6,
            3 * 6 * 36**2 + 36**2 * 6,
            36**3,
            0,
        ),
    ),
    # Six players with four equal cards each: one round of one die and one possible draw, then twelve passed cards.
    Tree(
        "six players, to the end",
        "mist",
        6,
        options={"dice": 1, "cards": "1,1,1,1"},
        after=SIX,
        counts=(*(6 ** (event // 2 + 1) for event in range(12)), *[6**6] * 12, 0),
    ),
    # The last of six turns: six faces, then +1 or +9. The five others still have 1 and 9 to show, left first; the
    # rabbit has so too if it drew +1, else two ones.
    Tree(
        "passed cards, to the end",
        "mist",
        6,
        options={"dice": 1, "cards": "1,1,1,9"},
        after=f"{SIX} {'die:3 draw:+1 ' * 5}",
        counts=(6, 6 * 2, *(12 * 2 ** (event // 2 + 1) for event in range(10)), 192 * 2 + 192, 576, 0),
    ),
]

# ---- Life is Life

# Two cards in hand: bear goat, two mice, cat dog. Rows: bear | goat pig | mole mole | bear goat | mouse.
TWO_EACH: dict[str, object] = {"hand": 2, "rows": "1,2,2,2,1"}
HAMLET = dealt(1, ["bear goat", "mouse mouse", "cat dog"], ["bear", "goat pig", "mole mole", "bear goat", "mouse"])
TRADES = ("take:3 give:bear give:goat", "take:2 give:mouse give:mouse", "take:1 give:dog")
RABBITS = dealt(
    1,
    ["rabbit rabbit rabbit rabbit pig", "cat cat cat pig dog", "bear bear bear goat goat"],
    ["rabbit", "cat mouse", "sheep goat"],
)

LIFE = [
    # Three starters, then ten animals a card, but no more than 3 mice, 4 cats, 5 rabbits, 5 pigs among six cards:
    # 4 or more mice of 4, 5, 6 cards come in 1, 5*9 + 1, 15*81 + 6*9 + 1 ways, 5 or more cats of 5, 6 in 1, 6*9 + 1,
    # and six rabbits or six pigs in one way each.
    Tree(
        "the deal",
        "life",
        3,
        counts=(
            3,
            3 * 10,
            3 * 10**2,
            3 * 10**3,
            3 * (10**4 - 1),
            3 * (10**5 - (5 * 9 + 1) - 1),
            3 * (10**6 - (15 * 81 + 6 * 9 + 1) - (6 * 9 + 1) - 2),
        ),
    ),
    # Seat 1 may take any row but its own bear and goat; for the bear it gives the goat, for the mouse either.
    # Seat 2 may take any row but the mouse, and always gives mice. Each term is one row of seat 1: 1, 2, 3, 5.
    Tree(
        "trades of two cards",
        "life",
        3,
        options=TWO_EACH,
        after=HAMLET,
        counts=(
            1 + 1 + 1 + 1,
            1 + 1 + 1 + 2,
            4 + 1 + 1 + 2 * 5,
            4 + 4 + 4 + 2 * 5,
            # referee
            *(42, 96, 242, 671, 1744, 4586, 14352, 71303, 555015),
        ),
    ),
    # All have traded: mole mole, goat pig, bear cat; rows dog | mouse mouse | bear goat | bear goat | mouse.
    # Seat 1 takes one of 5 rows and gives moles, or knocks; the others then take one of 5 rows or pass. Third events:
    # seat 2's after the dog or the mouse, a second mole, seat 2's first gifts after the knock, seat 3's after a pass.
    Tree(
        "knocking and the last round",
        "life",
        3,
        options={**TWO_EACH, "lives": 1},
        after=" ".join([HAMLET, *TRADES]),
        counts=(
            5 + 1,
            5 + (5 + 1),
            2 * (5 + 1) + 3 + (2 + 1 + 1 + 1 + 2) + (5 + 1),
            # referee
            *(88, 268, 1426, 11593, 109820),
        ),
    ),
    # The same, but after one turn each the limit lets seat 1 only knock. Fourth events: `silent` after seat 2's dog or
    # mouse, its second gifts, seat 3's first gifts, and after two passes ten animals: moles are 7, goat and pig as
    # well as bear and cat 12 points, so seat 1 is out and the others are dealt to.
    Tree(
        "the turn limit, and declaring when one likes",
        "life",
        3,
        options={**TWO_EACH, "lives": 1, "declare": "optional", "turn_limit": 1},
        after=" ".join([HAMLET, *(f"{trade} silent" for trade in TRADES)]),
        counts=(
            1,
            5 + 1,
            (2 + 1 + 1 + 1 + 2) + (5 + 1),
            4 + 3 + (2 + 1 + 1 + 1 + 2) + 10,
            # referee
            *(134, 1049, 10068, 100226),
        ),
    ),
    # Seat 2 has bear bear mole mole goat sheep sheep pig cat cat. First cards: for the bear any of the other 5; for
    # two cards any of 6; for three not a cat; for four not a pig either. Second cards: after the bear seat 3 takes one
    # of 4 rows; pairs are 15 + 4, less goat and pig; all but two cats can become three; those without a cat, four.
    Tree(
        "trades of up to four cards",
        "life",
        3,
        after=dealt(
            2,
            [
                "giraffe giraffe giraffe bear bear mole goat sheep dog mouse",
                "bear bear mole mole goat sheep sheep pig cat cat",
                "giraffe mole dog dog rabbit rabbit pig pig cat mouse",
            ],
            ["bear", "goat pig", "sheep dog rabbit", "giraffe giraffe rabbit mouse"],
        ),
        counts=(
            4,
            5 + 6 + 5 + 4,
            5 * 4 + (19 - 1) + (19 - 1) + (19 - 6),
            # referee
            *(259, 1038, 4260, 17450),
        ),
    ),
    # The rabbit for the pig is sudden death and, with one life each, the end. For the other rows two rabbits or a
    # rabbit and the pig; then seat 2 may take each of 3 rows.
    Tree(
        "sudden death",
        "life",
        3,
        options={"hand": 5, "rows": "1,2,2", "lives": 1},
        after=RABBITS,
        counts=(
            3,
            1 + 1 + 1,
            0 + 2 + 2,
            (2 + 2) * 3,
            # referee
            *(36, 68, 162, 348),
        ),
    ),
    # With two lives: `declare` and a new deal of ten animals, or `silent` and seat 2's 3 rows; other gifts are silent.
    Tree(
        "sudden death, advanced and optional",
        "life",
        3,
        options={"hand": 5, "rows": "1,2,2", "lives": 2, "advanced": True, "declare": "optional"},
        after=RABBITS,
        counts=(
            3,
            1 + 1 + 1,
            2 + 2 + 2,
            10 + 3 + 2 + 2,
            # referee
            *(120, 1046, 10057, 100057),
        ),
    ),
]

# ---- Mmm!

MMM = [
    # A roll fails in 5 of 6 ways (F) or finds the bread (B), which is placed and won. The cat comes in with FFF.
    Tree(
        "one bread, one die, to the end",
        "mmm",
        1,
        options={"board": "b", "dice": 1, "cat_moves": 3},
        counts=(6, 5 * 6 + 1, 5**2 * 6 + 5, 5**2, 0),
    ),
    # The first piece (p, on either square) moves the cat as a failure does; the second wins. What the last event
    # follows, from 3 events on: FF FB Bp, FFF FFB FBp BpF BpB, FFFB FFBp FBpF FBpB BpFF BpFB, FFBpB FBpFB BpFFB.
    Tree(
        "two pieces of bread, one die, to the end",
        "mmm",
        1,
        options={"board": "bb", "dice": 1, "cat_moves": 4},
        counts=(
            6,
            5 * 6 + 2,
            5**2 * 6 + 5 * 2 + 2 * 6,
            5**3 * 6 + 5**2 * 2 + 5 * 2 * 6 + 2 * 5 * 6 + 2,
            5**3 * 2 + 5**2 * 2 * 6 + 5 * 2 * 5 * 6 + 5 * 2 + 2 * 5**2 * 6 + 2 * 5,
            5**2 * 2 + 5 * 2 * 5 + 2 * 5**2,
            0,
        ),
    ),
    # 21 throws: one of two breads, 5 of one, 15 of none. Two breads: place, place, or leave it (again, gather).
    Tree(
        "two pieces of bread, two dice",
        "mmm",
        2,
        options={"board": "bb", "dice": 2, "cat_moves": 2},
        counts=(
            21,
            2 + 5 * 2 + 15 * 21,
            2 * 3 + 10 * 2 + 15 * (2 + 10),
            2 * 6 + 2 * 21 + 10 * 6 + 10 * 21 + 15 * (2 * 3 + 10 * 2),
            # referee
            *(2424, 1044, 1992, 4320),
        ),
    ),
    # Of 56 throws of three dice, 21 show a given food, and 10 none of bread, fish and cucumber: the next roll. A die
    # of a food placed, the other two are one of 21 throws, 6 of them with a given food: the 4 squares, less the one
    # that is taken, and `again` and `gather`.
    Tree(
        "four squares",
        "mmm",
        1,
        options={"board": "bf/ub"},
        counts=(
            56,
            21 * 4 + 10 * 56,
            4 * (21 * 2 + 6 * (4 - 1)) + 10 * 644,
            # referee
            *(73436, 855164),
        ),
    ),
    # In one line with a square of this board lie the two squares next to it, never the one across.
    Tree(
        "four squares in lines",
        "mmm",
        1,
        options={"board": "bf/ub", "line": True},
        counts=(
            56,
            21 * 4 + 10 * 56,
            4 * (21 * 2 + 6 * 2) + 10 * 644,
            # referee
            *(73124, 869876),
        ),
    ),
    # The same on 49 squares: only three crosses fail, so whatever the board, as long as it is full.
    *(
        Tree(
            f"the {board} board",
            "mmm",
            1,
            options={"board": board},
            counts=(
                56,
                21 * 49 + 56,
                49 * (21 * 2 + 6 * (49 - 1)) + 1085,
                # referee
                235256,
            ),
        )
        for board in ("easy", "hard", "expert")
    ),
]

# ---- Kuhlorado

PASTURE = "12345/1o3c5/c23O1/1c3O1/c2345"

KUHLORADO = [
    # 21 throws, 6 of equal dice with 3 ways to keep, 15 with 4. Then 6 * (6 + 21) + 15 * (6 + 6 + 21) = 657 second
    # throws; a player that keeps both marks at once, and each of S squares fits 6 of the 21 throws.
    Tree(
        "the first turn on a printed sheet",
        "kuhlorado",
        2,
        counts=(
            2,
            2 * 21,
            2 * (6 * 3 + 15 * 4),
            2 * (657 + 6 * 58),
            # referee
            *(33400, 413646),
        ),
    ),
    Tree(
        "a sheet of nine squares",
        "kuhlorado",
        2,
        options={"sheet": "123/45c/ccc", "last_numbers": 0},
        counts=(
            2,
            2 * 21,
            2 * 78,
            2 * (657 + 6 * 9),
            # referee
            *(5204, 63948, 308136),
        ),
    ),
    # The match ends with the first turn. A square fits 11 of 36 ways to keep one face and throw another, and each face
    # is kept after 6 throws: 66 * S; and 21 * 6 * S after two new dice. Only the cow and a one in another corner are a
    # pair: marked first, 3 ones leave (cow, done), the cow leaves (3 ones, done): 10. 6 + 6 + 21 second throws are 1c.
    Tree(
        "one turn, to the end",
        "kuhlorado",
        2,
        options={"sheet": "111/151/11c", "last_numbers": 64},
        counts=(2, 42, 156, 2 * (657 + 6 * 9), 2 * ((66 + 21 * 6) * 9 + 10), 2 * 33 * 10, 0),
    ),
    # Five ones and four cows to mark, of which a1 and a3 alone are a pair; d2 and b4 are no pair with troughs or cows.
    # After seven of them the turn is over. Then, with 21 squares left, as above.
    Tree(
        "a cow and a number",
        "kuhlorado",
        2,
        options={"sheet": PASTURE, "advanced": True, "interim_cows": 1},
        after="starter:1 throw:1c keep:1c",
        counts=(
            5 + 4,
            2 + 2 + 7 * 21,
            4 * 21 + 7 * 78,
            4 * 78 + 7 * (657 + 6 * 21),
            # referee
            *(48527, 644022),
        ),
    ),
]

TREES = [pytest.param(tree, id=f"{tree.game}, {tree.what}") for tree in (*MIST, *LIFE, *MMM, *KUHLORADO)]


# ---- Counting


@compiled
def count_sequences(stack: Positions, moves_buf: Moves, due: Moves, done: Moves, counts: npt.NDArray[np.int64]) -> None:
    """Walk the tree below stack[0] and add to counts[d] the sequences of d + 1 events, for all d that fit."""
    at = 0
    due[0] = abs(legal_count(stack[0], moves_buf[0]))
    done[0] = 0
    counts[0] += due[0]
    while at >= 0:
        if at == len(counts) - 1 or done[at] == due[at]:
            at -= 1
        else:
            stack[at + 1] = stack[at]
            apply(stack[at + 1], moves_buf[at, done[at]])
            done[at] += 1
            at += 1
            due[at] = abs(legal_count(stack[at], moves_buf[at]))
            done[at] = 0
            counts[at] += due[at]


def counted_by_room(match: MatchState, depth: int) -> list[int]:
    """Sequences of 1 to `depth` events from here."""
    stack = new_positions(match.game.state, depth)
    stack[0] = match.position[0]
    counts = np.zeros(depth, np.int64)
    moves_buf = np.zeros((depth, match.game.most_moves), np.int16)
    count_sequences(stack, moves_buf, np.zeros(depth, np.int16), np.zeros(depth, np.int16), counts)
    return counts.tolist()


def counted_by_referee(match: MatchState, depth: int) -> list[int]:
    """Return the same counts from a referee that has played the tokens."""
    referee = referee_for(match)
    for token in match.tokens:
        referee.play(token)
    counts = [0] * depth

    def walk(referee: Any, at: int) -> None:
        legal = referee.legal()
        counts[at] += len(legal)
        if at + 1 < depth:
            kept = pickle.dumps(referee)
            for token in legal:
                later = pickle.loads(kept)
                later.play(token)
                walk(later, at + 1)

    walk(referee, 0)
    return counts


@pytest.mark.parametrize("tree", TREES)
def test_the_room_counts_what_is_expected(tree: Tree) -> None:
    depth = len(tree.counts) if COMPILING else tree.depth_within(SLOW_POSITIONS)
    assert counted_by_room(tree.match(), depth) == list(tree.counts[:depth])


@pytest.mark.parametrize("tree", TREES)
def test_the_referee_counts_the_same(tree: Tree) -> None:
    depth = tree.depth_within(SLOW_POSITIONS)
    assert counted_by_referee(tree.match(), depth) == list(tree.counts[:depth])


# ---- Exact expectations


def later(match: MatchState, move: Move) -> MatchState:
    """A match of its own, one event later."""
    after = copy(match)
    after.position, after.moves, after.tokens = match.position.copy(), [*match.moves], [*match.tokens]
    after.play_unchecked(move)
    return after


def likelihood(match: MatchState) -> dict[Move, Fraction]:
    """How likely each outcome is where chance decides."""
    weights_buf = match.game.buffers().weights
    total = int(weights_at(match.position, weights_buf))  # interpreted, NumPy's own number
    chances = match.outcomes()[1]
    assert all(weight > 0 for weight in chances)
    assert sum(chances) == total, "`weights` returns the sum of what it lists"
    return {move: Fraction(weight, total) for move, weight in zip(match.legal_moves(), chances, strict=True)}


def average(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values)


def expected(
    match: MatchState,
    worth: Callable[[MatchState], Fraction | int],
    *,
    until: Callable[[MatchState], bool] = lambda match: match.over,
    decide: Callable[[list[Fraction]], Fraction] = average,
    among: Callable[[MatchState], list[Move]] = MatchState.legal_moves,
) -> Fraction:
    """What a position is worth on average, exactly: all of chance, all decisions `among`, weighed by `decide`."""
    known: dict[bytes, Fraction] = {}

    def value(now: MatchState) -> Fraction:
        key = now.position.tobytes()
        if key not in known:
            if until(now):
                known[key] = Fraction(worth(now))
            elif now.turn == CHANCE:
                known[key] = sum((p * value(later(now, m)) for m, p in likelihood(now).items()), Fraction())
            else:
                known[key] = decide([value(later(now, move)) for move in among(now)])
        return known[key]

    return value(match)


def said(word: str) -> Callable[[MatchState], list[Move]]:
    """Always choose the moves with this token, where there are any."""

    def chosen(match: MatchState) -> list[Move]:
        named = [move for move in match.legal_moves() if match.game.write(match.plain, move) == word]
        return named or match.legal_moves()

    return chosen


@pytest.mark.parametrize("tree", TREES)
def test_what_can_happen_has_probability_one(tree: Tree) -> None:
    match = tree.match()
    ahead = len(match.tokens) + tree.depth_within(SLOW_POSITIONS // 10)

    def mass(now: MatchState, p: Fraction) -> Fraction:
        if now.over or len(now.tokens) == ahead:
            return p
        legal = now.legal_moves()
        shares = likelihood(now) if now.turn == CHANCE else dict.fromkeys(legal, Fraction(1, len(legal)))
        return sum((mass(later(now, move), p * share) for move, share in shares.items()), Fraction())

    assert mass(match, Fraction(1)) == 1


def test_mist_every_path_is_equally_likely() -> None:
    match = MatchState(load_game("mist"), 3)
    p = Fraction(1)
    for token in FARM.split():
        if token.startswith("lay:"):
            odds = match.odds()
            p *= Fraction(odds[token], sum(odds.values()))
        match.play(token)
    # Nine cards in one of 9! orders, of which 2! * 2! * 2! look the same, and one of 8 cards for each animal.
    assert p == Fraction(2 * 2 * 2, factorial(9) * 8**3)


@pytest.mark.parametrize(
    ("dice", "p"),
    [
        (1, 0),
        (2, Fraction(1, 6)),  # the second repeats the first
        (3, Fraction(5, 6) * Fraction(2, 6)),
        (4, Fraction(5, 6) * Fraction(4, 6) * Fraction(3, 6)),
        (5, Fraction(5, 6) * Fraction(4, 6) * Fraction(3, 6)),  # four different ones: the fifth is the last
    ],
)
def test_mist_who_never_stops_throws_so_many_dice(dice: int, p: Fraction) -> None:
    match = Tree("", "mist", 3, (), after=FARM).match()

    def walked(now: MatchState) -> bool:
        return now.turn == CHANCE and now.legal_tokens()[0].startswith("draw")

    found = expected(match, lambda now: int(now.state.count == dice), until=walked, among=said("more"))
    assert found == p


def test_mist_the_first_two_turns_bring_so_much_on_average() -> None:
    path = "cow+0 start-3 start-1 sheep+0 start+2 start-3 pig+0 start-1 start+2"
    match = Tree("", "mist", 3, (), options={"dice": 1, "cards": "0,0,0,0"}, after=laid(path)).match()

    def mean(seat: int, turns: int) -> Fraction:
        return expected(match, lambda now: int(now.state.points[seat]), until=lambda now: now.state.turns > turns)

    # The cow walks to -3, -1, the sheep (0), +2, -3 or the pig (0).
    assert [mean(seat, 1) for seat in range(3)] == [Fraction(-3 - 1 + 2 - 3, 6), 0, 0]
    # The sheep walks to +2 or -3, each unless the cow has been there before (1/6), the pig (0), -1, +2 or the cow's 0.
    sheep = (Fraction(5, 6) * (2 - 3) - 1 + 2) / 6
    assert [mean(seat, 2) for seat in range(3)] == [Fraction(-5, 6), sheep, 0]
    assert sheep == Fraction(1, 36)


def test_life_two_cards_of_one_animal() -> None:
    match = Tree("", "life", 3, (), options=TWO_EACH, after="starter:1").match()

    def a_pair(now: MatchState) -> int:
        return int(now.state.hand[0].max() == 2)

    cards = (9, 8, 7, 7, 6, 6, 5, 5, 4, 3)
    pairs = expected(match, a_pair, until=lambda now: len(now.tokens) == 3)
    assert pairs == Fraction(sum(n * (n - 1) for n in cards), 60 * 59) == Fraction(11, 118)


def test_life_every_card_is_equally_likely_everywhere() -> None:
    match = Tree("", "life", 3, (), options=TWO_EACH, after="starter:1").match()
    for animal, cards in ((0, 9), (5, 6), (9, 3)):
        # Seat 2's first card, whatever seat 1 has got.
        first = expected(
            match,
            lambda now, animal=animal: int(now.state.hand[1, animal]),  # type: ignore[misc]
            until=lambda now: len(now.tokens) == 4,
        )
        assert first == Fraction(cards, 60)


@pytest.mark.parametrize("cat_moves", [1, 2, 3, 11])
def test_mmm_two_pieces_of_one_bread_with_one_die(cat_moves: int) -> None:
    options = {"board": "bb", "dice": 1, "cat_moves": cat_moves}
    match = Tree("", "mmm", 1, (), options=options).match()
    # Every turn but the last moves the cat, so two breads must fall within as many turns as it has moves.
    fail = Fraction(5, 6)
    p = 1 - fail**cat_moves - cat_moves * Fraction(1, 6) * fail ** (cat_moves - 1)
    assert expected(match, lambda now: int(now.payoff()[0])) == p


@pytest.mark.parametrize("cat_moves", [1, 2, 3, 11])
def test_mmm_a_bread_and_a_fish_with_one_die(cat_moves: int) -> None:
    options = {"board": "bf", "dice": 1, "cat_moves": cat_moves}
    match = Tree("", "mmm", 2, (), options=options).match()
    # Each is an item of its own, so only failures move the cat: i of them before the first, j before the second.
    p = sum(
        Fraction(4, 6) ** i * Fraction(2, 6) * Fraction(5, 6) ** j * Fraction(1, 6)
        for i in range(cat_moves)
        for j in range(cat_moves - i)
    )
    assert expected(match, lambda now: int(now.payoff()[1])) == p


def test_mmm_rolling_again_can_only_spoil_a_full_board() -> None:
    def match(cat_moves: int) -> MatchState:
        return Tree("", "mmm", 1, (), options={"board": "b", "dice": 2, "cat_moves": cat_moves}).match()

    def won(now: MatchState) -> int:
        return int(now.payoff()[0])

    # 11 of 36 rolls show a bread. Then `gather` wins, and `again` fails for want of a free square.
    assert expected(match(1), won, decide=max) == Fraction(11, 36)
    assert expected(match(1), won) == Fraction(11, 72)
    assert expected(match(2), won, decide=max) == 1 - Fraction(25, 36) ** 2
    assert expected(match(2), won) == 1 - Fraction(61, 72) ** 2


def test_mmm_the_best_play_for_a_bread_and_a_fish_with_three_dice() -> None:
    match = Tree("", "mmm", 1, (), options={"board": "bf", "cat_moves": 1}).match()
    # Both at once: 216 - 2 * 125 + 64 = 30 of 216 rolls. One of them: 122, then it is best to gather, and the other
    # must come with three new dice (91 of 216) rather than with the two that are left (11 of 36).
    p = Fraction(30, 216) + Fraction(122, 216) * Fraction(91, 216)
    assert expected(match, lambda now: int(now.payoff()[0]), decide=max) == p


def test_kuhlorado_two_cows_for_who_keeps_every_cow() -> None:
    match = Tree("", "kuhlorado", 2, (), after="starter:1").match()

    def keep_cows(now: MatchState) -> list[Move]:
        tokens = {now.game.write(now.plain, move): move for move in now.legal_moves()}
        return [next(tokens[keep] for keep in ("keep:cc", "keep:c", "keep:-") if keep in tokens)]

    def bound(now: MatchState) -> bool:
        return now.legal_tokens()[0].startswith("mark:") or len(now.tokens) > 3

    two_cows = expected(match, lambda now: int(all(now.state.dice == 6)), until=bound, among=keep_cows)
    # Each of the two dice has two chances to be a cow.
    assert two_cows == (1 - Fraction(5, 6) ** 2) ** 2 == Fraction(121, 1296)


def test_kuhlorado_one_turn_with_the_dice_as_they_fall() -> None:
    options = {"sheet": "111/151/11c", "last_numbers": 64}
    match = Tree("", "kuhlorado", 2, (), options=options, after="starter:1").match()

    def keep_both(now: MatchState) -> list[Move]:
        keeps = [move for move in now.legal_moves() if now.game.write(now.plain, move).startswith("keep:")]
        return keeps[-1:] or now.legal_moves()  # the longest token comes last

    # Seat 1 wins with any mark on the border, that is, everywhere but in the middle. Of 36 throws, 7 are 11 or a 1 with
    # 2, 3 or 4, and 7 the same with a cow: won. 7 are the same with a 5, and 9 have no square: drawn. Twice 1c: won.
    # Twice 15: one square in eight is the middle. Twice 5c: one in two, and they are no pair.
    won = Fraction(7 + 7 + 2, 36) + Fraction(2, 36) * Fraction(7, 8) + Fraction(2, 36) * Fraction(1, 2)
    assert won == Fraction(25, 48)
    half = Fraction(1, 2)
    assert expected(match, lambda now: Fraction(now.payoff()[0]), among=keep_both) == won + (1 - won) * half


if __name__ == "__main__":
    for parameter in TREES:
        tree = parameter.values[0]
        assert isinstance(tree, Tree)
        print(parameter.id, *counted_by_referee(tree.match(), tree.depth_within(PATIENT_POSITIONS)), flush=True)
