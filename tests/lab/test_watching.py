"""What the kernel sees of a game is what somebody sees who sits beside a `Match` and writes everything down."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from paddock.bots.levels import manner
from paddock.bots.simulation import seated
from paddock.games import ROOMS, game
from paddock.lab.kernels import (
    COURSE,
    DECIDED,
    FACTS,
    FREE,
    NOBODY,
    PARTS,
    SAMPLES,
    Watch,
    let_habits_bind,
    watch_batch,
    watch_for,
)
from paddock.match.match import Match
from paddock.rules.chance import outcome, streams
from paddock.rules.kinds import CHANCE, Move
from paddock.rules.players import decide
from paddock.rules.skills import settled

SEED = 5


def watched(
    match: Match, games: int, level: str = "uniform", habits: list[int] | None = None, rows: int = SAMPLES
) -> Watch:
    let_habits_bind(match.game)
    watch = watch_for(match.game, match.players, games)._replace(track=np.zeros((rows, match.players)))
    watch_batch(
        seated(match.game, [manner(match.game, level)] * match.players),
        np.array(habits or [FREE] * match.players, np.int64),
        match.table,
        match.table.copy(),
        match.table.copy(),
        streams(SEED, 0, games),
        streams(~SEED, 0, games),
        watch,
    )
    return watch


def written_down(match: Match, number: int) -> tuple[dict[str, float], list[int], Match]:
    """The same game, event by event in Python."""
    room = match.game
    table = Match(room, match.players, match.options)
    players = seated(room, [manner(room, "uniform")] * match.players)
    dice, whims = streams(SEED, number, 1)[0], streams(~SEED, number, 1)[0]
    listed, heavy = np.zeros(room.most_moves, np.int16), np.zeros(room.most_moves, np.int32)
    seen = dict.fromkeys(FACTS, 0.0) | {"starter": float(NOBODY)}
    track: list[list[float]] = []
    decider, between, drawing = None, False, False
    while not table.over:
        between = between or bool(settled(table.state))
        if table.turn == CHANCE:
            seen["events"] += not drawing
            drawing = True
            move = outcome(table.state, dice, listed, heavy)
        else:
            drawing = False
            if table.turn != decider or between:
                seen["turns"] += 1
                track.append(table.scores())
                if seen["starter"] == NOBODY:
                    seen["starter"] = table.turn
            decider, between = table.turn, False
            seen["decisions"] += 1
            seen["forced"] += len(table.legal()) == 1
            seen["choices"] += len(table.legal())
            move = decide(players[0], table.state, whims, listed)
        table.push(Move(int(move)))
        seen["steps"] += 1
    won = [seat for seat, share in enumerate(table.payoff()) if share > 0]
    leaders = [leader(scores) for scores in [*track, table.scores()]]
    sole = [seat for seat in leaders if seat != NOBODY]
    seen["lead_changes"] = sum(one != other for one, other in pairwise(sole))
    gaps = [max(scores) - max(scores[seat] for seat in won) if won else 0.0 for scores in track]
    seen["behind"] = sum(gap > 0 for gap in gaps) / len(gaps)
    seen["deepest"] = max(gaps)
    seen["decided"] = max((turn + 1 for turn, gap in enumerate(gaps) if gap > 0), default=0) / len(gaps)
    return seen, [leaders[len(track) * part // PARTS] for part in range(1, PARTS)], table


def leader(scores: list[float]) -> int:
    return scores.index(max(scores)) if scores.count(max(scores)) == 1 else NOBODY


@pytest.mark.parametrize("name", ROOMS)
def test_all_is_as_somebody_would_write_it_down(name: str) -> None:
    room = game(name)
    match = Match(room, room.facts.players[1 if name != "kuhlorado" else 0], attended=False)
    watch = watched(match, 6)
    for number in range(6):
        seen, led, table = written_down(match, number)
        for place, fact in enumerate(FACTS):
            assert watch.facts[number, place] == seen[fact], fact
        for place, fact in enumerate(COURSE):
            assert watch.course[number, place] == pytest.approx(seen[fact]), fact
        assert watch.led[number].tolist() == led
        assert watch.payoffs[number].tolist() == table.payoff()
        assert watch.scores[number].tolist() == table.scores()


def test_a_long_match_is_looked_at_every_other_turn() -> None:
    """With room for fewer turns than a match has, its course is told by some of them; nothing else changes."""
    match = Match(game("mist"), 3, attended=False)
    whole, small = watched(match, 4), watched(match, 4, rows=8)
    assert (whole.facts[:, FACTS.index("turns")] == 21).all()
    assert (small.facts == whole.facts)[:, : FACTS.index("lead_changes")].all()
    assert small.course[:, DECIDED] * 6 == pytest.approx(np.round(small.course[:, DECIDED] * 6))  # 21 turns, every 4th
    for number in range(4):
        _, _, table = written_down(match, number)
        seen = [leader(scores) for scores in scores_at_turns(table)]
        # After halving twice, turns 0, 4, 8, 12, 16 and 20 are left.
        assert small.led[number].tolist() == [seen[4 * (6 * part // PARTS)] for part in range(1, PARTS)]


def scores_at_turns(table: Match) -> list[list[float]]:
    """Of a finished match in which somebody else decides at every turn."""
    replay, found, decider = Match(table.game, table.players, table.options), [], None
    for token in table.tokens:
        if replay.turn != CHANCE and replay.turn != decider:
            found.append(replay.scores())
            decider = replay.turn
        replay.play(token)
    return found


# ---- What rooms count


def notes(name: str, watch: Watch) -> dict[str, Any]:
    return {note.name: watch.notes[:, place] for place, note in enumerate(game(name).notes)}


def test_mist_counts_turns_and_dung() -> None:
    match = Match(game("mist"), 5, attended=False)
    watch = watched(match, 8)
    found = notes("mist", watch)
    for number in range(8):
        _, _, table = written_down(match, number)
        replay = Match(table.game, table.players, table.options)
        dice, dung = np.zeros(5, int), np.zeros((5, 2), int)
        for token in table.tokens:
            active, before = int(replay.state.active), replay.scores()
            dice[active] += token.startswith("die:")
            passed = token.startswith(("left:", "right:"))
            replay.play(token)
            for seat, (was, now) in enumerate(zip(before, replay.scores(), strict=True)):
                if now < was and not passed:
                    dung[seat, 0 if seat == active else 1] += 1
        assert found["dice"][number].tolist() == dice.tolist()
        assert (found["own_dung"] + found["dice_dung"])[number].tolist() == dung[:, 0].tolist()
        assert found["brought_dung"][number].tolist() == dung[:, 1].tolist()
        assert found["forced"][number].sum() + table.tokens.count("stop") == watch.facts[number, FACTS.index("turns")]
        assert found["handed_on"][number].sum() >= dung[:, 1].sum()


def test_life_counts_lives() -> None:
    match = Match(game("life"), 4, attended=False)
    watch = watched(match, 6)
    found = notes("life", watch)
    assert (5 - found["lives_lost"] == watch.scores).all()
    for number in range(6):
        _, _, table = written_down(match, number)
        assert found["phases"][number].sum() == table.state.phase
        assert (found["sudden_deaths"][number] + found["knock_regret"][number] <= found["phases"][number]).all()


def test_mmm_counts_what_is_left() -> None:
    match = Match(game("mmm"), 2, attended=False)
    watch = watched(match, 20, "greedy")
    found = notes("mmm", watch)
    won = watch.payoffs[:, 0] == 1
    assert 0 < won.sum() < 20
    assert (found["left"].sum(axis=1) + watch.scores[:, 0] == match.state.squares).all()
    assert ((found["left"].sum(axis=1) == 0) == won).all()
    assert ((found["cat_to_go"].sum(axis=1) > 0) == won).all()
    spent = found["turns"].sum(axis=1) - found["cat_waits"].sum(axis=1) - won
    assert (spent + found["cat_to_go"].sum(axis=1) == match.options["cat_moves"]).all()


def test_kuhlorado_says_what_the_points_are_made_of() -> None:
    match = Match(game("kuhlorado"), 2, {"advanced": True}, attended=False)
    watch = watched(match, 10, "greedy")
    found = notes("kuhlorado", watch)
    points = [found[name] for name in ("border_points", "trough_points", "land_points", "interim_points")]
    assert (sum(points) == watch.scores).all()
    assert found["interim_points"].any()


# ---- Habits


@pytest.mark.parametrize(("name", "habit"), [(name, habit.name) for name in ROOMS for habit in game(name).habits])
def test_a_habit_is_kept(name: str, habit: str) -> None:
    """Whoever has a habit never plays what it shuns, unless there is nothing else; checked by what rooms count."""
    room = game(name)
    place = [one.name for one in room.habits].index(habit)
    match = Match(room, room.facts.players[0] + (name == "mmm"), attended=False)
    free = watched(match, 12, "greedy")
    bound = watched(match, 12, "greedy", [place] + [FREE] * (match.players - 1))
    before, after = notes(name, free), notes(name, bound)
    if (name, habit) == ("mist", "never_again"):
        assert (after["forced"][:, 0] == 0).all()
        assert (after["dice"][:, 0] * match.players == bound.facts[:, FACTS.index("turns")]).all()
    elif (name, habit) == ("mist", "always_again"):
        assert (after["own_dung"][:, 0] == 0).all()
        assert (after["forced"][:, 0] * match.players == bound.facts[:, FACTS.index("turns")]).all()
    elif (name, habit) == ("mmm", "never_again"):
        assert (after["rolled_again"][:, 0] == 0).all()
    elif (name, habit) == ("kuhlorado", "never_throws_again"):
        assert (after["thrown_again"][:, 0] == 0).all()
    elif (name, habit) == ("kuhlorado", "ignores_borders"):
        assert after["border_points"][:, 0].sum() < before["border_points"][:, 0].sum()
    elif (name, habit) == ("kuhlorado", "ignores_troughs"):
        assert after["trough_points"][:, 0].sum() < before["trough_points"][:, 0].sum()
    elif (name, habit) == ("life", "never_knocks_first"):
        assert after["phases"][:, 0].sum() <= before["phases"][:, 0].sum()
        assert after["knock_regret"][:, 0].sum() <= before["knock_regret"][:, 0].sum()
    elif (name, habit) == ("life", "knocks_at_once"):
        assert after["phases"][:, 0].sum() > before["phases"][:, 0].sum()
    elif (name, habit) == ("life", "open_hand"):
        assert after["open_cards"][:, 0].sum() > before["open_cards"][:, 0].sum()
        assert (after["open_cards"][:, 0] % match.options["hand"] == 0).all()  # all cards of every phase that counted
    else:
        assert (name, habit) == ("mmm", "always_again")
        assert after["rolled_again"][:, 0].sum() > before["rolled_again"][:, 0].sum()
