"""Mmm!: gather all the food together before the cat is in the pantry."""

from pathlib import Path

from paddock.games.mmm import notation, rules, solution, telling, view
from paddock.games.mmm.data import FACTS, MOST_THROWS, OPTIONS
from paddock.games.mmm.state import FIELDS, STATE
from paddock.rules.game import Game
from paddock.rules.verbs import room

room(
    STATE,
    turn=rules.turn,
    moves=rules.moves,
    weights=rules.weights,
    apply=rules.apply,
    payoff=rules.payoff,
    score=rules.score,
    imagine=rules.imagine,
    observe=view.observe,
)

GAME = Game(
    facts=FACTS,
    rules_version=1,
    options=OPTIONS,
    fields=FIELDS,
    state=STATE,
    most_moves=MOST_THROWS,
    observation=view.OBSERVATION,
    start=rules.start,
    write=notation.write,
    read=notation.read,
    seen=view.seen,
    view=view.view,
    clause=notation.clause,
    forbids=notation.forbids,
    speech=telling.SPEECH,
    rulebook=Path(__file__).parent / "RULES.md",
    solver=solution.problem,
)
