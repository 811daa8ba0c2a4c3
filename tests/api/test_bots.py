"""Bots of the public API: our levels, functions and objects, at a match, in simulations and in the arena."""

import random
from pathlib import Path
from typing import Any

import pytest

import paddock
from paddock.games import GAMES

SMALL = {"board": "bbf", "dice": 2, "cat_moves": 3}


def last(match: paddock.Match) -> str:
    return match.legal[-1]


class Random:
    """An object with `choose`, and a name."""

    name = "my random bot"

    def __init__(self) -> None:
        self.rng = random.Random(1)

    def choose(self, match: paddock.Match) -> paddock.Move:
        return self.rng.choice(match.legal)


# ---- At a match


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "player", ["uniform", "greedy", last, Random()], ids=["uniform", "greedy", "function", "object"]
)
def test_any_bot_can_play_a_match(name: str, player: Any) -> None:
    match, bot = paddock.Match(name, seed=7), paddock.bot(player, seed=1)
    for _ in range(10):
        match.play(bot.choose(match))
    assert len(match.events) > 10


def test_a_searching_bot_can_play_a_match() -> None:
    match, owl = paddock.Match("mmm", options=SMALL, seed=1), paddock.bot("owl", seed=1)
    while not match.over:
        match.play(owl.choose(match))
    assert repr(owl) == "<Bot owl>"


def test_the_same_seed_gives_the_same_choices() -> None:
    match = paddock.Match("kuhlorado", seed=7)
    match.play("keep:c")
    choices = [[paddock.bot("uniform", seed=seed).choose(match) for seed in range(20)] for _ in range(2)]
    assert choices[0] == choices[1]
    assert len(set(choices[0])) > 1
    bot = paddock.bot("uniform", seed=1)
    assert len({bot.choose(match) for _ in range(20)}) > 1


def test_a_bot_chooses_only_where_a_seat_decides() -> None:
    with pytest.raises(paddock.PaddockError, match="no seat has to decide"):
        paddock.bot("uniform").choose(paddock.Match("mist", chance="manual"))


def test_a_bot_can_be_refused() -> None:
    with pytest.raises(paddock.BadOption, match="there is no bot 'genius'"):
        paddock.bot("genius")
    with pytest.raises(paddock.BadOption, match="a level, a function or an object"):
        paddock.bot(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "error", "sentence"),
    [
        (0, paddock.BadNotation, "the bot <lambda> chose 0"),
        ("castle", paddock.BadNotation, "cannot be read here"),
        ("gather", paddock.IllegalMove, "clause 2.4"),
    ],
)
def test_a_wrong_answer_is_refused(answer: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        paddock.simulate("mmm", bots=lambda match: answer, games=1, options=SMALL)
    match = paddock.Match("mmm", options=SMALL, seed=0)
    with pytest.raises(error, match=sentence):
        match.play(paddock.bot(lambda match: answer).choose(match))


# ---- Secrets


def test_a_bot_never_sees_secrets() -> None:
    """A bot that looks at the other hands sees cards that are dealt again each time."""
    match = paddock.Match("life", seed=7)
    assert isinstance(match.turn, paddock.Seat)
    other = (match.turn + 1) % 3
    seen = set()

    def spy(given: paddock.Match) -> str:
        assert given.view(match.turn) == match.view(match.turn)  # type: ignore[arg-type]
        assert given.events == ()
        seen.add(repr(given.view(other)))
        with pytest.raises(paddock.PaddockError):
            _ = given.record
        return given.legal[0]

    bot = paddock.bot(spy, seed=1)
    for _ in range(8):
        bot.choose(match)
    assert len(seen) == 8


def test_a_bot_never_sees_the_dice_to_come() -> None:
    match = paddock.Match("mist", seed=7)
    futures = set()

    def oracle(given: paddock.Match) -> str:
        given.play("more")
        futures.add(given.events[1])
        return "stop"

    bot = paddock.bot(oracle, seed=1)
    for _ in range(40):
        assert bot.choose(match) == "stop"
    assert futures == {f"die:{face}" for face in range(1, 7)}
    assert match.events == paddock.Match("mist", seed=7).events


# ---- Simulation


def test_levels_are_simulated_in_compiled_code() -> None:
    summary = paddock.simulate("mist", players=3, bots="uniform", games=20, seed=1, threads=1, doubling=True)
    assert (summary.games, summary.bots, summary.options["doubling"]) == (20, ["uniform"] * 3, True)
    assert summary.wins == paddock.simulate("mist", bots="uniform", games=20, seed=1, doubling=True).wins
    assert sum(summary.wins) == pytest.approx(20)


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_of_the_caller_can_be_simulated(name: str) -> None:
    players = paddock.load_game(name).facts.players[0]
    bots: list[Any] = [last, *["uniform"] * (players - 1)]
    one, two = (paddock.simulate(name, bots=bots, games=2, seed=3) for _ in range(2))
    assert (one.wins, one.mean_scores, one.mean_steps) == (two.wins, two.mean_scores, two.mean_steps)
    assert one.bots == ["last", *["uniform"] * (players - 1)]
    assert one.mean_steps != paddock.simulate(name, bots=bots, games=2, seed=4).mean_steps


def test_records_of_a_simulation_are_good(tmp_path: Path) -> None:
    players: list[Any] = ["uniform", last, Random()]
    for number, bots in enumerate(players):
        path = tmp_path / f"{number}.jsonl"
        summary = paddock.simulate("kuhlorado", bots=bots, games=3, records=path)
        records = paddock.Record.load_all(path)
        assert len(records) == 3
        assert records[0].names == tuple(summary.bots)


def test_a_simulation_can_be_refused(tmp_path: Path) -> None:
    with pytest.raises(paddock.BadOption, match="3 bots are needed, not 2"):
        paddock.simulate("mist", bots=["uniform", last])
    with pytest.raises(paddock.BadOption, match="at least one game"):
        paddock.simulate("mist", games=0)
    with pytest.raises(paddock.BadOption, match="cannot be written"):
        paddock.simulate("mist", games=1, records=tmp_path / "no" / "folder.jsonl")


# ---- Arena


def test_bots_of_the_caller_meet_levels_in_the_arena() -> None:
    report = paddock.arena("mist", ["uniform", last, Random()], games=6, seed=1, luck=False)
    assert sorted(standing.bot for standing in report.standings) == ["last", "my random bot", "uniform"]
    cell = report.cell("last", "uniform")
    assert cell is not None
    assert cell.games == 6
    again = paddock.arena("mist", ["uniform", last, Random()], games=6, seed=1, luck=False)
    assert again.cell("last", "uniform") == cell
    with pytest.raises(paddock.BadOption, match="at least two bots"):
        paddock.arena("mist", ["uniform"])


def test_a_team_plays_alone_in_the_arena() -> None:
    report = paddock.arena("mmm", [last, "uniform"], games=4, luck=False, options=SMALL)
    assert {cell.guest for cell in report.cells} == {"last", "uniform"}


# ---- The fast level


def test_a_batch_takes_levels_only() -> None:
    with pytest.raises(paddock.BadOption, match="takes levels only"):
        paddock.batch("mist", n=2, against=[last, last])  # type: ignore[list-item]
    with pytest.raises(paddock.BadOption, match="there is no bot 'genius'"):
        paddock.batch("mist", n=2, against="genius")


def test_the_fast_level_plays_the_same_rules() -> None:
    games = paddock.batch("mist", n=2, players=4, seed=1, doubling=True)
    games.step(games.sample_legal())
    assert (games.n, games.players, games.options["doubling"]) == (2, 4, True)
    stepper = paddock.Stepper("mist", seed=1)
    while stepper.legal_count < 0:
        stepper.chance()
    assert stepper.moves_buf[: stepper.legal_count].tolist() == [0, 1]
    assert isinstance(stepper.game, paddock.Game)
