"""Players. A bot is handed a position in which what its seat cannot know has been dealt anew, never the real one."""

from typing import Final

from paddock.bots.greedy import greedy
from paddock.bots.player import Bot
from paddock.bots.uniform import uniform
from paddock.rules.refusals import BadOption

LEVELS: dict[str, Bot] = {"uniform": uniform, "greedy": greedy}
"""By name, from weak to strong."""

AT_HOME: Final = "greedy"
"""Who sits down with a person who did not ask for anybody."""
IN_SIMULATIONS: Final = "uniform"


def bot(level: str) -> Bot:
    """The bot of this level."""
    if level not in LEVELS:
        raise BadOption(f"there is no bot {level!r}; there are {', '.join(LEVELS)}")
    return LEVELS[level]
