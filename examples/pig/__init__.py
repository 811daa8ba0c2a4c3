"""Pig: a whole room in an afternoon, outside the package. CONTRIBUTING.md walks through it."""

from pathlib import Path

from paddock.rules.game import Game
from paddock.rules.verbs import room
from pig import notation, rules, telling, view
from pig.data import FACES, FACTS, MOST_SEATS, OPTIONS
from pig.state import FIELDS, STATE

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
    most_moves=max(FACES, MOST_SEATS),
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
)
