"""A third-party game, examples/pig: it passes the contract test and works in all parts of Paddock."""

import io
import random
from pathlib import Path

import numba
import pytest

from paddock import conformance
from paddock.engine.errors import BadNotation, BadOption, IllegalMove
from paddock.engine.game import record_type as record_of_type
from paddock.engine.stepper import Stepper
from paddock.engine.types import CHANCE, OVER, Seat
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState
from paddock.match.record import decode, encode, record_of
from paddock.match.record_check import check, check_line
from paddock.match.simulation import simulate
from pig import GAME
from support.random_matches import random_token


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game to the registry, since records find their game by its id."""
    monkeypatch.setitem(GAMES, "pig", "pig")


def begun(goal: int = 20, players: int = 3) -> MatchState:
    """Seat 2 is to throw."""
    match = MatchState(GAME, players, {"goal": goal})
    match.play("starter:2")
    return match


def test_the_room_conforms() -> None:
    assert conformance.check(GAME, option_sets=[{}, {"goal": 2}, {"goal": 1000}], games=1).games == 9


def test_native_code_belongs_to_the_sources_of_its_room(tmp_path: Path) -> None:
    """The compile cache is keyed by the record type. A changed letter in a game package makes another type."""
    (tmp_path / "rules.py").write_text("POINTS = 1\n")
    before = record_of_type(GAME.fields, str(tmp_path / "state.py"))
    (tmp_path / "rules.py").write_text("POINTS = 2\n")
    after = record_of_type(GAME.fields, str(tmp_path / "state.py"))
    assert before.names == after.names
    assert numba.from_dtype(before) != numba.from_dtype(after)


def test_it_has_the_files_of_every_room() -> None:
    mist = load_game("mist").rulebook.parent
    ours = {path.name for path in GAME.rulebook.parent.iterdir() if path.suffix in (".py", ".md")}
    assert ours == {path.name for path in mist.iterdir() if path.suffix in (".py", ".md")}


def test_1_1_two_to_four_begin_with_nothing() -> None:
    assert begun(players=4).scores() == [0, 0, 0, 0]
    with pytest.raises(BadOption, match="2 to 4, not by 5"):
        MatchState(GAME, 5)


def test_1_2_the_starter_is_drawn_by_lot() -> None:
    assert MatchState(GAME, 3).odds() == {"starter:1": 1, "starter:2": 1, "starter:3": 1}


def test_2_1_a_turn_begins_with_the_die() -> None:
    match = begun()
    assert match.odds() == {f"die:{face}": 1 for face in range(1, 7)}
    with pytest.raises(BadNotation, match="where the die is thrown"):
        match.play("hold")
    with pytest.raises(IllegalMove, match=r"clause 2\.1 .* no face 7"):
        match.play("die:7")


def test_2_2_numbers_add_up_and_the_seat_chooses() -> None:
    match = begun()
    match.play("die:6", "again", "die:5")
    assert (match.turn, match.state.thrown) == (1, 11)
    assert match.legal_tokens() == ["hold", "again"]


def test_2_3_a_one_loses_the_turn_but_not_the_points() -> None:
    match = begun()
    match.play("die:6", "hold", "die:1", "die:1", "die:5", "again", "die:1")
    assert match.scores() == [0, 6, 0]
    assert (match.turn, match.state.active, match.state.thrown) == (CHANCE, 2, 0)


def test_2_4_holding_keeps_it_and_the_left_neighbour_is_next() -> None:
    match = begun()
    match.play("die:6", "again", "die:4", "hold")
    assert match.scores() == [0, 10, 0]
    assert match.state.active == 2


def test_3_1_reaching_the_goal_wins_at_once() -> None:
    match = begun(goal=10)
    match.play("die:6", "again", "die:4")
    assert match.turn == OVER
    assert match.payoff() == [0, 1, 0]
    assert match.scores() == [0, 10, 0]


def test_it_can_be_simulated_and_stepped() -> None:
    summary = simulate(GAME, 2, {"goal": 30}, games=3000, seed=1, threads=2)
    assert sum(summary.wins) == 3000
    assert abs(summary.win_share[0] - 0.5) < 5 * summary.win_share_error[0]
    stepper = Stepper(GAME, players=2, seed=7)
    while stepper.legal_count:
        stepper.chance() if stepper.legal_count < 0 else stepper.step(int(stepper.moves_buf[0]))
    assert max(stepper.position[0].points) >= 100


def test_its_records_read_back_and_are_checked() -> None:
    match, rng = begun(), random.Random(3)
    while not match.over:
        match.play(random_token(match, rng))
    record = decode(encode(record_of(match, ["Ada", "Ben", "Cleo"])))
    verdict = check(record, MatchState(GAME, 3, record.options))
    assert verdict.ok, verdict


@pytest.mark.usefixtures("registered")
def test_once_registered_its_files_of_records_are_checked_too() -> None:
    out = io.BytesIO()
    simulate(GAME, 4, {}, games=5, seed=2, records=out)
    for number, line in enumerate(out.getvalue().splitlines(), 1):
        verdict = check_line(number, line)
        assert verdict.ok, verdict


def test_it_speaks() -> None:
    match = begun()
    match.play("die:6")
    names = ["Ada", "Ben", "Cleo"]
    assert GAME.narrator.draw(match.view(Seat(0)), names).splitlines()[1].startswith("Ben")
    match.play("again", "die:1", "die:6", "hold")
    assert match.narrate(names)[-3:] == ["Ben throws a 1 and loses 6.", "Cleo throws a 6.", "Cleo holds."]
