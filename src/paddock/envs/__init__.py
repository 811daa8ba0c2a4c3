"""Reinforcement learning environments: batches of games as arrays, Gymnasium, PettingZoo and OpenSpiel.

    import paddock.envs

    env = paddock.envs.batch("mist", n=1024)                     # arrays; needs no other package
    gymnasium.make("paddock/Mmm-v0", board="hard", line=True)    # needs the extra paddock[envs]
    paddock.envs.pettingzoo.env("life", players=4)
    paddock.envs.openspiel.load("kuhlorado")

Every adapter works with every game, also with a game package outside this one.
"""

from importlib.util import find_spec

from paddock.envs.batch import Batch, batch

__all__ = ["Batch", "batch"]

if find_spec("gymnasium"):
    from paddock.envs.gymnasium_registration import register_games

    register_games()
