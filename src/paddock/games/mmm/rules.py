"""Mmm!: the verbs, in the order of the rulebook. Numbers refer to the clauses of RULES.md."""

from paddock.engine.boards.grid import rows_of
from paddock.engine.compilation.decorators import compiled
from paddock.engine.options import OptionValues
from paddock.engine.plain_position import PlainPosition
from paddock.engine.types import CHANCE, OVER, Moves, Numbers, Rng, Seat, State, Weights
from paddock.games.mmm.board import items_of
from paddock.games.mmm.data import CROSS, FACES, LOST, ORDERED, OUTCOMES, SHOWN, SIDE, SQUARES, WON
from paddock.games.mmm.state import CLOSED, DICE_PLACED, DICE_ROLLED, EVERYWHERE, FINISHED, NONE

# A decision is a square for a die, or one of these.
AGAIN, GATHER = SQUARES, SQUARES + 1
ACTIONS = GATHER + 1

# ---- 1. Set-up


def start(s: State, players: int, options: OptionValues) -> None:
    """Write the start position: a full pantry, the cat in the kitchen, the dice at seat 1 (1.1 to 1.5)."""
    rows = rows_of(str(options["board"]))
    items = items_of(rows)
    s.seats, s.dice, s.line, s.cat_moves = players, options["dice"], options["line"], options["cat_moves"]
    s.height, s.width, s.items = len(rows), len(rows[0]), len(items)
    s.food[:] = s.item_at[:] = s.lies[:] = NONE
    s.asks[:] = CLOSED
    for number, item in enumerate(items):
        s.item_left[number] = len(item.squares)
        for row, column in item.squares:
            square = row * SIDE + column
            s.food[square] = s.asks[square] = item.food
            s.item_at[square] = number
    s.squares = s.left = sum(len(item.squares) for item in items)
    begin_turn(s)


# ---- 2. Rolling and placing


@compiled
def begin_turn(s: State) -> None:
    """2.1 Begin a turn with all dice in the hand."""
    for die in range(s.placed):
        s.lies[die] = NONE
    s.placed = 0
    s.rows = s.columns = EVERYWHERE
    take_up(s)


@compiled
def take_up(s: State) -> None:
    """2.1, 2.7 Take up all dice that are not placed, to roll them together."""
    for face in range(FACES):
        s.rolled[face] = 0
    s.fresh = 0
    s.stage = DICE_ROLLED
    s.turn = CHANCE


@compiled
def roll(s: State, throw: int) -> None:
    """2.4, 2.8 Roll the dice. The roller places one, or the roll fails."""
    dice = s.dice - s.placed
    for face in range(FACES):
        s.rolled[face] = SHOWN[dice, throw, face]
    if some_die_fits(s):
        s.stage = DICE_PLACED
        s.turn = s.roller
    else:
        fail(s)


@compiled
def foods_rolled(s: State) -> int:
    """2.2, 2.3 Return the foods on the unplaced dice of the last roll, one bit each. A cross is not a food."""
    foods = 0
    for food in range(CROSS):
        if s.rolled[food] > 0:
            foods |= 1 << food
    return foods


@compiled
def is_wanted(square: int, asks: int, foods: int, rows: int, columns: int) -> int:
    """2.2, 5.1 Return 1 if the square asks for one of these foods and lies in these rows or columns, else 0."""
    return foods >> asks & (rows >> square // SIDE | columns >> square % SIDE) & 1


@compiled
def fits(s: State, square: int) -> bool:
    """2.2 Return whether a die of the last roll can go to this square."""
    return is_wanted(square, s.asks[square], foods_rolled(s), s.rows, s.columns) == 1


@compiled
def some_die_fits(s: State) -> bool:
    foods = foods_rolled(s)
    for square in range(s.height * SIDE):
        if is_wanted(square, s.asks[square], foods, s.rows, s.columns):
            return True
    return False


@compiled
def place(s: State, square: int) -> None:
    """2.5, 2.6, 3.2 Place a die, which stays until the turn ends. With the last die, gather."""
    s.rolled[s.food[square]] -= 1
    s.asks[square] = CLOSED
    s.lies[s.placed] = square
    s.placed += 1
    s.fresh += 1
    if s.line:  # 5.1, 5.2 the first die leaves its row and its column, the second one of them
        s.rows &= 1 << square // SIDE
        s.columns &= 1 << square % SIDE
    if s.placed == s.dice:
        gather(s)


@compiled
def fail(s: State) -> None:
    """2.8 Remove all dice, gather nothing, and move the cat."""
    for die in range(s.placed):
        square = s.lies[die]
        s.asks[square] = s.food[square]
    move_cat(s)


# ---- 3. Gathering and the cat


@compiled
def gather(s: State) -> None:
    """3.1 to 3.5, 4.1 Replace each die by a chip, so its square stays closed. The cat waits if an item is finished."""
    cat_waits = False
    for die in range(s.placed):
        item = s.item_at[s.lies[die]]
        s.item_left[item] -= 1
        if s.item_left[item] == 0:
            cat_waits = True
    s.left -= s.placed
    if s.left == 0:
        end(s)
    elif cat_waits:
        pass_on(s)
    else:
        move_cat(s)


@compiled
def would_finish(s: State, item: int) -> bool:
    """3.4 Return whether dice lie on all remaining squares of this item."""
    dice = 0
    for die in range(s.placed):
        if s.item_at[s.lies[die]] == item:
            dice += 1
    return dice > 0 and dice == s.item_left[item]


@compiled
def move_cat(s: State) -> None:
    """3.5, 4.2 Move the cat one step. The last step leads through the door and ends the match."""
    s.cat += 1
    if s.cat == s.cat_moves:
        end(s)
    else:
        pass_on(s)


@compiled
def pass_on(s: State) -> None:
    """3.6 Pass the dice to the left neighbour."""
    s.roller += 1
    if s.roller == s.seats:
        s.roller = 0
    begin_turn(s)


# ---- 4. The end


@compiled
def end(s: State) -> None:
    """4.1, 4.2 End the match, with no die on the board."""
    begin_turn(s)
    s.stage = FINISHED
    s.turn = OVER


@compiled
def payoff(s: State, out: Numbers) -> None:
    """4.3 All players win together or lose together."""
    for seat in range(s.seats):
        out[seat] = 1.0 if s.left == 0 else 0.0


@compiled
def score(s: State, out: Numbers) -> None:
    """4.3 Write the number of gathered squares. Squares under dice do not count."""
    for seat in range(s.seats):
        out[seat] = s.squares - s.left


def rating(s: PlainPosition) -> str:
    """4.4, 4.5 Return the rating: by the moves of the cat to go after a victory, else by the squares left."""
    many, ratings = (s.cat_moves - s.cat, WON) if s.left == 0 else (s.left, LOST)
    return next(words for least, words in ratings if many >= least)


# ---- The verbs


@compiled
def turn(s: State) -> int:
    return s.turn  # type: ignore[no-any-return]


@compiled
def moves(s: State, out: Moves) -> int:
    n = 0
    if s.stage == DICE_PLACED:
        foods, rows, columns = foods_rolled(s), s.rows, s.columns
        for square in range(s.height * SIDE):
            out[n] = square  # overwritten by the next if it is not wanted: no branch to mispredict
            n += is_wanted(square, s.asks[square], foods, rows, columns)
        if s.fresh > 0:  # 2.4 every roll needs a die placed
            out[n] = AGAIN
            out[n + 1] = GATHER
            n += 2
    elif s.stage == DICE_ROLLED:
        n = OUTCOMES[s.dice - s.placed]
        for throw in range(n):
            out[throw] = throw
    return n


@compiled
def weights(s: State, out: Weights) -> int:
    dice = s.dice - s.placed
    total = 0
    for throw in range(OUTCOMES[dice]):
        out[throw] = ORDERED[dice, throw]
        total += ORDERED[dice, throw]
    return total


@compiled
def apply(s: State, move: int) -> None:
    if s.stage == DICE_ROLLED:
        roll(s, move)
    elif move == AGAIN:
        take_up(s)
    elif move == GATHER:
        gather(s)
    else:
        place(s, move)


@compiled
def imagine(s: State, seat: Seat, rng: Rng) -> None:
    """Change nothing: there are no secrets (1.5)."""
