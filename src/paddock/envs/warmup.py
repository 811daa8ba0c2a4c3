"""Compile the environments of a game ahead: `python -m paddock.envs.warmup GAME`."""

import argparse
from pathlib import Path

import numpy as np

from paddock.bots.compile_stages import stage_mark, write_mark
from paddock.bots.game_warmup import Steps
from paddock.engine.compilation.compile_cache import COMPILING, fingerprint
from paddock.engine.game import Game
from paddock.envs import batch_kernels
from paddock.envs.batch import Batch
from paddock.games import load_game


def env_steps(game: Game) -> Steps:
    """Return the steps that compile a batch of games."""
    batch = Batch(game, 1, game.facts.players[0], {})
    return [lambda: batch.observe(0, 0, np.zeros(game.observation_size, np.float32))]


def envs_mark(game: Game) -> Path:
    """Return the mark of compiled environments. Its name contains a fingerprint of their kernels."""
    return stage_mark(game, f"envs-{fingerprint([Path(str(batch_kernels.__file__))])}")


def envs_are_compiled(game: Game) -> bool:
    return not COMPILING or envs_mark(game).exists()


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile the environments of a game for this machine.")
    parser.add_argument("game")
    game = load_game(parser.parse_args().game)
    for run_step in env_steps(game):
        run_step()
    write_mark(envs_mark(game))


if __name__ == "__main__":
    main()
