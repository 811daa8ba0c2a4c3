"""Environments for people who teach machines: Gymnasium, PettingZoo, OpenSpiel, and many games at once.

    import paddock.envs

    tables = paddock.envs.batch("mist", n=1024)               # arrays in, arrays out; nothing else to install
    gymnasium.make("paddock/Mmm-v0", board="hard", line=True)    # with the extra paddock[envs]
    paddock.envs.pettingzoo.env("life", players=4)
    paddock.envs.openspiel.load("kuhlorado")

Every adapter is written once and names no game; a room outside the package gets all of them.
"""

from importlib.util import find_spec

from paddock.envs.batches import Batch, batch

__all__ = ["Batch", "batch"]

if find_spec("gymnasium"):
    from paddock.envs.registration import register_rooms

    register_rooms()
