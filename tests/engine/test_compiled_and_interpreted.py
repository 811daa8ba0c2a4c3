"""The compiled and the interpreted run of the same source agree, byte for byte."""

import hashlib
import io
import os
import subprocess
import sys
from typing import Any

import pytest

from paddock.games import GAMES, load_game
from paddock.match.simulation import simulate
from support.variants import VARIANTS

PROGRAM = """
from engine.test_compiled_and_interpreted import digest
print(digest({name!r}))
"""


def digest(name: str) -> str:
    """A fingerprint of the records of a few games of every option set and number of players."""
    game = load_game(name)
    out = io.BytesIO()
    for options in VARIANTS[name]:
        chosen: dict[str, Any] = dict(options)
        for players in (game.facts.players[0], game.facts.players[-1]):
            simulate(game, players, chosen, games=2, seed=players, records=out)
    return hashlib.sha256(out.getvalue()).hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_interpreted_agree(name: str) -> None:
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    interpreted = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM.format(name=name)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert interpreted.returncode == 0, interpreted.stderr
    assert interpreted.stdout.strip() == digest(name)
