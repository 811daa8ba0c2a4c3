"""Gymnasium ids of the games: `paddock/Mist-v0` and so on."""

import gymnasium

from paddock.games import GAMES


def environment_id(name: str) -> str:
    """Return the Gymnasium id of a game.

    >>> environment_id("pig")
    'paddock/Pig-v0'
    """
    return f"paddock/{name.capitalize()}-v0"


def register_games() -> None:
    """Register every game with Gymnasium. Call it again after adding a game to the registry."""
    for name in GAMES:
        if environment_id(name) not in gymnasium.registry:
            gymnasium.register(
                environment_id(name),
                entry_point="paddock.envs.gymnasium_env:SingleAgentEnv",
                vector_entry_point="paddock.envs.gymnasium_vector_env:VectorEnv",
                kwargs={"name": name},
                disable_env_checker=True,  # it tries masked actions; our tests run the checker
            )
