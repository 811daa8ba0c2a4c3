"""The compiled and the interpreted run of the same source agree, byte for byte."""

import hashlib
import io
import os
import subprocess
import sys
from typing import Any

import pytest

from paddock.games import ROOMS, game
from paddock.match.simulation import simulate
from variants import VARIANTS

PROGRAM = """
import test_compiled
print(test_compiled.digest({name!r}))
"""


def digest(name: str) -> str:
    """A fingerprint of the records of a few games of every option set and number of players."""
    room = game(name)
    out = io.BytesIO()
    for options in VARIANTS[name]:
        chosen: dict[str, Any] = dict(options)
        for players in (room.facts.players[0], room.facts.players[-1]):
            simulate(room, players, chosen, games=2, seed=players, records=out)
    return hashlib.sha256(out.getvalue()).hexdigest()


@pytest.mark.parametrize("name", ROOMS)
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
