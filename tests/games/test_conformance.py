"""Every game passes the contract test for game packages, and the contract test finds broken games."""

from dataclasses import replace
from typing import Any

import pytest

from paddock import conformance
from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.messages import POINTS, message
from paddock.engine.types import Move, Seat
from paddock.games import GAMES, load_game
from support.variants import LONGEST, VARIANTS

MIST = load_game("mist")


def is_quick(name: str, number: int) -> bool:
    """Return whether this option set is also played with the compiler off."""
    return number >= len(VARIANTS[name]) - 4 and VARIANTS[name][number] is not LONGEST


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("name", "number"),
    [(name, n) for name in GAMES for n in range(len(VARIANTS[name])) if COMPILING or is_quick(name, n)],
)
def test_the_game_conforms(name: str, number: int) -> None:
    report = conformance.check(load_game(name), option_sets=[VARIANTS[name][number]], games=1, seed=number)
    assert report.games == len(load_game(name).facts.players)
    assert report.events > report.games


def broken(**changes: Any) -> Any:
    return replace(MIST, **changes)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (broken(clause=lambda s: "9.9"), "the clause exists"),
        (broken(write=lambda s, move: "same"), "tokens differ"),
        (broken(write=lambda s, move: f"with space {move}"), "no spaces"),
        (broken(forbids=lambda s, move: ("9.9", "because of nothing")), "cites a clause"),
        (broken(forbids=lambda s, move: ("1.1", "")), "gives a reason"),
        (broken(read=lambda s, token: Move(0)), "reads as the move"),
        (broken(narrator=replace(MIST.narrator, question=lambda s: "")), "a decision has a question"),
        (broken(narrator=replace(MIST.narrator, closing=lambda s, names: [])), "closing words"),
        (broken(narrator=replace(MIST.narrator, sentences={})), "names the unit of its scores"),
        (broken(narrator=replace(MIST.narrator, sentences=POINTS)), "a reason renders as text"),
        (broken(narrator=replace(MIST.narrator, reasons=lambda s, move: ())), "a reason is a sentence"),
        (broken(facts=replace(MIST.facts, hidden=True)), "`hidden` is true exactly if"),
        (broken(seen=lambda s, move, seat: str(seat)), "`hidden` is true exactly if"),
        (broken(view=lambda s, seat: seat), "all seats have the same view"),
        (broken(fields=MIST.fields[:-1]), "every field is described"),
    ],
)
def test_a_broken_game_is_found(game: Any, sentence: str) -> None:
    with pytest.raises((AssertionError, IndexError, ValueError), match=sentence):
        conformance.check(game, games=1)


def test_a_view_with_secrets_is_found() -> None:
    life = load_game("life")

    def leaking(s: PlainPosition, seat: Seat | None) -> Any:
        return [life.view(s, seat), s.hand]

    with pytest.raises(conformance.Nonconformance, match="imagining keeps the view"):
        conformance.check(
            replace(life, view=leaking, narrator=replace(life.narrator, draw=lambda view, names: "-")), games=1
        )


def test_a_reason_with_secrets_is_found() -> None:
    life = load_game("life")
    sentences = {
        **life.narrator.sentences,
        "secret": "The one to your left has {n} {n|card|cards} of the first animal.",
    }

    def leaking(s: PlainPosition, move: Move) -> Any:
        return (message("secret", n=s.hand[(s.active + 1) % s.seats][0]),)

    with pytest.raises(conformance.Nonconformance, match="imagining keeps the reasons"):
        conformance.check(replace(life, narrator=replace(life.narrator, sentences=sentences, reasons=leaking)), games=1)
