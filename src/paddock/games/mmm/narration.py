"""The sentences and the text picture of Mmm!."""

from collections.abc import Mapping

from paddock.engine.boards.grid import square_name
from paddock.engine.game import Names, Narrator
from paddock.engine.plain_position import PlainPosition, plain_position
from paddock.engine.position_calls import play_at
from paddock.engine.text.english import count_noun, join_words
from paddock.engine.text.messages import render_english
from paddock.engine.types import Move, copy_positions
from paddock.games.mmm.board import FOOD_NAMES
from paddock.games.mmm.bot.advice import SENTENCES, item, reasons, still_needed
from paddock.games.mmm.data import FACE_NAMES, FACES, SIDE, THROWS
from paddock.games.mmm.notation import name_of
from paddock.games.mmm.rules import AGAIN, GATHER, rating
from paddock.games.mmm.state import DICE_PLACED, DICE_ROLLED, FINISHED
from paddock.games.mmm.view import Item, View, fail_chance, look_over

LETTERS = {name: letter for letter, name in FOOD_NAMES.items()}
COLOURS = {"bread": "yellow", "fish": "cyan", "cucumber": "green", "cheese": "bright_yellow", "carrot": "dark_orange"}
KEY = "bread: b free, B a die can go there now, (b) a die lies there, . gathered"


def question(s: PlainPosition) -> str:
    rolled = join_words(FACE_NAMES[face] for face in range(FACES) for _ in range(s.rolled[face]))
    if s.fresh == 0:
        return f"You rolled {rolled}. Where does a die go?"
    another = "Place another die, roll again" if look_over(s).fitting else "Roll again"
    return f"Not placed: {rolled}. {another}, or gather?"


def label(s: PlainPosition, move: Move) -> str:
    if move == AGAIN:
        return again_in_words(s)
    after = after_move(s, move)
    if move == GATHER:
        return f"gather {count_noun(s.placed, 'square')}: {gathered_in_words(s, after)}"
    where = f"{FACE_NAMES[s.food[move]]} {name_of(move)}"
    if after.stage != DICE_PLACED:
        return f"{where}, the last die: {gathered_in_words(s, after)}"
    needed = still_needed(after, s.item_at[move])
    return f"{where}: {f'this item needs {needed} more' if needed else 'would finish this item'}"


def after_move(s: PlainPosition, move: Move) -> PlainPosition:
    """Return the position after this move."""
    position = copy_positions(s.position)
    play_at(position, move)
    return plain_position(position)


def again_in_words(s: PlainPosition) -> str:
    dice = "1 die" if s.dice - s.placed == 1 else f"{s.dice - s.placed} dice"
    chance = fail_chance(s, look_over(s))
    how_often = "this fails for sure" if chance == 1 else f"about {max(1, round(100 * chance))} in 100 fail"
    cat = "is in the pantry" if s.cat + 1 == s.cat_moves else "moves"
    return f"roll {dice} again: {how_often}, then all dice come off and the cat {cat}"


def gathered_in_words(before: PlainPosition, after: PlainPosition) -> str:
    """Return the result of gathering: the finished items and the move of the cat."""
    finished = [number for number in range(before.items) if before.item_left[number] > after.item_left[number] == 0]
    if after.left == 0:
        return "that is all the food, you win!"
    if finished:
        return f"{join_words(item_in_words(before, number) for number in finished)} finished, the cat waits"
    return f"no item finished, {cat_in_words(after)}"


def item_in_words(s: PlainPosition, number: int) -> str:
    return render_english((item(s, number),), SENTENCES, ())


def cat_in_words(after: PlainPosition) -> str:
    if after.stage == FINISHED:
        return "the cat is in the pantry"
    return f"the cat moves, {after.cat_moves - after.cat} to go"


def narrate(before: PlainPosition, move: Move, after: PlainPosition, names: Names) -> str:
    who = names[before.roller]
    if before.stage == DICE_ROLLED:
        rolled = join_words(FACE_NAMES[face] for face in THROWS[before.dice - before.placed][move])
        if after.stage == DICE_PLACED:
            return f"{who} rolls {rolled}."
        off = "all dice come off, " if before.placed else ""
        return f"{who} rolls {rolled}, and nothing fits: {off}{cat_in_words(after)}."
    if move == AGAIN:
        return f"{who} rolls again."
    gathered = f"{gathered_in_words(before, after)}." if after.stage != DICE_PLACED else ""
    if move == GATHER:
        return f"{who} gathers {count_noun(before.placed, 'square')}: {gathered}"
    placed = f"{who} puts a die on the {FACE_NAMES[before.food[move]]} at {name_of(move)}"
    return f"{placed}. All are placed: {gathered}" if gathered else f"{placed}."


def draw(view: View, names: Names) -> str:
    """Return the pantry with a wall around every item, then the food left, the way of the cat and the dice."""
    item_at = {square: item for item in view.items for square in item.squares}
    lines = ["     " + "   ".join(chr(ord("a") + column) for column in range(view.width))]
    for row in range(view.height + 1):
        lines.append("   " + wall_above(view, item_at, row))
        if row < view.height:
            lines.append(f"{row + 1:2d} " + row_of_squares(view, item_at, row))
    lines.append(KEY)
    to_gather = {food: sum(item.left for item in view.items if item.food == food) for food in LETTERS}
    lines.append("Left: " + ", ".join(f"{coloured(food, LETTERS[food])} {food} {n}" for food, n in to_gather.items()))
    lines.append(way_of_the_cat(view))
    if view.roller is not None:
        rolled = f" rolled {join_words(view.rolled)}" if view.rolled else f" has {view.dice_to_roll} to roll"
        lines.append(f"Dice: {names[view.roller]}{rolled}, {len(view.dice)} placed")
        if view.line:
            lines.append("All dice of a turn must lie in one row or in one column")
    return "\n".join(lines)


def coloured(food: str, text: str) -> str:
    return f"[{COLOURS[food]}]{text}[/]"


def is_wall(item_at: Mapping[str, Item], row: int, column: int, other_row: int, other_column: int) -> bool:
    """Return whether two adjacent squares, or a square and the outside, belong to different items."""
    return item_of(item_at, row, column) is not item_of(item_at, other_row, other_column)


def item_of(item_at: Mapping[str, Item], row: int, column: int) -> Item | None:
    on_the_field = 0 <= row < SIDE and 0 <= column < SIDE
    return item_at.get(square_name(row, column)) if on_the_field else None


def wall_above(view: View, item_at: Mapping[str, Item], row: int) -> str:
    """Return the walls between a row and the one above it. A corner shows the walls that meet there."""
    text = ""
    for column in range(view.width + 1):
        across = is_wall(item_at, row, column - 1, row - 1, column - 1), is_wall(item_at, row, column, row - 1, column)
        along = is_wall(item_at, row - 1, column - 1, row - 1, column), is_wall(item_at, row, column - 1, row, column)
        text += "+" if any(across) and any(along) else "-" if any(across) else "|" if any(along) else " "
        if column < view.width:
            text += "---" if across[1] else "   "
    return text


def row_of_squares(view: View, item_at: Mapping[str, Item], row: int) -> str:
    text = ""
    for column in range(view.width + 1):
        text += "|" if is_wall(item_at, row, column - 1, row, column) else " "
        if column < view.width:
            text += square_in_text(view, item_at, square_name(row, column))
    return text


def square_in_text(view: View, item_at: Mapping[str, Item], square: str) -> str:
    item = item_at.get(square)
    if item is None:
        return "   "
    letter = LETTERS[item.food]
    if square in view.gathered:
        return " . "
    if square in view.dice:
        return coloured(item.food, f"({letter})")
    return coloured(item.food, f" {letter.upper() if square in view.fitting else letter} ")


def way_of_the_cat(view: View) -> str:
    """Return the way of the cat: C is the cat, each dot is a step, and the last step leads through the door."""
    way = "." * view.cat_moved + ("C" + "." * (view.cat_left - 1) + "|" if view.cat_left else "|C")
    return f"Kitchen {way} Pantry\nThe cat: {count_noun(view.cat_moved, 'move')} made, {view.cat_left} to go"


def closing(s: PlainPosition, names: Names) -> list[str]:
    gathered = f"{s.squares - s.left} of {count_noun(s.squares, 'square')} gathered"
    if s.left == 0:
        ahead = count_noun(s.cat_moves - s.cat, "move")
        return ["All the food is yours: you win together!", rating(s), f"{gathered}, the cat had {ahead} to go"]
    return ["The cat is in the pantry: you lose together.", rating(s), gathered]


NARRATOR = Narrator(
    question=question, label=label, narrate=narrate, draw=draw, closing=closing, sentences=SENTENCES, reasons=reasons
)
