"""Why a choice in So ein Mist is good or bad, in one sentence. Numbers refer to RULES.md."""

from paddock.games.mist.data import FACES
from paddock.games.mist.rules import STOP, worth
from paddock.games.mist.view import look_ahead
from paddock.rules.game import Names
from paddock.rules.grid import listed
from paddock.rules.kinds import Move
from paddock.rules.plain import Plain


def brought(s: Plain, face: int) -> tuple[int, int]:
    """3.1 to 3.3 Who takes the card that a walk by this face reaches, and the points it is worth there."""
    ahead = look_ahead(s)
    at, who = ahead.place[face - 1], ahead.taker[face - 1]
    return who, worth(s.table[0], who, s.owner[at], s.value[at])


def because(s: Plain, move: Move, names: Names) -> str:
    if move == STOP:
        who, points = brought(s, s.die)
        whose = "you" if who == s.active else names[who]
        better = [face for face in range(1, FACES + 1) if gain(s, face) > gain(s, s.die)]
        rest = f"only {faces(better)} would be better" if better else "no other face would be better"
        return f"It brings {whose} {points:+d}, and {rest}."
    dung = [face for face in range(1, FACES + 1) if brought(s, face)[0] == s.active and brought(s, face)[1] < 0]
    food = [face for face in range(1, FACES + 1) if brought(s, face)[0] == s.active and brought(s, face)[1] > 0]
    said = [f"{faces(dung)} lands you on dung" if dung else "no face lands you on dung"]
    if food:
        said.append(f"{faces(food)} on food")
    return f"Of the next die {' and '.join(said)}."


def gain(s: Plain, face: int) -> float:
    """What a walk does to the lead over the mean of the rivals."""
    who, points = brought(s, face)
    return points if who == s.active else -points / (s.seats - 1)


def faces(which: list[int]) -> str:
    """
    >>> faces([1, 4]), faces([2])
    ('a 1 or a 4', 'a 2')
    """
    return listed((f"a {face}" for face in which), "or")
