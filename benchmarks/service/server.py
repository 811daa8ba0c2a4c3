"""The service as `paddock serve` runs it, set up by the environment: `python -m benchmarks.service.server`."""

import os

import msgspec

from paddock.games import games
from paddock.server.heap import start_with_the_c_library
from paddock.server.running import run
from paddock.server.settings import VARIABLE, Service
from paddock.terminal.compiling import have_at_hand, load_compiler
from paddock.terminal.paper import paper

if __name__ == "__main__":
    start_with_the_c_library()
    load_compiler()
    for room in games():
        have_at_hand(room, paper())
    run(msgspec.json.decode(os.environ[VARIABLE], type=Service))
