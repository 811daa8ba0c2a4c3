"""Records of players: the levels and play styles by which kernels decide for each seat of a simulated table."""

from collections.abc import Sequence

from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.move_choice import QUICK_PLAYERS, SEARCHING, UNIFORM
from paddock.bots.levels import DEFAULT_OPTIONS, PlayStyle, play_style
from paddock.engine.game import Game
from paddock.engine.options import OptionValues
from paddock.engine.types import Positions, new_positions
from paddock.match.simulation import Players


def simulated_players(game: Game, levels: Sequence[str], options: OptionValues = DEFAULT_OPTIONS) -> Players:
    """Return the players of a simulated table of this game with these options."""
    play_styles = [play_style(game, level, options) for level in levels]
    if all(one.policy == UNIFORM for one in play_styles):
        return Players(tuple(levels))
    return Players(tuple(levels), players_record(game, play_styles))


def players_record(game: Game, play_styles: Sequence[PlayStyle]) -> Positions:
    """Return the record by which kernels decide for each seat; a bot memory only if a seat searches."""
    if any(one.policy == SEARCHING for one in play_styles):
        return new_memory(game, len(play_styles), play_styles)
    players = new_positions(QUICK_PLAYERS)
    players[0].policy[: len(play_styles)] = [one.policy for one in play_styles]
    players[0].random_move_chance[: len(play_styles)] = [one.random_move_chance for one in play_styles]
    return players
