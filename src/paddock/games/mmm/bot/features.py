"""The features of Mmm! for the value network, between two turns. Numbers refer to RULES.md.

The moves of the cat to go and the squares left matter most. Then comes their distribution among items and among foods:
each item lets the cat wait once, and a die shows one food. In the line variant the places matter too: a line with many
foods takes more dice. The game with and without the line variant has separate features; the others are 0.
"""

from typing import Final

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.game import TrainingPlan
from paddock.engine.tensor_layout import TensorField, tensor_offsets, tensor_size
from paddock.engine.types import Move, Seat, State, Tensor
from paddock.games.mmm.board import BOARDS, LARGEST_ITEM
from paddock.games.mmm.data import CAT_MOVES, SIDE
from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.games.mmm.solver.position_index import KINDS
from paddock.games.mmm.state import CLOSED, DICE_ROLLED

ALGORITHM: Final = "turn_enumeration"

COMMON: Final = (
    TensorField("any", (1,), "1"),
    TensorField("cat", (CAT_MOVES,), "1 for each of the first moves that the cat has to go"),
    TensorField("far", (1,), "the cat's moves to go, in tens"),
    TensorField("left", (1,), "squares left, in tens"),
    TensorField("items", (LARGEST_ITEM,), "items by the squares they miss, in fives"),
    TensorField("foods", (KINDS + 1,), "1 for the number of foods that are left"),
    TensorField("amounts", (KINDS,), "squares left of each food, most first, in tens"),
    TensorField("shares", (KINDS,), "items left of each food, most first, in fives"),
    TensorField("nearest", (LARGEST_ITEM,), "foods by the squares that their nearest item misses, in fives"),
    TensorField("rare", (LARGEST_ITEM,), "foods by their squares left, in fives"),
)
IN_LINE: Final = (
    TensorField("line_foods", (KINDS,), "rows and columns by their number of foods, in tens"),
    TensorField("line_squares", (SIDE,), "rows and columns by their number of open squares, in tens"),
    TensorField("square_foods", (KINDS,), "squares by the foods of the better of their two lines, in tens"),
    TensorField("crossing", (KINDS,), "squares by the foods of the worse of their two lines, in tens"),
    TensorField("company", (LARGEST_ITEM,), "other foods in an item's best line, by the squares it misses, in tens"),
    TensorField("bent", (LARGEST_ITEM,), "items that no line finishes, by the squares they miss, in fives"),
)
FEATURES: Final = (
    *COMMON,
    *(TensorField(f"{piece.name}_in_line", piece.shape, f"in the line variant: {piece.meaning}") for piece in COMMON),
    *IN_LINE,
)
TRAINING_PLAN: Final = TrainingPlan(
    tables=tuple(
        (2, {"board": board, "line": line, "cat_moves": CAT_MOVES + more})
        for board, line, more in (
            *((board, False, 0) for board in BOARDS),
            *((board, True, 0) for board in BOARDS),
            # fewer or more moves of the cat, for about as many victories as defeats
            ("easy", True, -2),
            ("hard", True, 1),
            ("hard", True, 3),
            ("expert", True, 2),
            ("expert", True, 4),
        )
    ),
    imitation_rounds=20,
    rounds=48,
    games=1320,
)
CALIBRATED_VARIANTS: Final = ("line",)
"""5.1 In the line variant a mistake costs more, since a die on a bad square excludes all other lines."""
AT: Final = tensor_offsets(FEATURES)
COMMON_AT: Final = tensor_offsets(COMMON)
IN_LINE_AT: Final = tensor_offsets(IN_LINE)
COMMON_SIZE: Final = tensor_size(COMMON)
MANY: Final = tensor_size(FEATURES)
TENS: Final = 0.1
FIVES: Final = 0.2

# Small arrays as the digits of one number: a byte for each food or length.
BYTE: Final = 8
LOW_BYTE: Final = (1 << BYTE) - 1
HALF: Final = BYTE // 2
LOW_HALF: Final = (1 << HALF) - 1


@compiled
def settled(s: State) -> bool:
    """2.1 Return whether a turn begins."""
    return s.stage == DICE_ROLLED and s.placed == 0  # type: ignore[no-any-return]


@compiled
def daring(s: State, move: Move) -> int:
    """2.7, 3.1 Return 1 for rolling again, which is risky, and -1 for gathering."""
    return int(move == AGAIN) - int(move == GATHER)


@compiled
def features(s: State, seat: Seat, out: Tensor) -> None:
    """Write the features, which are equal for all seats."""
    for i in range(MANY):
        out[i] = 0.0
    common = out[AT.any_in_line if s.line else AT.any :]
    common[COMMON_AT.any] = 1.0
    cat_left = int(s.cat_moves) - int(s.cat)
    for step in range(min(cat_left, CAT_MOVES)):
        common[COMMON_AT.cat + step] = 1.0
    common[COMMON_AT.far] = TENS * cat_left
    common[COMMON_AT.left] = TENS * s.left
    foods_and_items(s, common)
    if s.line:
        lines(s, out[AT.line_foods :])


@compiled
def foods_and_items(s: State, out: Tensor) -> None:
    """Count what is left by items and by foods, into the parts that `COMMON` names."""
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
            out[COMMON_AT.items + misses - 1] += FIVES
            shares += 1 << BYTE * food
            known = nearest >> BYTE * food & LOW_BYTE
            nearest += (min(known, misses) - known) << BYTE * food
    foods = 0
    for food in range(KINDS):
        amount, share = amounts >> BYTE * food & LOW_BYTE, shares >> BYTE * food & LOW_BYTE
        before, richer = 0, 0  # the number of foods with more squares, and with more items
        for other in range(KINDS):
            many, items = amounts >> BYTE * other & LOW_BYTE, shares >> BYTE * other & LOW_BYTE
            before += many > amount or (many == amount and other < food)
            richer += items > share or (items == share and other < food)
        out[COMMON_AT.amounts + before] = TENS * amount
        out[COMMON_AT.shares + richer] = FIVES * share
        if amount > 0:
            foods += 1
            out[COMMON_AT.nearest + (nearest >> BYTE * food & LOW_BYTE) - 1] += FIVES
            if amount <= LARGEST_ITEM:
                out[COMMON_AT.rare + amount - 1] += FIVES
    out[COMMON_AT.foods + foods] = 1.0


@compiled
def lines(s: State, out: Tensor) -> None:
    """5.1 Count what the rows and columns offer, into the parts that `IN_LINE` names."""
    rows, columns, squares_across, squares_down = 0, 0, 0, 0  # by line: foods as bits, numbers of squares
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
    for square in range(s.height * SIDE):
        if s.asks[square] != CLOSED:
            one, other = digit(across, square // SIDE), digit(down, square % SIDE)
            out[IN_LINE_AT.square_foods + max(one, other) - 1] += TENS
            out[IN_LINE_AT.crossing + min(one, other) - 1] += TENS
    count_items(s, across, down, out)


@compiled
def count_items(s: State, across: int, down: int, out: Tensor) -> None:
    """Count the items that a line can finish by the other foods of the line, and the items that no line finishes."""
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
            out[IN_LINE_AT.company + misses - 1] += TENS * (company - 1)
        else:
            out[IN_LINE_AT.bent + misses - 1] += FIVES


@inlined
def digit(number: int, line: int) -> int:
    """Return the digit of a line in a number with four bits for each line."""
    return number >> HALF * line & LOW_HALF


@compiled
def foods_by_line(masks: int) -> int:
    """Return the number of foods in each line, as digits, from their bits."""
    many = 0
    for line in range(SIDE):
        foods = masks >> KINDS * line
        for food in range(KINDS):
            many += (foods >> food & 1) << HALF * line
    return many


@compiled
def count_line(foods: int, squares: int, out: Tensor) -> None:
    if squares > 0:
        out[IN_LINE_AT.line_foods + foods - 1] += TENS
        out[IN_LINE_AT.line_squares + squares - 1] += TENS
