"""The service also works without the compiler: `NUMBA_DISABLE_JIT=1 paddock serve`, only slower."""

import os
import subprocess
import sys
from pathlib import Path

from server.house import FEWEST, House

PROGRAM = """
import sys
from pathlib import Path
from paddock.games import GAMES
from server.house import House
from server.test_without_compiler import evening
with House(Path(sys.argv[1])) as house:
    for game in GAMES:
        evening(house, game)
"""
DECISIONS = 4
"""The number of a person's decisions. Bots move between them."""


def evening(house: House, game: str) -> None:
    """A person and bots play for a while. Every request succeeds, and no error is logged."""
    ann, watcher = house.guest(), house.stranger()
    bots = ["uniform"] * (FEWEST[game] - 1)
    table = ann.lay(game, "me", *bots, settings={"pace": "instant", "spectators": True})["table"]
    watch = ann.look(table)["watch"].rsplit("/", 1)[-1]
    with ann.socket(table, tell=True) as socket, watcher.socket(f"/api/watch/{watch}/socket") as theirs:
        theirs.hear("welcome")
        socket.hear("welcome")
        heard = socket.do("seed", 1, seat=0, seed="moo")
        for number in range(DECISIONS):
            while heard["snapshot"]["turn"] != 0 and heard["snapshot"]["state"] == "playing":
                heard = socket.hear("update")
            if heard["snapshot"]["state"] != "playing":
                break
            played = {"at": heard["snapshot"]["length"], "tokens": heard["snapshot"]["legal"][:1]}
            heard = socket.do("play", number + 2, **played)
        assert theirs.hear("update")["snapshot"]["number"] > 1
    ann.ask("GET", "/api/tables")
    ann.ask("GET", f"/api/tables/{table}/dice")
    house.inside(lambda services: services.tables.evict(services.tables._sessions[table]))
    ann.look(table, tell=True)  # reads the log
    assert b"paddock_failed_total 0.0" in ann.send("GET", "/metrics").content
    assert not any('"level": "error"' in line for line in house.logged)


def test_matches_without_the_compiler(tmp_path: Path) -> None:
    environment = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    served = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, str(tmp_path)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert served.returncode == 0, served.stderr
