"""Players. A bot is handed a position in which what its seat cannot know has been dealt anew, never the real one."""

from typing import Final

AT_HOME: Final = "hound"
"""Who sits down with a person who did not ask for anybody."""
IN_SIMULATIONS: Final = "uniform"
