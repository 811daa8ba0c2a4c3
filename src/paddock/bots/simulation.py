"""Bots at a simulated table, for `paddock.match.simulation`."""

from collections.abc import Sequence

from paddock.bots.levels import AS_USUAL, Manner, manner
from paddock.bots.mind import QUICK, THINKING, UNIFORM
from paddock.bots.thinking import new_mind
from paddock.match.simulation import Players
from paddock.rules.game import Game
from paddock.rules.kinds import Table, new_table
from paddock.rules.options import Choices


def players_of(game: Game, levels: Sequence[str], options: Choices = AS_USUAL) -> Players:
    """Those who sit at a simulated table of this game with these options."""
    manners = [manner(game, level, options) for level in levels]
    if all(one.kind == UNIFORM for one in manners):
        return Players(tuple(levels))
    return Players(tuple(levels), seated(game, manners))


def seated(game: Game, manners: Sequence[Manner]) -> Table:
    """The record by which kernels know how each seat decides; a mind only if somebody thinks."""
    if any(one.kind == THINKING for one in manners):
        return new_mind(game, len(manners), manners)
    table = new_table(QUICK)
    table[0].kind[: len(manners)] = [one.kind for one in manners]
    table[0].forgets[: len(manners)] = [one.forgets for one in manners]
    return table
