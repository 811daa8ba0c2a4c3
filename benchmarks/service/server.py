"""The service as `paddock serve` runs it, configured by the environment: `python -m benchmarks.service.server`."""

import os

import msgspec

from paddock.cli.compilation_progress import load_compiler, load_or_compile
from paddock.cli.console import new_console
from paddock.games import games
from paddock.server.config import VARIABLE, ServerConfig
from paddock.server.serve import run

if __name__ == "__main__":
    load_compiler()
    for game in games():
        load_or_compile(game, new_console())
    run(msgspec.json.decode(os.environ[VARIABLE], type=ServerConfig))
