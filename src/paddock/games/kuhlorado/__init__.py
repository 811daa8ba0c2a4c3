"""Kuhlorado: two dice, one pasture, crosses against circles."""

from pathlib import Path

from paddock.games.kuhlorado import greed, notation, rules, telling, view
from paddock.games.kuhlorado.data import FACTS, OPTIONS, SQUARES
from paddock.games.kuhlorado.state import FIELDS, STATE
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
    greedy=greed.greedy,
)

GAME = Game(
    facts=FACTS,
    rules_version=1,
    options=OPTIONS,
    fields=FIELDS,
    state=STATE,
    most_moves=SQUARES + 1,
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
