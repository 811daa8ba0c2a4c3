"""The measurements of the kernel equal those of a replay in Python with `MatchState`."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from paddock.bots.levels import play_style
from paddock.bots.player_records import players_record
from paddock.engine.optional_verbs import settled
from paddock.engine.policy import decide
from paddock.engine.rng import draw_outcome, streams
from paddock.engine.types import CHANCE, Move
from paddock.games import GAMES, load_game
from paddock.lab.data.kernels import (
    COURSE,
    DECIDED,
    FACTS,
    NO_HABIT,
    NO_SEAT,
    PARTS,
    SAMPLES,
    Measurements,
    enable_habits,
    new_measurements,
    play_and_measure,
)
from paddock.match.match_state import MatchState

SEED = 5


def measured(
    match: MatchState, games: int, level: str = "uniform", habits: list[int] | None = None, rows: int = SAMPLES
) -> Measurements:
    enable_habits(match.game)
    track = np.zeros((rows, match.players))
    measurements = new_measurements(match.game, match.players, games)._replace(score_track=track)
    play_and_measure(
        players_record(match.game, [play_style(match.game, level)] * match.players),
        np.array(habits or [NO_HABIT] * match.players, np.int64),
        match.position,
        match.position.copy(),
        match.position.copy(),
        streams(SEED, 0, games),
        streams(~SEED, 0, games),
        measurements,
    )
    return measurements


def python_replay(match: MatchState, number: int) -> tuple[dict[str, float], list[int], MatchState]:
    """Return the facts, the leaders and the match of the same game, played event by event in Python."""
    game = match.game
    replayed = MatchState(game, match.players, match.options)
    players = players_record(game, [play_style(game, "uniform")] * match.players)
    chance_rng, policy_rng = streams(SEED, number, 1)[0], streams(~SEED, number, 1)[0]
    moves_buf, weights_buf = game.buffers()
    facts = dict.fromkeys(FACTS, 0.0) | {"starter": float(NO_SEAT)}
    track: list[list[float]] = []
    last_decider, new_turn, in_chance_event = None, False, False
    while not replayed.over:
        new_turn = new_turn or bool(settled(replayed.state))
        if replayed.turn == CHANCE:
            facts["events"] += not in_chance_event
            in_chance_event = True
            move = draw_outcome(replayed.state, chance_rng, moves_buf, weights_buf)
        else:
            in_chance_event = False
            if replayed.turn != last_decider or new_turn:
                facts["turns"] += 1
                track.append(replayed.scores())
                if facts["starter"] == NO_SEAT:
                    facts["starter"] = replayed.turn
            last_decider, new_turn = replayed.turn, False
            facts["decisions"] += 1
            facts["forced"] += len(replayed.legal_moves()) == 1
            facts["choices"] += len(replayed.legal_moves())
            move = decide(players[0], replayed.state, policy_rng, moves_buf)
        replayed.play_move(Move(int(move)))
        facts["steps"] += 1
    won = [seat for seat, share in enumerate(replayed.payoff()) if share > 0]
    leaders = [leader(scores) for scores in [*track, replayed.scores()]]
    sole = [seat for seat in leaders if seat != NO_SEAT]
    facts["lead_changes"] = sum(one != other for one, other in pairwise(sole))
    gaps = [max(scores) - max(scores[seat] for seat in won) if won else 0.0 for scores in track]
    facts["behind"] = sum(gap > 0 for gap in gaps) / len(gaps)
    facts["deepest"] = max(gaps)
    facts["decided"] = max((turn + 1 for turn, gap in enumerate(gaps) if gap > 0), default=0) / len(gaps)
    return facts, [leaders[len(track) * part // PARTS] for part in range(1, PARTS)], replayed


def leader(scores: list[float]) -> int:
    return scores.index(max(scores)) if scores.count(max(scores)) == 1 else NO_SEAT


@pytest.mark.parametrize("name", GAMES)
def test_measurements_equal_those_of_a_python_replay(name: str) -> None:
    game = load_game(name)
    match = MatchState(game, game.facts.players[1 if name != "kuhlorado" else 0], attended=False)
    measurements = measured(match, 6)
    for number in range(6):
        facts, leaders, replayed = python_replay(match, number)
        for place, fact in enumerate(FACTS):
            assert measurements.facts[number, place] == facts[fact], fact
        for place, fact in enumerate(COURSE):
            assert measurements.course[number, place] == pytest.approx(facts[fact]), fact
        assert measurements.leaders[number].tolist() == leaders
        assert measurements.payoffs[number].tolist() == replayed.payoff()
        assert measurements.scores[number].tolist() == replayed.scores()


def test_a_long_match_keeps_every_second_sample() -> None:
    """If a match has more turns than the track has rows, only its course changes: it uses fewer turns."""
    match = MatchState(load_game("mist"), 3, attended=False)
    whole, small = measured(match, 4), measured(match, 4, rows=8)
    assert (whole.facts[:, FACTS.index("turns")] == 21).all()
    assert (small.facts == whole.facts)[:, : FACTS.index("lead_changes")].all()
    assert small.course[:, DECIDED] * 6 == pytest.approx(np.round(small.course[:, DECIDED] * 6))  # 21 turns, every 4th
    for number in range(4):
        _, _, replayed = python_replay(match, number)
        leaders = [leader(scores) for scores in scores_at_turns(replayed)]
        # After halving twice, turns 0, 4, 8, 12, 16 and 20 are left.
        assert small.leaders[number].tolist() == [leaders[4 * (6 * part // PARTS)] for part in range(1, PARTS)]


def scores_at_turns(replayed: MatchState) -> list[list[float]]:
    """Return the scores at each turn of a finished match in which the seat changes at every turn."""
    replay, found, last_decider = MatchState(replayed.game, replayed.players, replayed.options), [], None
    for token in replayed.tokens:
        if replay.turn != CHANCE and replay.turn != last_decider:
            found.append(replay.scores())
            last_decider = replay.turn
        replay.play(token)
    return found


# ---- Event counts


def event_counts(name: str, measurements: Measurements) -> dict[str, Any]:
    return {
        event_count.name: measurements.event_counts[:, place]
        for place, event_count in enumerate(load_game(name).event_counts)
    }


def test_mist_counts_turns_and_dung() -> None:
    match = MatchState(load_game("mist"), 5, attended=False)
    measurements = measured(match, 8)
    found = event_counts("mist", measurements)
    for number in range(8):
        _, _, replayed = python_replay(match, number)
        replay = MatchState(replayed.game, replayed.players, replayed.options)
        dice, dung = np.zeros(5, int), np.zeros((5, 2), int)
        for token in replayed.tokens:
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
        assert (
            found["forced"][number].sum() + replayed.tokens.count("stop")
            == measurements.facts[number, FACTS.index("turns")]
        )
        assert found["handed_on"][number].sum() >= dung[:, 1].sum()


def test_life_counts_lives() -> None:
    match = MatchState(load_game("life"), 4, attended=False)
    measurements = measured(match, 6)
    found = event_counts("life", measurements)
    assert (5 - found["lives_lost"] == measurements.scores).all()
    for number in range(6):
        _, _, replayed = python_replay(match, number)
        assert found["phases"][number].sum() == replayed.state.phase
        assert (found["sudden_deaths"][number] + found["knock_regret"][number] <= found["phases"][number]).all()


def test_mmm_counts_the_squares_left() -> None:
    match = MatchState(load_game("mmm"), 2, attended=False)
    measurements = measured(match, 20, "greedy")
    found = event_counts("mmm", measurements)
    won = measurements.payoffs[:, 0] == 1
    assert 0 < won.sum() < 20
    assert (found["left"].sum(axis=1) + measurements.scores[:, 0] == match.state.squares).all()
    assert ((found["left"].sum(axis=1) == 0) == won).all()
    assert ((found["cat_to_go"].sum(axis=1) > 0) == won).all()
    spent = found["turns"].sum(axis=1) - found["cat_waits"].sum(axis=1) - won
    assert (spent + found["cat_to_go"].sum(axis=1) == match.options["cat_moves"]).all()


def test_kuhlorado_counts_the_sources_of_points() -> None:
    match = MatchState(load_game("kuhlorado"), 2, {"advanced": True}, attended=False)
    measurements = measured(match, 10, "greedy")
    found = event_counts("kuhlorado", measurements)
    points = [found[name] for name in ("border_points", "trough_points", "land_points", "interim_points")]
    assert (sum(points) == measurements.scores).all()
    assert found["interim_points"].any()


# ---- Habits


@pytest.mark.parametrize(("name", "habit"), [(name, habit.name) for name in GAMES for habit in load_game(name).habits])
def test_a_habit_restricts_play(name: str, habit: str) -> None:
    """A seat with a habit avoids its moves unless no other is legal; checked by event counts."""
    game = load_game(name)
    place = [one.name for one in game.habits].index(habit)
    match = MatchState(game, game.facts.players[0] + (name == "mmm"), attended=False)
    free = measured(match, 12, "greedy")
    restricted = measured(match, 12, "greedy", [place] + [NO_HABIT] * (match.players - 1))
    before, after = event_counts(name, free), event_counts(name, restricted)
    if (name, habit) == ("mist", "never_again"):
        assert (after["forced"][:, 0] == 0).all()
        assert (after["dice"][:, 0] * match.players == restricted.facts[:, FACTS.index("turns")]).all()
    elif (name, habit) == ("mist", "always_again"):
        assert (after["own_dung"][:, 0] == 0).all()
        assert (after["forced"][:, 0] * match.players == restricted.facts[:, FACTS.index("turns")]).all()
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
    else:
        assert (name, habit) == ("mmm", "always_again")
        assert after["rolled_again"][:, 0].sum() > before["rolled_again"][:, 0].sum()
