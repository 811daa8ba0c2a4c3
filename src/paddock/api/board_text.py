"""The board of a match as plain text."""

from collections.abc import Sequence

from rich.text import Text

from paddock.engine.types import Seat
from paddock.match.match_state import MatchState
from paddock.match.seat_names import display_names


def board_text(state: MatchState, seat: Seat | None, names: Sequence[str]) -> str:
    """Return the board as a seat may see it, None is a spectator; at the end, with the result."""
    shown, narrator = display_names(names), state.game.narrator
    closing = ["", *narrator.closing(state.plain, shown)] if state.over else []
    return "\n".join([Text.from_markup(narrator.draw(state.view(seat), shown)).plain, *closing])
