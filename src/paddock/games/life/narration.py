"""The sentences and the text picture of Life is Life."""

from collections import Counter
from collections.abc import Sequence
from textwrap import fill

from paddock.engine.game import Names, Narrator
from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.ranking import ranking
from paddock.engine.types import Move
from paddock.games.life.bot.advice import SENTENCES, reasons
from paddock.games.life.data import ANIMALS, CARDS, PLURALS
from paddock.games.life.rules import DECLARE, KNOCK
from paddock.games.life.state import (
    CARD_GIVEN,
    DECLARE_OR_NOT,
    FINISHED,
    HAND_DEALT,
    NOBODY,
    ROW_DEALT,
    STARTER_DRAWN,
    TRADE_OR_KNOCK,
)
from paddock.games.life.view import Cards, Player, Showdown, View, cards, combinations, known_to, showdown

MINUS = "\N{MINUS SIGN}"
WIDTH = 78
NAME_WIDTH = 10


def in_words(these: Cards) -> str:
    """
    >>> in_words(("bear", "cat", "cat"))
    'a bear and 2 cats'
    """
    words = [f"{n} {PLURALS[ANIMALS.index(a)]}" if n > 1 else f"a {a}" for a, n in Counter(these).items()]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def lives_in_words(lives: int) -> str:
    return "1 life" if lives == 1 else f"{lives} lives"


def question(s: PlainPosition) -> str:
    if s.stage == CARD_GIVEN:
        row = in_words(cards(s.row[s.taking]))
        number = "one more card" if s.to_give == 1 else f"{s.to_give} more cards"
        return f"You want row {s.taking + 1} ({row}). Lay down {number}: which is next?"
    if s.stage == DECLARE_OR_NOT:
        return "Your trade is done. End the phase by sudden death, or say nothing?"
    if s.knocker != NOBODY:
        return "This is your last turn of the phase. Trade once more, or keep your cards?"
    return "Trade for a row, or knock?" if s.traded[s.active] else "Your first turn: which row would you like?"


def label(s: PlainPosition, move: Move) -> str:
    if s.stage == CARD_GIVEN:
        left = s.hand[s.active][move] - 1
        return f"give a {ANIMALS[move]} ({in_words((ANIMALS[move],) * left) if left else 'none'} left)"
    if s.stage == DECLARE_OR_NOT:
        gain = ", you gain one" if s.advanced else ""
        return (
            f"declare: the phase ends, all others lose a life{gain}" if move == DECLARE else "say nothing and play on"
        )
    if move == KNOCK and s.knocker != NOBODY:
        return "knock: keep your cards as they are"
    if move == KNOCK:
        return "knock: everybody else has one last turn, then the hands are compared"
    size = s.row_size[move]
    return f"row {move + 1}: take {in_words(cards(s.row[move]))} and give {size} other card{'s' if size > 1 else ''}"


def narrate(before: PlainPosition, move: Move, after: PlainPosition, names: Names) -> str:
    """Return a sentence with public facts only, without hidden cards."""
    if before.stage == STARTER_DRAWN:
        return f"{names[move]} begins."
    if before.stage == HAND_DEALT:
        return f"Phase {before.phase}: the cards are dealt." if not any(before.held) else ""
    if before.stage == ROW_DEALT:
        if after.stage == ROW_DEALT:
            return ""
        rows = "; ".join(f"row {row + 1}: {in_words(cards(after.row[row]))}" for row in range(after.rows))
        return f"On the table lie {rows}. {names[after.starter]} starts."
    who = names[before.active]
    sentence = ""
    if before.stage == TRADE_OR_KNOCK and move == KNOCK:
        first = before.knocker == NOBODY
        sentence = f"{who} knocks: one last turn for everybody else." if first else f"{who} keeps the cards."
    elif before.stage == CARD_GIVEN and before.to_give == 1:
        gift = list(before.given)
        gift[move] += 1
        taken = in_words(cards(before.row[before.taking]))
        sentence = f"{who} lays down {in_words(cards(tuple(gift)))} and takes {taken}."
    over = after.phase != before.phase or after.stage == FINISHED
    return " ".join(filter(None, [sentence, ending_in_words(before, after, names) if over else ""]))


def ending_in_words(before: PlainPosition, after: PlainPosition, names: Names) -> str:
    """Return sentences about the end of a phase, from the positions before and after it."""
    end = showdown(after, known_to(after, None).majority)
    if end.sudden_death:
        who = names[end.ended_by]
        hand = Counter(end.hands[end.ended_by])
        complete = [animal for animal in combinations(after) if hand[animal] == CARDS[ANIMALS.index(animal)]]
        sentences = [f"{who} shows {all_of(complete, ' and ')}: sudden death! All others lose a life."]
        if after.advanced:
            sentences.append(f"{who} gains one.")
    else:
        sentences = ["The hands are compared."]
        for seat, points in enumerate(end.points):
            if points is not None:
                lost = lives_in_words(-end.lives_changed[seat]) if end.lives_changed[seat] else "nothing"
                sentences.append(f"{names[seat]} has {points} points and loses {lost}.")
    gone = [seat for seat in range(after.seats) if before.lives[seat] > 0 and after.lives[seat] == 0]
    return " ".join(sentences + [f"{names[seat]} is out." for seat in gone])


def draw(view: View, names: Names) -> str:
    """Return the rows, the players and the own hand; between two phases also the end of the last one."""
    lines = []
    if view.showdown and (view.over or not any(player.traded for player in view.players)):
        lines += [*showdown_lines(view.showdown, names), ""]
    if view.phase and not view.over:
        turn = f", {names[view.active]} to play" if view.active is not None else ""
        lines.append(wrapped(f"Phase {view.phase}{turn}. Sudden death: {all_of(view.combinations)}."))
        for row, there in enumerate(view.rows):
            mark = f"  <- wanted for {join_words(view.given) or 'cards to come'}" if row == view.taking else ""
            lines.append(wrapped(f"  Row {row + 1}  {join_words(there)}{mark}"))
        lines.append("")
    lines += [wrapped(player_line(view, seat, player, names)) for seat, player in enumerate(view.players)]
    if view.knocker is not None:
        lines.append(f"{names[view.knocker]} has knocked: this is the last round.")
    if view.hand:
        lines += ["", wrapped(f"[bold]Your hand[/]  {join_words(view.hand)}")]
    return "\n".join(lines)


def all_of(animals: Sequence[str], between: str = " or ") -> str:
    """
    >>> all_of(("rabbit", "pig"))
    'all 5 rabbits or all 5 pigs'
    """
    return between.join(f"all {CARDS[i]} {PLURALS[i]}" for i in map(ANIMALS.index, animals))


def join_words(these: Cards) -> str:
    """
    >>> join_words(("bear", "cat", "cat"))
    'bear, 2 cats'
    """
    return ", ".join(f"{n} {PLURALS[ANIMALS.index(a)]}" if n > 1 else a for a, n in Counter(these).items())


def wrapped(line: str) -> str:
    return fill(line, WIDTH, subsequent_indent=" " * 9, drop_whitespace=True) if len(line) > WIDTH else line


def player_line(view: View, seat: int, player: Player, names: Names) -> str:
    marker = ">" if seat == view.active else " "
    if player.rank and player.rank > 1:
        return f"{marker} {names[seat]}: out, rank {player.rank}"
    known = f", known to hold {join_words(player.known)}" if player.known and seat != view.seat else ""
    knocked = ", knocked" if player.knocked else ""
    return f"{marker} {names[seat]}: [red]{lives_in_words(player.lives)}[/]{knocked}{known}"


def showdown_lines(end: Showdown, names: Names) -> list[str]:
    """Return a line per animal with the cards of each seat and a star at the majority; then points and lives."""
    if end.sudden_death:
        hand = join_words(end.hands[end.ended_by] or ())
        return [wrapped(f"The last phase ended in sudden death. {names[end.ended_by]} had {hand}.")]
    seats = [seat for seat, hand in enumerate(end.hands) if hand is not None]
    lines = [f"{'The last phase':16}" + "".join(f"{names[seat][:NAME_WIDTH]:>{NAME_WIDTH + 2}}" for seat in seats)]
    for row in end.comparisons:
        counts = [f"{row.counts[seat] or '.'}{'*' if seat == row.winner else ' '}" for seat in seats]
        lines.append(f"{row.animal:12}{row.value:3} " + "".join(f"{count:>{NAME_WIDTH + 2}}" for count in counts))
    lines.append(f"{'points':16}" + "".join(f"{end.points[seat]!s:>{NAME_WIDTH + 1}} " for seat in seats))
    lost = [f"{MINUS}{-end.lives_changed[seat]}" if end.lives_changed[seat] else "0" for seat in seats]
    lines.append(f"{'lives':16}" + "".join(f"{number:>{NAME_WIDTH + 1}} " for number in lost))
    return lines


def closing(s: PlainPosition, names: Names) -> list[str]:
    results = zip(s.lives[: s.seats], s.rank)
    words = [f"{lives_in_words(lives)} left" if lives else f"out, rank {rank}" for lives, rank in results]
    return ranking(s, words, names)


NARRATOR = Narrator(
    question=question, label=label, narrate=narrate, draw=draw, closing=closing, sentences=SENTENCES, reasons=reasons
)
