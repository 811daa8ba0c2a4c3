"""A match of the public API, for all games: turns, moves, odds, errors, views, copies and pickles."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

import paddock
from paddock.games import GAMES

TINY = {"board": "bbf", "dice": 2, "cat_moves": 3}
LONGEST = 400


def random_match(name: str, seed: int = 7, decisions: int = LONGEST) -> paddock.Match:
    """Return a match in which random moves were played."""
    match, rng = paddock.Match(name, seed=seed), random.Random(seed)
    while not match.over and decisions:
        match.play(rng.choice(match.legal))
        decisions -= 1
    return match


# ---- Start


@pytest.mark.parametrize("name", GAMES)
def test_a_match_starts_with_a_decision(name: str) -> None:
    match = paddock.Match(name, seed=7)
    assert match.game.id == name
    assert match.players == match.game.facts.players[0]
    assert match.names == tuple(f"Player {n + 1}" for n in range(match.players))
    assert isinstance(match.turn, paddock.Seat)
    assert match.legal
    assert not match.odds
    assert match.winners == ()
    assert match.payoffs == (0.0,) * match.players
    assert name in repr(match)


def test_options_are_keywords_or_a_mapping() -> None:
    assert paddock.Match("mist", doubling=True).options["doubling"] is True
    assert paddock.Match("mist", options={"doubling": "on"}).options["doubling"] is True
    with pytest.raises(TypeError):
        paddock.Match("mist").options["doubling"] = True  # type: ignore[index]


def test_a_start_can_be_refused() -> None:
    refusals: list[tuple[Callable[[], object], str]] = [
        (lambda: paddock.Match("chess"), "there is no game 'chess'; there are mist"),
        (lambda: paddock.Match("mist", players=9), "3 to 6, not by 9"),
        (lambda: paddock.Match("mist", colour="red"), "there is no option 'colour'"),
        (lambda: paddock.Match("mist", dice="many"), "option dice: 'many' is not accepted"),
        (lambda: paddock.Match("mist", options={"dice": 2}, dice=3), "option dice is given twice"),
        (lambda: paddock.Match("mist", names=["Ada"]), "3 names are needed, not 1"),
        (lambda: paddock.Match("mist", chance="maybe"), "'auto' or 'manual', not 'maybe'"),  # type: ignore[arg-type]
        (lambda: paddock.Match("mist", chance="manual", seed=1), "a seed has no effect"),
    ]
    for refused, sentence in refusals:
        with pytest.raises(paddock.BadOption, match=sentence):
            refused()


def test_the_same_seed_gives_the_same_dice() -> None:
    assert paddock.Match("life", seed=3).events == paddock.Match("life", seed=3, names=["a", "b", "c"]).events
    assert paddock.Match("life", seed=3).events != paddock.Match("life", seed=4).events
    assert paddock.Match("life").events != paddock.Match("life").events


# ---- Turns, moves and odds


def test_turns_are_told_apart_by_type() -> None:
    match = paddock.Match("mmm", options=TINY, chance="manual")
    turn: object = match.turn
    assert turn is paddock.CHANCE
    assert isinstance(turn, paddock.Chance)
    match.play("roll:bf")
    turn = match.turn
    assert turn == paddock.Seat(0) == 0
    assert (repr(turn), str(turn)) == ("Seat(0)", "0")
    match.play("place:c1", "gather", "roll:bx", "place:a1", "gather", "roll:bx", "place:b1", "gather")
    assert match.turn is paddock.OVER
    assert (match.over, match.legal, match.odds) == (True, (), {})


def test_odds_are_probabilities_of_moves() -> None:
    match = paddock.Match("mmm", options=TINY, chance="manual")
    assert match.odds["roll:bf"] == pytest.approx(2 / 36)  # type: ignore[index]
    assert sum(match.odds.values()) == pytest.approx(1)
    assert tuple(match.odds) == match.legal


def test_a_move_is_its_token() -> None:
    move = paddock.Match("mist", seed=7).legal[0]
    assert move == "stop"
    assert f"{move}" == "stop"
    assert type(str(move)) is str
    assert {move: 1}["stop"] == 1  # type: ignore[index]
    again = pickle.loads(pickle.dumps(move))
    assert (again, again.number, type(again)) == (move, move.number, paddock.Move)
    assert copy.deepcopy(move).number == move.number


@pytest.mark.parametrize("name", GAMES)
def test_a_match_can_be_played_to_its_end(name: str) -> None:
    match = random_match(name)
    assert match.over
    assert len(match.winners) == sum(share > 0 for share in match.payoffs)
    assert len(match.scores) == match.players
    assert match.narrate(["Ada", "Ben", "Cleo"][: match.players])


def test_play_takes_all_moves_or_none() -> None:
    match = paddock.Match("mmm", options=TINY, seed=0)
    before = match.events
    with pytest.raises(paddock.BadNotation):
        match.play("place:a1", "castle")
    assert match.events == before
    match.play("place:a1", "again")
    assert [str(event) for event in match.events[1:3]] == ["place:a1", "again"]


def test_an_illegal_move_names_its_clause() -> None:
    with pytest.raises(paddock.IllegalMove) as refusal:
        paddock.Match("mmm", options=TINY, seed=0).play("gather")
    assert refusal.value.clause == "2.4"
    assert "no die of this roll is placed" in refusal.value.reason


def test_after_the_end_nothing_can_be_played() -> None:
    match = random_match("mist")
    with pytest.raises(paddock.IllegalMove, match="the match is over"):
        match.play("stop")


def test_a_number_is_no_move() -> None:
    with pytest.raises(paddock.BadNotation, match="not 0"):
        paddock.Match("mist", seed=7).play(0)  # type: ignore[arg-type]


# ---- Undo


@pytest.mark.parametrize("name", GAMES)
def test_undo_takes_back_a_decision_with_its_dice(name: str) -> None:
    match = random_match(name, decisions=5)
    known = []
    for _ in range(5):
        known.append((match.events, match.turn))
        match.undo()
    assert match.events == paddock.Match(name, seed=7).events
    with pytest.raises(paddock.PaddockError, match="nothing to undo"):
        match.undo()
    for events, turn in reversed(known):
        match.play(events[len(match.events)])  # the same dice fall again
        assert (match.events, match.turn) == (events, turn)


def test_with_manual_chance_undo_takes_back_one_event() -> None:
    match = paddock.Match("mmm", options=TINY, chance="manual")
    match.play("roll:bf")
    match.undo()
    assert match.turn is paddock.CHANCE
    with pytest.raises(paddock.PaddockError, match="nothing to undo"):
        match.undo()


# ---- Copies and pickles


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_pickles_go_on_independently_with_the_same_dice(name: str) -> None:
    match = random_match(name, decisions=3)
    twins = [match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]
    before, move = match.events, match.legal[-1]
    match.play(move)
    for twin in twins:
        assert twin.events == before
        twin.play(move)
        assert twin.record == match.record
        assert (twin.game, twin.legal, twin.view(0)) == (match.game, match.legal, match.view(0))


def test_a_copy_can_have_dice_of_its_own() -> None:
    match = paddock.Match("mist", seed=7)
    futures = set()
    for seed in range(20):
        twin = match.copy(seed=seed)
        twin.play("more")
        futures.add(twin.events[len(match.events) + 1])
    assert futures == {f"die:{face}" for face in range(1, 7)}
    manual = match.copy(chance="manual")
    manual.play("more")
    assert len(manual.odds) == 6
    fallen = manual.copy(chance="auto")
    assert isinstance(fallen.turn, paddock.Seat)


# ---- Hidden information


def test_a_view_and_a_log_have_no_secrets() -> None:
    match = paddock.Match("life", seed=7)
    own, other = match.log(0), match.log(1)
    assert own[1] == match.events[1]
    assert other[1] == "hand:1:?"
    assert match.log() == match.log(None)
    assert match.view(0).hand
    assert not match.view(None).hand
    for refused in (match.view, match.log, match.observation, match.imagine):
        with pytest.raises(paddock.BadOption, match="seats 0 to 2, not 3"):
            refused(3)


def test_the_board_shows_what_the_seat_to_move_may_see() -> None:
    match = paddock.Match("life", seed=7)
    assert "Your hand" in str(match)
    assert "[" not in str(match)
    assert "wins!" in str(random_match("life"))


def test_an_imagined_match_keeps_the_own_hand_and_deals_the_others_again() -> None:
    match = paddock.Match("life", seed=7)
    seat = match.turn
    assert isinstance(seat, paddock.Seat)
    imagined = [match.imagine(seed=seed) for seed in range(5)]
    for other in imagined:
        assert other.view(seat) == match.view(seat)
        assert other.legal == match.legal
        assert (other.observation() == match.observation()).all()
        assert other.events == ()
    assert len({repr(other.view((seat + 1) % 3)) for other in imagined}) > 1
    assert match.imagine(seed=3).view(1) == imagined[3].view(1)


def test_an_imagined_match_can_be_played_on_but_has_no_past() -> None:
    imagined = random_match("life", decisions=2).imagine(seed=1)
    with pytest.raises(paddock.PaddockError, match="no record"):
        _ = imagined.record
    with pytest.raises(paddock.PaddockError, match="nothing to undo"):
        imagined.undo()
    imagined.play(imagined.legal[0])
    again = pickle.loads(pickle.dumps(imagined))
    assert (again.events, again.view(0)) == (imagined.events, imagined.view(0))
    imagined.undo()
    assert imagined.events == ()
    assert imagined.narrate() == []


def test_where_no_seat_decides_a_seat_must_be_named() -> None:
    match = paddock.Match("life", chance="manual")
    for ask in (match.observation, match.imagine):
        with pytest.raises(paddock.PaddockError, match="no seat has to decide"):
            ask()
    assert match.observation(0).shape == (match.game.observation_size,)
