"""The rooms by the names under which Gymnasium makes them: `paddock/Mist-v0` and so on."""

import gymnasium

from paddock.games import ROOMS


def environment_id(name: str) -> str:
    """
    >>> environment_id("pig")
    'paddock/Pig-v0'
    """
    return f"paddock/{name.capitalize()}-v0"


def register_rooms() -> None:
    """Tell Gymnasium of every game in the registry; again, after a stranger's room has joined it."""
    for name in ROOMS:
        if environment_id(name) not in gymnasium.registry:
            gymnasium.register(
                environment_id(name),
                entry_point="paddock.envs.single:Single",
                vector_entry_point="paddock.envs.vector:Vector",
                kwargs={"name": name},
                disable_env_checker=True,  # it tries actions that the mask forbids; our tests run the checker
            )
