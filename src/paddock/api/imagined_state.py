"""A match as one seat may imagine it: it starts in the middle, without the history that has secrets."""

from collections.abc import Mapping

from paddock.engine.game import Game
from paddock.engine.types import Positions, copy_positions
from paddock.match.match_state import MatchState


class ImaginedState(MatchState):
    """A match that starts at a position in which the facts that a seat cannot know were resampled."""

    def __init__(self, game: Game, players: int, options: Mapping[str, object], position: Positions) -> None:
        super().__init__(game, players, options)
        self._first = copy_positions(position)
        self.position = copy_positions(position)

    def start_position(self) -> Positions:
        return copy_positions(self._first)
