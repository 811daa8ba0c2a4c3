"""Why a choice in So ein Mist is good or bad, in one sentence. Numbers refer to RULES.md."""

from paddock.games.mist.data import FACES
from paddock.games.mist.rules import STOP, landing, taker, worth
from paddock.rules.game import Names
from paddock.rules.grid import listed
from paddock.rules.kinds import Move, State


def brought(s: State, face: int) -> tuple[int, int]:
    """3.1 to 3.3 Who takes the card that a walk by this face reaches, and the points it is worth there."""
    at = landing(s, s.active, face)
    who = taker(s, int(s.active), at)
    return who, worth(s, who, int(s.owner[at]), int(s.value[at]))


def because(s: State, move: Move, names: Names) -> str:
    if move == STOP:
        who, points = brought(s, int(s.die))
        whose = "you" if who == s.active else names[who]
        better = [face for face in range(1, FACES + 1) if gain(s, face) > gain(s, int(s.die))]
        rest = f"only {faces(better)} would be better" if better else "no other face would be better"
        return f"It brings {whose} {points:+d}, and {rest}."
    dung = [face for face in range(1, FACES + 1) if brought(s, face)[0] == s.active and brought(s, face)[1] < 0]
    food = [face for face in range(1, FACES + 1) if brought(s, face)[0] == s.active and brought(s, face)[1] > 0]
    said = [f"{faces(dung)} lands you on dung" if dung else "no face lands you on dung"]
    if food:
        said.append(f"{faces(food)} on food")
    return f"Of the next die {' and '.join(said)}."


def gain(s: State, face: int) -> float:
    """What a walk does to the lead over the mean of the rivals."""
    who, points = brought(s, face)
    return points if who == s.active else -points / (int(s.seats) - 1)


def faces(which: list[int]) -> str:
    """
    >>> faces([1, 4]), faces([2])
    ('a 1 or a 4', 'a 2')
    """
    return listed((f"a {face}" for face in which), "or")
