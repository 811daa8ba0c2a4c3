"""Bots: players, a coach and an analysis.

- `levels` names the playing strengths; `bot` asks a bot for a move; `player_records` puts bots at simulated tables.
- `coach` advises a person; `analysis` separates luck from skill in a finished match.
- `compile_stages` knows which native code of a game is ready; `game_warmup` compiles it, `background_compilation` in
  another process.
- `algorithms` has the search algorithms and evaluations.
- `training` learns the value networks by self-play and calibrates the levels.
- `arena` plays tournaments and rates bots.

A bot never sees the real position: it receives one in which `imagine` has resampled the facts hidden from its seat.
"""

from typing import Final

DEFAULT_OPPONENT: Final = "hound"
"""The level of the bots at a new table."""
DEFAULT_SIMULATED: Final = "uniform"
"""The level of the bots in a simulation or study that names none."""
