"""Why a choice in Life is Life is good or bad, in one sentence, by what the seat to move knows (2.8)."""

from paddock.games.life.data import ANIMALS, PLURALS, SPECIES
from paddock.games.life.greed import worth_with
from paddock.games.life.places import places_for
from paddock.games.life.rules import DECLARE, KNOCK
from paddock.games.life.state import CARD_GIVEN, DECLARE_OR_NOT, NOBODY
from paddock.rules.game import Names
from paddock.rules.grid import listed
from paddock.rules.kinds import Move
from paddock.rules.plain import Plain


def because(s: Plain, move: Move, names: Names) -> str:
    if s.stage == DECLARE_OR_NOT:
        return "Everybody else loses a life at once." if move == DECLARE else "You keep the combination for later."
    if s.stage == CARD_GIVEN:
        return giving(s, move, names)
    return knocking(s) if move == KNOCK else taking(s, move, names)


def knocking(s: Plain) -> str:
    """4. What the hand would expect if hands were counted now."""
    now = s.table[0]
    expects = worth_with(now, places_for(now, s.active), NOBODY)
    fair = sum(s.values) / s.players_left
    return f"Your hand would expect about {expects:.0f} points now; a fair share is {fair:.0f}."


def taking(s: Plain, row: int, names: Names) -> str:
    """Which animals the row strengthens, and whose collection it breaks."""
    mine = [
        f"{s.hand[s.active][animal] + s.row[row][animal]} {PLURALS[animal]}"
        for animal in range(SPECIES)
        if s.row[row][animal] and s.hand[s.active][animal]
    ]
    broken = [f"{names[seat]}'s {PLURALS[animal]}" for animal in range(SPECIES) for seat in collectors(s, row, animal)]
    said = [f"makes {listed(mine)} in your hand" if mine else "brings animals that you do not hold"]
    if broken:
        said.append(f"breaks {listed(broken)}")
    return f"That row {' and '.join(said)}."


def collectors(s: Plain, row: int, animal: int) -> list[int]:
    """Rivals who are known to hold the most of an animal that lies in this row."""
    if not s.row[row][animal]:
        return []
    most = max(s.known[seat][animal] for seat in range(s.seats) if seat != s.active)
    return [seat for seat in range(s.seats) if most and seat != s.active and s.known[seat][animal] == most]


def giving(s: Plain, animal: int, names: Names) -> str:
    left = s.hand[s.active][animal] - 1
    rivals = [names[seat] for seat in range(s.seats) if seat != s.active and s.known[seat][animal] > 0]
    kept = f"You keep {left} {PLURALS[animal]}" if left > 1 else f"You keep {'a' if left else 'no'} {ANIMALS[animal]}"
    return f"{kept}; {listed(rivals)} collects them too." if rivals else f"{kept}; nobody is known to collect them."
