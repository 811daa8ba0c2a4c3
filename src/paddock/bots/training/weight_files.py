"""Files of trained weights, with their origin.

A file records the seed, the plan and the fingerprint of a short training run. So a test can check if training would
still find these weights.
"""

import hashlib
from dataclasses import replace
from typing import Any, Final

import numpy as np

from paddock.bots.algorithms.value_network import WEIGHTS
from paddock.bots.training.td_learning import Report, train
from paddock.engine.game import Game, TrainingPlan

TRIAL_GAMES: Final = 6
"""The games in a round of the short training run behind a fingerprint."""


def save(report: Report, origin: dict[str, Any], path: Any) -> None:
    """Write the weights of a report and their origin to a file."""
    weights = {name: report.weights[name] for name in WEIGHTS}
    np.savez_compressed(path, **weights, **origin, rounds=report.round)  # type: ignore[arg-type]


def origin_of(game: Game, plan: TrainingPlan, seed: int) -> dict[str, Any]:
    """Return the origin of the weights that this plan gives: seed, plan and fingerprint of a short run."""
    return {"seed": seed, "plan": repr(plan), "trial": trial_fingerprint(game, plan, seed)}


def trial_fingerprint(game: Game, plan: TrainingPlan, seed: int) -> str:
    """Return the fingerprint of the weights of a short run of this plan, with few games and both kinds of rounds.

    It changes with the rules, the bots, the features and the training, so whenever the whole training would give other
    weights.
    """
    short = replace(plan, imitation_rounds=min(plan.imitation_rounds, 1), rounds=min(plan.rounds, 1), games=TRIAL_GAMES)
    *_, last = train(game, short, seed)
    return hashlib.sha256(b"".join(last.weights[name].tobytes() for name in WEIGHTS)).hexdigest()[:16]
