"""The sentences and the text picture of Kuhlorado."""

from collections import Counter
from itertools import zip_longest

import numpy as np

from paddock.engine.boards.grid import COLUMNS, square_names
from paddock.engine.game import Names, Narrator
from paddock.engine.plain_position import PlainPosition
from paddock.engine.position_calls import score_at
from paddock.engine.text.english import count_noun, join_words
from paddock.engine.text.ranking import ranking
from paddock.engine.types import Move, copy_positions
from paddock.games.kuhlorado.bot.advice import SENTENCES, reasons
from paddock.games.kuhlorado.data import COW, LETTERS, SEATS
from paddock.games.kuhlorado.notation import dice_in_words, faces_in_words, kind_in_words, name
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_LOWER, KEEP_NONE, TENS, free_numbers
from paddock.games.kuhlorado.state import (
    DICE_KEPT,
    FINISHED,
    FIRST_THROW,
    MARKED,
    SECOND_MARKED,
    SECOND_THROW,
    STARTER_DRAWN,
)
from paddock.games.kuhlorado.view import View, look_over

MINUS = "\N{MINUS SIGN}"
PENS = "XO"
"""1.1 The marks of the two seats: crosses and circles."""
COLOURS = ("red", "blue")
WIDE = 38
"""The columns of text that the sheet takes. The standings are to the right of it."""


def question(s: PlainPosition) -> str:
    if s.stage == DICE_KEPT:
        return f"You threw {dice_in_words(s)}. Which dice do you keep?"
    lower = s.dice[0]
    if s.stage == SECOND_MARKED:
        if lower == COW:
            return "Mark one more cow."
        wanted = kind_in_words(lower + COW - s.kind[s.first])
        return f"Mark {wanted} as well, with exactly one square between it and {name(s.first)}, or leave it at that?"
    if lower == COW:
        return "Two cows: mark two cow squares. Which first?" if s.free[COW] > 1 else "Mark the last cow."
    kinds = [kind_in_words(kind) for kind in sorted({*s.dice}) if s.free[kind]]
    both = ", or both with exactly one square between them" if s.dice[1] == COW and len(kinds) > 1 else ""
    return f"You have {dice_in_words(s)}: mark {join_words(kinds, 'or')}{both}."


def label(s: PlainPosition, move: Move) -> str:
    if s.stage == DICE_KEPT:
        return keep_in_words(s, move) + (f" and {outlook(s)}" if move == KEEP_BOTH else "")
    if move == DONE:
        return "leave it at that one square"
    also = square_names(look_over(s).partners[move])
    follow = f"; then {join_words(also, 'or')} may follow" if also else ""
    return f"{name(move)}, {kind_in_words(s.kind[move])}{worth_in_words(s, move)}{follow}"


def keep_in_words(s: PlainPosition, kept: Move, ending: str = "") -> str:
    """Return the choice in words. The verbs have an ending for the third person."""
    if kept == KEEP_NONE:
        return f"throw{ending} both dice again"
    if kept == KEEP_BOTH:
        return f"keep{ending} {dice_in_words(s)}"
    die = s.dice[0] if kept == KEEP_LOWER else s.dice[1]
    return f"keep{ending} {kind_in_words(die)} and throw{ending} the other die again"


def outlook(s: PlainPosition) -> str:
    """Return the marks that the two dice allow, in words."""
    lower, higher = s.dice
    if lower == COW:
        return "mark two cows" if s.free[COW] > 1 else "mark the last cow"
    if higher == COW:
        return "mark one of them, perhaps both" if s.free[lower] else "mark a cow"
    return "mark one square" if s.free[lower] or s.free[higher] else "mark nothing, since none is free"


def worth_in_words(s: PlainPosition, square: Move) -> str:
    """Return the change of the points if the match were scored right after the mark, in words."""
    marked = copy_positions(s.position)
    marked[0].owner[square] = s.active
    before, after = np.zeros(SEATS), np.zeros(SEATS)
    score_at(s.position, before)
    score_at(marked, after)
    own, rival = (int(after[seat] - before[seat]) for seat in (s.active, 1 - s.active))
    changes = [f"{change:+d} for {whom}" for change, whom in ((own, "you"), (rival, "the other")) if change]
    return f" ({', '.join(changes)})".replace("-", MINUS) if changes else ""


def narrate(before: PlainPosition, move: Move, after: PlainPosition, names: Names) -> str:
    who = names[before.active]
    if before.stage == STARTER_DRAWN:
        return f"{names[move]} begins."
    if before.stage == FIRST_THROW:
        return f"{who} throws {dice_in_words(after)}."
    if before.stage == SECOND_THROW:
        return throw_in_words(before, move, who) + aftermath(before, after, names)
    if before.stage == DICE_KEPT:
        return f"{who} {keep_in_words(before, move, 's')}." + aftermath(before, after, names)
    if move == DONE:
        return f"{who} leaves it at that." + aftermath(before, after, names)
    return f"{who} marks {name(move)}, {kind_in_words(before.kind[move])}." + aftermath(before, after, names)


def throw_in_words(before: PlainPosition, thrown: Move, who: str) -> str:
    kept = before.dice[0]
    if kept:
        return f"{who} throws {kind_in_words(thrown)} and has kept {kind_in_words(kept)}."
    return f"{who} throws {faces_in_words(*divmod(thrown, TENS))}."


def aftermath(before: PlainPosition, after: PlainPosition, names: Names) -> str:
    """Return sentences about the consequences of a turn that has just ended."""
    if after.stage in (SECOND_THROW, MARKED, SECOND_MARKED):
        return ""
    sentences = ""
    if before.stage in (DICE_KEPT, SECOND_THROW):
        sentences += " No such square is free, so nothing is marked."
    if after.interim_taken and not before.interim_taken:
        points = join_words(f"{after.interim[seat]} to {names[seat]}" for seat in range(SEATS))
        sentences += (
            f" With {count_noun(after.cows - after.free[COW], 'cow')} marked, the interim score gives {points}."
        )
    if after.stage == FINISHED:
        sentences += " " + last_word(after)
    return sentences


def last_word(s: PlainPosition) -> str:
    """4.1, 4.2 Return the reason for the end of the match."""
    if s.free[COW] == 0:
        return "No cow is free any more: the match is over."
    return f"{count_noun(free_numbers(s.position[0]), 'number square')} left free: the match is over."


def draw(view: View, names: Names) -> str:
    """Return the sheet with its coordinates, the standings to its right, and land and dice below it."""
    columns = "".join(f"  {COLUMNS[column]} " for column in range(len(view.rows[0])))
    sheet = [f"   {columns}", *(row_in_text(view, row) for row in range(len(view.rows)))]
    sides = ["", *standing_in_text(view)]
    lines = [
        (left + " " * (WIDE - width(left)) + right).rstrip() for left, right in zip_longest(sheet, sides, fillvalue="")
    ]
    lines.append("")
    for seat, pen in enumerate(PENS):
        marker = ">" if seat == view.active else " "
        points = count_noun(view.scores[seat], "point")
        lines.append(f"{marker} [{COLOURS[seat]}]{pen}[/] {names[seat]}: {points}; {land_in_text(view, seat)}")
    lines.append(outlook_in_text(view))
    if view.dice:
        lines.append(f"Dice: {' and '.join('cow' if die == LETTERS[COW] else die for die in view.dice)}")
    lines.append("# small trough, ## large trough, c cow" + (", * may be marked now" if view.marks else ""))
    return "\n".join(lines)


def width(line: str) -> int:
    """Return the width of a line of the sheet without its colour markup."""
    for colour in COLOURS:
        line = line.replace(f"[{colour}]", "")
    return len(line.replace("[/]", ""))


def row_in_text(view: View, row: int) -> str:
    legal = {mark.square for mark in view.marks}
    large = {cell for prize in view.prizes if len(prize.cells) > 1 for cell in prize.cells}
    text = f"{row + 1:2d} "
    for square in view.rows[row]:
        if square.shows == "trough":
            text += " ## " if square.name in large else "  # "
        elif square.owner is not None:
            text += f"  [{COLOURS[square.owner]}]{PENS[square.owner]}[/] "
        else:
            text += f"  {LETTERS[COW] if square.shows == 'cow' else square.shows}{'*' if square.name in legal else ' '}"
    return text


def standing_in_text(view: View) -> list[str]:
    """Return a line for each pasture and trough: its points, the marks of both seats, and the leader."""
    lines = []
    for prize in view.prizes:
        crosses, circles = prize.marked
        leads = f"{PENS[prize.leader]} leads" if prize.leader is not None else "tied" if crosses else ""
        lines.append(f"{prize.name:15} {prize.points:2d}  X {crosses} : {circles} O  {leads}")
    return lines


def land_in_text(view: View, seat: int) -> str:
    """Return the land areas of a seat by size, with their points and number, without single squares."""
    own = [area for area in view.areas if area.owner == seat and len(area.squares) > 1]
    sizes = Counter((len(area.squares), area.points) for area in own)
    parts = [
        f"{squares}{f' ({points})' if points else ''}{f' x{times}' if times > 1 else ''}"
        for (squares, points), times in sizes.items()
    ]
    return f"land areas {', '.join(parts)}" if parts else "no land area yet"


def outlook_in_text(view: View) -> str:
    """Return the free squares, the end of the match and the interim score."""
    numbers = sum(view.numbers_free)
    end = f"the match ends at 0 cows or {count_noun(view.last_numbers, 'number')}"
    text = f"Free: {count_noun(view.cows_free, 'cow')}, {count_noun(numbers, 'number')} ({end})"
    if view.interim is None:
        return text
    if view.interim.points is None:
        return (
            f"{text}\nInterim score at {count_noun(view.interim.cows_needed, 'marked cow')}; {view.cows_marked} so far"
        )
    return f"{text}\nInterim score: X {view.interim.points[0]}, O {view.interim.points[1]}"


def closing(s: PlainPosition, names: Names) -> list[str]:
    points = np.zeros(SEATS)
    score_at(s.position, points)
    return ranking(s, [count_noun(int(number), "point") for number in points], names)


NARRATOR = Narrator(
    question=question, label=label, narrate=narrate, draw=draw, closing=closing, sentences=SENTENCES, reasons=reasons
)
