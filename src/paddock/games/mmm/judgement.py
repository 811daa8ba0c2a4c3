"""What a judge of Mmm! looks at between two turns. Numbers refer to RULES.md.

The cat's moves to go and the squares left decide most; then how they are shared among items, each of which lets the
cat wait once, and among foods, of which a die shows one. In the line variant it matters as well where they lie: a line
that offers many foods takes more dice. Both ways to play have numbers of their own, of which the others are 0.
"""

from typing import Final

from paddock.games.mmm.board import BOARDS, LARGEST_ITEM
from paddock.games.mmm.data import CAT_MOVES, SIDE
from paddock.games.mmm.positions import KINDS
from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.games.mmm.state import CLOSED, DICE_ROLLED
from paddock.rules.compiler import compiled, inlined
from paddock.rules.game import Piece, Schooling
from paddock.rules.kinds import Move, Seat, State, Tensor

THINKING: Final = "foresight"

COMMON: Final = (
    Piece("any", (1,), "1"),
    Piece("cat", (CAT_MOVES,), "1 for each number of moves that the cat has at least to go"),
    Piece("far", (1,), "the cat's moves to go, in tens"),
    Piece("left", (1,), "squares left, in tens"),
    Piece("items", (LARGEST_ITEM,), "items by the squares they miss, in fives"),
    Piece("foods", (KINDS + 1,), "1 for the number of foods that are left"),
    Piece("amounts", (KINDS,), "squares left of each food, most first, in tens"),
    Piece("shares", (KINDS,), "items left of each food, most first, in fives"),
    Piece("nearest", (LARGEST_ITEM,), "foods by the squares that their nearest item misses, in fives"),
    Piece("rare", (LARGEST_ITEM,), "foods by their squares left, in fives"),
)
IN_LINE: Final = (
    Piece("line_foods", (KINDS,), "rows and columns by the foods they offer, in tens"),
    Piece("line_squares", (SIDE,), "rows and columns by the squares they offer, in tens"),
    Piece("square_foods", (KINDS,), "squares by the foods of the better of their two lines, in tens"),
    Piece("crossing", (KINDS,), "squares by the foods of the worse of their two lines, in tens"),
    Piece("company", (LARGEST_ITEM,), "foods beside an item in its best line, by the squares it misses, in tens"),
    Piece("bent", (LARGEST_ITEM,), "items that no line finishes, by the squares they miss, in fives"),
)
FEATURES: Final = (
    *COMMON,
    *(Piece(f"{piece.name}_in_line", piece.shape, f"in the line variant: {piece.meaning}") for piece in COMMON),
    *IN_LINE,
)
SCHOOLING: Final = Schooling(
    tables=tuple(
        (2, {"board": board, "line": line, "cat_moves": CAT_MOVES + more})
        for board, line, more in (
            *((board, False, 0) for board in BOARDS),
            *((board, True, 0) for board in BOARDS),
            # the cat nearer or farther, for about as many victories as defeats and in between
            ("easy", True, -2),
            ("hard", True, 1),
            ("hard", True, 3),
            ("expert", True, 2),
            ("expert", True, 4),
        )
    ),
    watched=20,
    rounds=48,
    games=1320,
)
APART: Final = ("line",)
"""5.1 In a line a slip costs more: a die on a poor square takes all other lines from those that follow."""
COMMON_SIZE: Final = sum(piece.size for piece in COMMON)
MANY: Final = sum(piece.size for piece in FEATURES)
TENS: Final = 0.1
FIVES: Final = 0.2

# Small tables as the digits of one number: a byte for each food or length.
BYTE: Final = 8
LOW_BYTE: Final = (1 << BYTE) - 1
HALF: Final = BYTE // 2
LOW_HALF: Final = (1 << HALF) - 1


@compiled
def settled(s: State) -> bool:
    """2.1 Between two turns."""
    return s.stage == DICE_ROLLED and s.placed == 0  # type: ignore[no-any-return]


@compiled
def daring(s: State, move: Move) -> int:
    """2.7 To roll again is daring, 3.1 to gather is careful."""
    return int(move == AGAIN) - int(move == GATHER)


@compiled
def features(s: State, seat: Seat, out: Tensor) -> None:
    for i in range(MANY):
        out[i] = 0.0
    at = COMMON_SIZE if s.line else 0
    out[at] = 1.0
    at += 1
    cat_left = int(s.cat_moves) - int(s.cat)
    for step in range(min(cat_left, CAT_MOVES)):
        out[at + step] = 1.0
    at += CAT_MOVES
    out[at] = TENS * cat_left
    out[at + 1] = TENS * s.left
    foods_and_items(s, out[at + 2 : at + 2 + 4 * LARGEST_ITEM + 3 * KINDS + 1])
    if s.line:
        lines(s, out[2 * COMMON_SIZE :])


@compiled
def foods_and_items(s: State, out: Tensor) -> None:
    """What is left, by items and by foods."""
    amounts, shares, nearest, seen = 0, 0, 0, 0
    for food in range(KINDS):
        nearest |= LARGEST_ITEM << BYTE * food
    for square in range(s.height * SIDE):
        food = int(s.asks[square])
        if food == CLOSED:
            continue
        amounts += 1 << BYTE * food
        item = int(s.item_at[square])
        if not seen >> item & 1:
            seen |= 1 << item
            misses = int(s.item_left[item])
            out[misses - 1] += FIVES
            shares += 1 << BYTE * food
            known = nearest >> BYTE * food & LOW_BYTE
            nearest += (min(known, misses) - known) << BYTE * food
    at = LARGEST_ITEM
    foods = 0
    for food in range(KINDS):
        amount, share = amounts >> BYTE * food & LOW_BYTE, shares >> BYTE * food & LOW_BYTE
        before, richer = 0, 0  # foods that stand before this one
        for other in range(KINDS):
            many, items = amounts >> BYTE * other & LOW_BYTE, shares >> BYTE * other & LOW_BYTE
            before += many > amount or (many == amount and other < food)
            richer += items > share or (items == share and other < food)
        out[at + KINDS + 1 + before] = TENS * amount
        out[at + 2 * KINDS + 1 + richer] = FIVES * share
        if amount > 0:
            foods += 1
            out[at + 3 * KINDS + (nearest >> BYTE * food & LOW_BYTE)] += FIVES
            if amount <= LARGEST_ITEM:
                out[at + 3 * KINDS + LARGEST_ITEM + amount] += FIVES
    out[at + foods] = 1.0


@compiled
def lines(s: State, out: Tensor) -> None:
    """5.1 What the rows and columns offer."""
    rows, columns, squares_across, squares_down = 0, 0, 0, 0  # by line: foods as bits; squares
    for square in range(s.height * SIDE):
        food = int(s.asks[square])
        if food != CLOSED:
            row, column = square // SIDE, square % SIDE
            rows |= 1 << KINDS * row + food
            columns |= 1 << KINDS * column + food
            squares_across += 1 << HALF * row
            squares_down += 1 << HALF * column
    across, down = foods_by_line(rows), foods_by_line(columns)
    for line in range(SIDE):
        count_line(digit(across, line), digit(squares_across, line), out)
        count_line(digit(down, line), digit(squares_down, line), out)
    at = KINDS + SIDE
    for square in range(s.height * SIDE):
        if s.asks[square] != CLOSED:
            one, other = digit(across, square // SIDE), digit(down, square % SIDE)
            out[at + max(one, other) - 1] += TENS
            out[at + KINDS + min(one, other) - 1] += TENS
    beside_items(s, across, down, out[at + 2 * KINDS :])


@compiled
def beside_items(s: State, across: int, down: int, out: Tensor) -> None:
    """Which items a line can finish, and what else it offers; the foods in each row and column are given."""
    seen = 0
    for square in range(s.height * SIDE):
        item = int(s.item_at[square])
        if s.asks[square] == CLOSED or seen >> item & 1:
            continue
        seen |= 1 << item
        misses = int(s.item_left[item])
        in_row, in_column, other, found = 0, 0, square, 0
        while found < misses:  # from its first square on
            if s.asks[other] != CLOSED and s.item_at[other] == item:
                found += 1
                in_row += other // SIDE == square // SIDE
                in_column += other % SIDE == square % SIDE
            other += 1
        company = 0
        if in_row == misses:
            company = digit(across, square // SIDE)
        if in_column == misses:
            company = max(company, digit(down, square % SIDE))
        if company > 0:
            out[misses - 1] += TENS * (company - 1)
        else:
            out[LARGEST_ITEM + misses - 1] += FIVES


@inlined
def digit(number: int, line: int) -> int:
    """What a number with a few bits for each line says of one."""
    return number >> HALF * line & LOW_HALF


@compiled
def foods_by_line(masks: int) -> int:
    """How many foods each line offers, from the bits of those that it does."""
    many = 0
    for line in range(SIDE):
        foods = masks >> KINDS * line
        for food in range(KINDS):
            many += (foods >> food & 1) << HALF * line
    return many


@compiled
def count_line(foods: int, squares: int, out: Tensor) -> None:
    if squares > 0:
        out[foods - 1] += TENS
        out[KINDS + squares - 1] += TENS
