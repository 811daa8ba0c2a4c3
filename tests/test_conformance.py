"""Every room keeps the contract that is shipped to strangers, and the contract notices when one does not."""

from dataclasses import replace
from typing import Any

import pytest

from paddock import conformance
from paddock.games import ROOMS, game
from paddock.rules.compiler import COMPILING
from paddock.rules.kinds import Move, Seat
from paddock.rules.plain import Plain
from paddock.rules.sayings import POINTS, saying
from variants import LONGEST, VARIANTS

MIST = game("mist")


def is_quick(name: str, number: int) -> bool:
    """Whether this option set is played with the compiler off, too."""
    return number >= len(VARIANTS[name]) - 4 and VARIANTS[name][number] is not LONGEST


@pytest.mark.rooms
@pytest.mark.parametrize(
    ("name", "number"),
    [(name, n) for name in ROOMS for n in range(len(VARIANTS[name])) if COMPILING or is_quick(name, n)],
)
def test_the_room_conforms(name: str, number: int) -> None:
    report = conformance.check(game(name), option_sets=[VARIANTS[name][number]], games=1, seed=number)
    assert report.games == len(game(name).facts.players)
    assert report.events > report.games


def broken(**changes: Any) -> Any:
    return replace(MIST, **changes)


@pytest.mark.parametrize(
    ("room", "sentence"),
    [
        (broken(clause=lambda s: "9.9"), "the clause exists"),
        (broken(write=lambda s, move: "same"), "tokens differ"),
        (broken(write=lambda s, move: f"with space {move}"), "no spaces"),
        (broken(forbids=lambda s, move: ("9.9", "because of nothing")), "cites a clause"),
        (broken(forbids=lambda s, move: ("1.1", "")), "gives a reason"),
        (broken(read=lambda s, token: Move(0)), "reads as the move"),
        (broken(speech=replace(MIST.speech, question=lambda s: "")), "a decision is a question"),
        (broken(speech=replace(MIST.speech, closing=lambda s, names: [])), "closing words"),
        (broken(speech=replace(MIST.speech, sentences={})), "what its scores count"),
        (broken(speech=replace(MIST.speech, sentences=POINTS)), "a reason can be told"),
        (broken(speech=replace(MIST.speech, because=lambda s, move: ())), "a reason is a sentence"),
        (broken(facts=replace(MIST.facts, hidden=True)), "a game has secrets if"),
        (broken(seen=lambda s, move, seat: str(seat)), "a game has secrets if"),
        (broken(view=lambda s, seat: seat), "everybody sees the same"),
        (broken(fields=MIST.fields[:-1]), "every field is described"),
    ],
)
def test_a_broken_room_is_found(room: Any, sentence: str) -> None:
    with pytest.raises((AssertionError, IndexError, ValueError), match=sentence):
        conformance.check(room, games=1)


def test_a_view_that_tells_secrets_is_found() -> None:
    life = game("life")

    def telling(s: Plain, seat: Seat | None) -> Any:
        return [life.view(s, seat), s.hand]

    with pytest.raises(conformance.Nonconformance, match="imagining keeps the view"):
        conformance.check(
            replace(life, view=telling, speech=replace(life.speech, draw=lambda view, names: "-")), games=1
        )


def test_a_reason_that_tells_secrets_is_found() -> None:
    life = game("life")
    sentences = {**life.speech.sentences, "secret": "The one to your left has {n} {n|card|cards} of the first animal."}

    def telling(s: Plain, move: Move) -> Any:
        return (saying("secret", n=s.hand[(s.active + 1) % s.seats][0]),)

    with pytest.raises(conformance.Nonconformance, match="imagining keeps the reasons"):
        conformance.check(replace(life, speech=replace(life.speech, sentences=sentences, because=telling)), games=1)
