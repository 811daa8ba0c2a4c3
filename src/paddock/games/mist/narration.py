"""The sentences and the text picture of So ein Mist."""

from paddock.engine.game import Names, Narrator
from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.english import count_noun
from paddock.engine.text.ranking import ranking
from paddock.engine.types import Move
from paddock.games.mist.bot.advice import SENTENCES, reasons
from paddock.games.mist.data import ANIMALS, MOST_KINDS, MOST_STARTING
from paddock.games.mist.rules import STOP, giver
from paddock.games.mist.state import (
    ANIMALS_DEALT,
    DIE_THROWN,
    GAP_FILLED,
    PATH_LAID,
    STARTER_DRAWN,
    STOP_OR_MORE,
)
from paddock.games.mist.view import Place, View, look_ahead

MINUS = "\N{MINUS SIGN}"


def card_in_words(value: int) -> str:
    """
    >>> card_in_words(8), card_in_words(-3)
    ('food 8', 'dung −3')
    """
    return f"food {value}" if value >= 0 else f"dung {MINUS}{-value}"


def question(s: PlainPosition) -> str:
    return f"You threw a {s.die}. Stop here, or throw one more die?"


def label(s: PlainPosition, move: Move) -> str:
    if move != STOP:
        aside = [face for face in range(1, 7) if s.thrown >> face & 1]
        return f"one more die ({', '.join(map(str, aside))} would force you to stop)"
    at, who = reached(s, s.die)
    whose = "you take" if who == s.active else f"seat {who + 1} must take"
    return f"stop and walk {s.die}: {whose} {card_in_words(s.value[at])}"


def reached(s: PlainPosition, steps: int) -> tuple[int, int]:
    """Return the place where the active figure lands, and the seat that takes the card there."""
    ahead = look_ahead(s)
    return ahead.place[steps - 1], ahead.taker[steps - 1]


def narrate(before: PlainPosition, move: Move, after: PlainPosition, names: Names) -> str:
    who = names[before.active]
    if before.stage == ANIMALS_DEALT:
        return f"{who} plays the {ANIMALS[move]}."
    if before.stage == PATH_LAID:
        owner = "a starting card" if move < MOST_STARTING else f"the {laid_animal(before, move)}'s card"
        return f"Place {before.laid + 1}: {owner}, {card_in_words(after.value[before.laid])}."
    if before.stage == STARTER_DRAWN:
        return f"{names[move]} begins."
    if before.stage == DIE_THROWN:
        walked = walk_in_words(before, move, names) if after.stage != STOP_OR_MORE else ""
        why = ", which is there already," if before.thrown >> move & 1 else ", the last die,"
        return f"{who} throws a {move}{why} and must stop: {walked}" if walked else f"{who} throws a {move}."
    if before.stage == STOP_OR_MORE:
        return f"{who} stops: {walk_in_words(before, before.die, names)}" if move == STOP else f"{who} wants one more."
    if before.stage == GAP_FILLED:
        return f"{who} turns up {card_in_words(before.values[move])}."
    seat = giver(before.position[0])
    to = (seat + 1) % before.seats if before.shown % before.passed_on == 0 else (seat - 1) % before.seats
    return f"{names[seat]} had passed {card_in_words(before.values[move])} to {names[to]}."


def laid_animal(s: PlainPosition, move: Move) -> str:
    return ANIMALS[s.animal[(move - MOST_STARTING) // MOST_KINDS]]


def walk_in_words(before: PlainPosition, steps: int, names: Names) -> str:
    """Return a sentence about the taken card when the active figure walks."""
    at, who = reached(before, steps)
    card = card_in_words(before.value[at])
    if who == before.active:
        return f"{names[who]} takes {card}."
    return f"{names[before.active]} queues behind {names[who]}, who takes {card}."


def draw(view: View, names: Names) -> str:
    """Return the path as numbered lines, and the players below it."""
    lines = [path_line(view, at, place, names) for at, place in enumerate(view.path)]
    lines.append("")
    for seat, player in enumerate(view.players):
        marker = ">" if seat == view.active else " "
        points = "" if player.points is None else f", {player.points} points"
        lines.append(
            f"{marker} {names[seat]} ({player.animal}): {count_noun(player.cards_taken, 'card')} taken, "
            f"{player.cards_to_draw} to draw{points}"
        )
    if view.dice:
        lines.append(f"Numbers thrown: {', '.join(map(str, view.dice))}; newest {view.newest}")
    return "\n".join(lines)


def path_line(view: View, at: int, place: Place, names: Names) -> str:
    card = "   gap" if place.card is None else f"{place.card:+4d} {place.animal or 'start'}"
    colour = "dim" if place.card is None else "green" if place.card >= 0 else "yellow"
    target = next((face for face, ahead in enumerate(view.landings, 1) if ahead.place == at), None)
    reach = f"<- {target}" if target else "    "
    queue = " ".join(names[seat] for seat in place.figures)
    return f"{at + 1:3d} [{colour}]{card:12}[/] {reach} {queue}".rstrip()


def closing(s: PlainPosition, names: Names) -> list[str]:
    return ranking(s, [f"{s.points[seat]} points, {s.food[seat]} of them food" for seat in range(s.seats)], names)


NARRATOR = Narrator(
    question=question, label=label, narrate=narrate, draw=draw, closing=closing, sentences=SENTENCES, reasons=reasons
)
