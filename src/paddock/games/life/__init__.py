"""Life is Life: trade cards, win majorities, and knock before the others are ready."""

from pathlib import Path

from paddock.games.life import greed, notation, rules, secrets, telling, view
from paddock.games.life.data import FACTS, OPTIONS, SPECIES
from paddock.games.life.state import FIELDS, STATE
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
    imagine=secrets.imagine,
    observe=view.observe,
    greedy=greed.greedy,
)

GAME = Game(
    facts=FACTS,
    rules_version=1,
    options=OPTIONS,
    fields=FIELDS,
    state=STATE,
    most_moves=SPECIES,
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
