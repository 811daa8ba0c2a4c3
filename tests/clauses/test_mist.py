"""So ein Mist clause by clause: `test_n_m_...` holds clause n.m of its RULES.md against examples worked out by hand.

The table most tests sit at, places counted from 0 as in code, clockwise; seats 1, 2, 3 play cow, sheep, pig:

    place   0      1   2    3      4   5    6     7   8
    card   cow+8  -3  -1  sheep+4  +2  -3  pig-5  -1  +2
    figure  cow            sheep           pig
"""

from typing import Any

import pytest

from paddock.engine.errors import BadNotation, BadOption, IllegalMove
from paddock.engine.types import CHANCE, Seat
from paddock.games import load_game
from paddock.games.mist.data import ANIMALS
from paddock.match.match_state import MatchState

pytestmark = pytest.mark.interpreted

COW, SHEEP, PIG = 0, 1, 2
THREE = "cow+8 start-3 start-1 sheep+4 start+2 start-3 pig-5 start-1 start+2"
PATHS = {3: THREE, 4: f"{THREE} chicken+6", 5: f"{THREE} chicken+6 horse-1", 6: f"{THREE} chicken+6 horse-1 rabbit+10"}


def dealt(players: int = 3, **options: object) -> MatchState:
    """A match whose animals are dealt in the order of the box, with no path yet."""
    match = MatchState(load_game("mist"), players, options)
    match.play(*(f"animal:{animal}" for animal in ANIMALS[:players]))
    return match


def laid(players: int = 3, starter: int = 1, path: str = "", **options: object) -> MatchState:
    """The table above (with more players, their cards follow at places 9, 10, 11), before the first die."""
    match = dealt(players, **options)
    match.play(*(f"lay:{card}" for card in (path or PATHS[players]).split()), f"starter:{starter}")
    return match


def walk(match: MatchState, die: int, card: int) -> None:
    """A turn of one die: stop at once and fill the gap with this card."""
    stop = ["stop"] if match.options["dice"] != 1 else []
    match.play(f"die:{die}", *stop, f"draw:{card:+d}")


def word(match: MatchState) -> str:
    """The word of the event that is due; empty at the end."""
    tokens = match.legal_tokens()
    return tokens[0].partition(":")[0] if tokens else ""


def hurry(match: MatchState, until: str = "") -> None:
    """Play the first legal move until this word is next: every die a 1, stop, the lowest card."""
    while word(match) != until:
        match.play_move(match.legal_moves()[0])


def watch(match: MatchState) -> Any:
    """Return the public view."""
    return match.view(None)


def figures(match: MatchState, at: int) -> tuple[int, ...]:
    """Return the figures at a place, in the order of their arrival."""
    queue: tuple[int, ...] = watch(match).path[at].figures
    return queue


def card(match: MatchState, at: int) -> tuple[str | None, int | None]:
    """Return the animal and the value of the card at a place; None and None at a gap."""
    place = watch(match).path[at]
    return place.animal, place.card


def place(match: MatchState, seat: int) -> int:
    where: int = watch(match).players[seat].place
    return where


def forbidden(match: MatchState, token: str) -> IllegalMove:
    """The refusal of a token that can be read but is not allowed; nothing has happened then."""
    before, known = match.position.tobytes(), list(match.tokens)
    with pytest.raises(IllegalMove) as refusal:
        match.play(token)
    assert match.position.tobytes() == before
    assert match.tokens == known
    return refusal.value


def unreadable(match: MatchState, token: str) -> str:
    """The refusal of a token that means nothing here."""
    with pytest.raises(BadNotation) as refusal:
        match.play(token)
    return str(refusal.value)


# ---- 1. Set-up


def test_1_1_each_player_is_dealt_one_of_six_animals() -> None:
    match = MatchState(load_game("mist"), 3)
    assert match.odds() == {f"animal:{animal}": 1 for animal in ("cow", "sheep", "pig", "chicken", "horse", "rabbit")}
    match.play("animal:pig")
    assert match.odds() == {f"animal:{animal}": 1 for animal in ("cow", "sheep", "chicken", "horse", "rabbit")}
    refusal = forbidden(match, "animal:pig")
    assert refusal.clause == "1.1"
    assert refusal.reason == "the pig has been dealt already"
    assert "'animal:dog' cannot be read here, where an animal is dealt" in unreadable(match, "animal:dog")
    match.play("animal:rabbit", "animal:cow")
    assert [player.animal for player in watch(match).players] == ["pig", "rabbit", "cow"], "from seat 1 on"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_1_1_animals_that_nobody_got_stay_in_the_box(players: int) -> None:
    match = dealt(players)
    names = {token.removeprefix("lay:").rstrip("+-0123456789") for token in match.legal_tokens()}
    assert names == {"start", *ANIMALS[:players]}
    if players < 6:
        assert unreadable(match, "lay:rabbit+2") == "'lay:rabbit+2': no player has the rabbit"


@pytest.mark.parametrize("players", [0, 2, 7])
def test_1_1_three_to_six_can_play(players: int) -> None:
    with pytest.raises(BadOption, match=f"^players: So ein Mist is played by 3 to 6, not by {players}$"):
        MatchState(load_game("mist"), players)


def test_1_2_every_animal_has_three_dung_and_five_food_cards() -> None:
    match = dealt(3)
    for animal in ("cow", "sheep", "pig"):
        values = [int(t.removeprefix(f"lay:{animal}")) for t in match.legal_tokens() if t.startswith(f"lay:{animal}")]
        assert values == [-5, -3, -1, 2, 4, 6, 8, 10]
        assert sum(values) == 21
    assert unreadable(match, "lay:cow+7") == (
        "'lay:cow+7': there is no card of value +7, only -5, -3, -1, +2, +4, +6, +8, +10"
    )


def test_1_3_any_card_that_nobody_has_seen_may_come_next() -> None:
    match = laid()
    match.play("die:1", "stop")
    assert match.turn == CHANCE
    assert match.odds() == {f"draw:{value:+d}": 1 for value in (-5, -3, -1, 2, 4, 6, 10)}, "the cow laid +8"
    refusal = forbidden(match, "draw:+8")
    assert refusal.clause == "3.4"
    assert refusal.reason == "the cow has no unseen card +8 left"
    match.play("draw:+10")
    walk(match, 1, 10)  # the sheep's own +10
    walk(match, 1, 10)
    match.play("die:1", "stop")
    assert match.odds() == {f"draw:{value:+d}": 1 for value in (-5, -3, -1, 2, 4, 6)}


def test_1_3_a_pile_has_no_order_that_anybody_could_know() -> None:
    match = laid()
    before = match.position.tobytes()
    for value in (-5, -3, -1, 2, 4, 6, 10):  # each of them can come, so no position holds the answer
        walk(match, 1, value)
        match.rewind(len(match.tokens) - 3)
        assert match.position.tobytes() == before
    assert all(match.view(Seat(seat)) == watch(match) for seat in range(3))


def test_1_4_six_starting_cards_belong_to_nobody() -> None:
    match = dealt(3)
    odds = {token: weight for token, weight in match.odds().items() if token.startswith("lay:start")}
    assert odds == {"lay:start-3": 16, "lay:start-1": 16, "lay:start+2": 16}, "two of each, times 8 cards of an animal"
    match.play("lay:start-3")
    assert match.odds()["lay:start-3"] == 8
    match.play("lay:start-3")
    refusal = forbidden(match, "lay:start-3")
    assert refusal.clause == "1.4"
    assert refusal.reason == "no starting card -3 is left"
    assert unreadable(match, "lay:start+10") == "'lay:start+10': there is no card of value +10, only -3, -1, +2"
    assert [card(laid(), at) for at in (1, 2, 4, 5, 7, 8)] == [(None, v) for v in (-3, -1, 2, -3, -1, 2)]


@pytest.mark.parametrize(("players", "to_draw"), [(3, 7), (4, 7), (5, 6), (6, 5)])
def test_1_5_passing_on_shortens_the_piles(players: int, to_draw: int) -> None:
    match = laid(players)
    assert [player.cards_to_draw for player in watch(match).players] == [to_draw] * players
    match.play("die:1", "stop")
    assert len(match.odds()) == 7, "of the cow's cards seven are unseen, whether they were passed on or not"


@pytest.mark.parametrize(("players", "words"), [(3, []), (4, []), (5, ["left"] * 5), (6, ["left", "right"] * 6)])
def test_1_5_one_goes_left_with_five_and_one_each_way_with_six(players: int, words: list[str]) -> None:
    match = laid(players)
    hurry(match)
    shown = [token.partition(":")[0] for token in match.tokens if token.startswith(("left", "right"))]
    assert shown == words
    assert [token.partition(":")[0] for token in match.tokens[len(match.tokens) - len(words) :]] == words, "at the end"


def test_1_5_nobody_may_look_at_a_passed_card() -> None:
    match = laid(5)
    hurry(match, "left")
    others = match.position.copy()
    match.play("left:+10")  # from the cow; its pile used up -5, -3, -1, 2, 4 and 6, and +8 lay on the path
    assert match.tokens[-1] == "left:+10"
    match.rewind(len(match.tokens) - 1)
    assert match.position.tobytes() == others.tobytes()
    for seat in range(5):  # giver and receiver know as little as the others
        assert match.view(Seat(seat)) == watch(match)
        assert match.log(Seat(seat)) == match.tokens
        assert not any(token.startswith("left") for token in match.log(Seat(seat)))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_1_6_the_path_has_a_place_for_each_player_and_each_starting_card(players: int) -> None:
    match = dealt(players)
    hurry(match, "starter")
    assert len(watch(match).path) == players + 6
    assert len(match.tokens) == players + players + 6


def test_1_6_every_card_not_laid_yet_is_equally_likely() -> None:
    match = dealt(3)
    odds = match.odds()
    assert sum(odds.values()) == 9 * 8, "nine cards are shuffled; a weight of 8 is one of them"
    assert [odds[f"lay:sheep{value}"] for value in ("-5", "-1", "+10")] == [1, 1, 1], "together 8: the sheep's card"
    match.play("lay:start+2", "lay:cow-5")
    odds = match.odds()
    assert sum(odds.values()) == 7 * 8
    assert odds["lay:start+2"] == 8
    assert not any(token.startswith("lay:cow") for token in odds)
    refusal = forbidden(match, "lay:cow+2")
    assert refusal.clause == "1.6"
    assert refusal.reason == "the cow has laid its card already"
    assert card(match, 1) == ("cow", -5), "face up"


@pytest.mark.parametrize("passing", [True, False])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_1_6_passing_on_makes_no_card_of_the_path_rarer(players: int, passing: bool) -> None:
    odds = dealt(players, passing=passing).odds()
    assert sum(odds.values()) == (players + 6) * 8, "a weight of 8 is one card of the path"
    for value in ("-3", "-1", "+2"):
        assert odds[f"lay:start{value}"] == 2 * 8
    for animal in ANIMALS[:players]:
        assert [odds[f"lay:{animal}{value:+d}"] for value in (-5, -3, -1, 2, 4, 6, 8, 10)] == [1] * 8


def test_1_7_figures_begin_at_the_card_of_their_own_animal() -> None:
    match = laid()
    assert [place(match, seat) for seat in (COW, SHEEP, PIG)] == [0, 3, 6]
    assert [figures(match, at) for at in range(9)] == [(COW,), (), (), (SHEEP,), (), (), (PIG,), (), ()]


def test_1_7_beginning_there_counts_as_having_landed() -> None:
    match = laid()
    match.play("die:3", "stop")
    assert match.scores() == [0, 4, 0], "the sheep, which never moved, takes its +4"


def test_1_8_the_starting_player_is_chosen_at_random() -> None:
    match = dealt(3)
    hurry(match, "starter")
    assert match.odds() == {"starter:1": 1, "starter:2": 1, "starter:3": 1}
    refusal = forbidden(match, "starter:4")
    assert refusal.clause == "1.8"
    assert refusal.reason == "there is no seat 4"
    assert "where the starting player is drawn" in unreadable(match, "starter:0")
    match.play("starter:3")
    assert watch(match).active == PIG


# ---- 2. Your turn


def test_2_1_turns_go_clockwise() -> None:
    match = laid(4, starter=3)
    order = []
    for _ in range(8):
        order.append(watch(match).active)
        match.play("die:1")
        assert match.turn == order[-1], "the one whose turn it is decides"
        match.play("stop")
        match.play_move(match.legal_moves()[0])
    assert order == [2, 3, 0, 1, 2, 3, 0, 1]


def test_2_1_a_turn_begins_with_a_die_and_nobody_stands_still() -> None:
    match = laid()
    assert match.turn == CHANCE
    assert match.odds() == {"die:1": 1, "die:2": 1, "die:3": 1, "die:4": 1, "die:5": 1, "die:6": 1}
    for token in ("stop", "more", "draw:+2"):
        assert unreadable(match, token) == f"{token!r} cannot be read here, where a die is thrown"
    for face in (0, 7):
        refusal = forbidden(match, f"die:{face}")
        assert refusal.clause == "2.1"
        assert refusal.reason == f"a die has no face {face}"


def test_2_2_after_each_die_you_stop_or_throw_one_more() -> None:
    match = laid()
    match.play("die:3")
    assert match.turn == COW
    assert match.legal_tokens() == ["stop", "more"]
    assert (
        unreadable(match, "die:4")
        == "'die:4' cannot be read here, where the active player stops or throws one more die"
    )
    match.play("more")
    assert match.turn == CHANCE
    assert word(match) == "die"
    match.play("die:5")
    assert match.legal_tokens() == ["stop", "more"]
    assert watch(match).newest == 5
    match.play("stop")
    assert place(match, COW) == 5, "neither 3 nor 3 + 5 steps"


def test_2_3_a_number_put_aside_before_forces_you_to_stop() -> None:
    match = laid()
    match.play("die:3", "more", "die:5", "more", "die:3")  # not the last number put aside, but one of them
    assert word(match) == "draw"
    assert place(match, COW) == 3
    assert "where the active player's pile fills the gap" in unreadable(match, "more")
    match.play("draw:+2", "die:3")
    assert match.legal_tokens() == ["stop", "more"], "the cow's numbers do not bind the sheep"
    match.play("more", "die:3")
    assert word(match) == "draw"


def test_2_3_the_table_shows_which_numbers_would_force() -> None:
    match = laid()
    match.play("die:3", "more", "die:5", "more")
    assert [ahead.forced for ahead in watch(match).landings] == [False, False, True, False, True, False]
    assert watch(match).dice == (3, 5)


def test_2_4_with_the_fifth_die_you_must_stop() -> None:
    match = laid()
    match.play("die:6", "more", "die:1", "more", "die:2", "more", "die:3")
    assert match.legal_tokens() == ["stop", "more"], "four dice force no stop"
    assert all(ahead.forced for ahead in watch(match).landings), "the view shows that the next die is the last"
    match.play("more")
    assert all(ahead.forced for ahead in watch(match).landings)
    match.play("die:4")
    assert word(match) == "draw"
    assert place(match, COW) == 4


# ---- 3. Walking and taking


@pytest.mark.parametrize(
    ("die", "cow_to", "pig_to"), [(1, 1, 7), (2, 2, 8), (3, 3, 0), (4, 4, 1), (5, 5, 2), (6, 6, 3)]
)
def test_3_1_a_figure_walks_clockwise_a_card_a_point(die: int, cow_to: int, pig_to: int) -> None:
    for starter, seat, to in ((1, COW, cow_to), (3, PIG, pig_to)):
        match = laid(starter=starter)
        assert watch(match).landings[die - 1].place == to
        match.play(f"die:{die}", "stop")
        assert place(match, seat) == to


def test_3_2_who_lands_alone_must_take_the_card() -> None:
    match = laid()
    match.play("die:1", "stop")
    assert match.scores() == [-3, 0, 0]
    assert [player.cards_taken for player in watch(match).players] == [1, 0, 0]
    assert card(match, 1) == (None, None), "the card is gone"
    assert word(match) == "draw", "nothing is asked: dung cannot be declined"


def test_3_2_an_animal_that_left_is_no_longer_there() -> None:
    match = laid(starter=2)
    walk(match, 1, 2)  # the sheep leaves its +4 behind and takes +2
    walk(match, 1, 2)
    match.play("die:3", "stop")
    assert match.scores() == [4, 2, -1]


def test_3_3_the_last_to_come_before_you_takes_the_card() -> None:
    match = laid()
    match.play("die:6", "stop")
    assert match.scores() == [0, 0, -5], "the pig takes its card, not the cow that came"
    assert figures(match, 6) == (PIG, COW)
    match.play("draw:+10", "die:3")
    assert watch(match).landings[2].taker == COW
    match.play("stop")
    assert match.scores() == [10, 0, -5], "the cow came last before the sheep, the pig is further in front"
    assert figures(match, 6) == (PIG, COW, SHEEP)


def test_3_3_who_walks_away_leaves_the_queue_and_the_others_close_up() -> None:
    # place 0 chicken, 1 cow, 3 sheep, 6 pig
    match = laid(4, path="chicken+6 cow+8 start-3 sheep+4 start-1 start+2 pig-5 start-3 start-1 start+2")
    walk(match, 5, 2)  # the cow behind the pig
    walk(match, 3, 6)  # the sheep behind the cow
    assert figures(match, 6) == (PIG, COW, SHEEP)
    walk(match, 1, 10)  # the pig takes -3 at place 7
    assert figures(match, 6) == (COW, SHEEP)
    assert match.scores() == [2, 0, -5 - 3, 0]
    match.play("die:6", "stop")
    assert match.scores() == [2, 6, -8, 0], "the sheep takes what it had laid there itself"
    assert figures(match, 6) == (COW, SHEEP, 3)


def test_3_4_you_fill_the_gap_from_your_own_pile_whoever_took_the_card() -> None:
    match = laid()
    match.play("die:3", "stop")
    assert match.scores() == [0, 4, 0]
    assert "'draw:+7': there is no card of value +7" in unreadable(match, "draw:+7")
    match.play("draw:+10")
    assert card(match, 3) == ("cow", 10)
    assert [player.cards_to_draw for player in watch(match).players] == [6, 7, 7]
    match.play("die:1", "stop")
    assert "draw:+10" in match.legal_tokens(), "the sheep's own +10 is still in its pile"


def test_3_5_a_figure_keeps_its_place_when_the_card_there_is_replaced() -> None:
    match = laid()
    walk(match, 1, 10)  # the cow takes -3 at place 1, where cow+10 comes
    assert place(match, COW) == 1
    walk(match, 2, 8)
    match.play("die:4", "stop")  # the pig from 6 to 1
    assert match.scores() == [-3 + 10, -3, 0], "it queued behind the cow"
    assert figures(match, 1) == (COW, PIG)


# ---- 4. The end


@pytest.mark.parametrize(("players", "rounds"), [(3, 7), (4, 7), (5, 6), (6, 5)])
def test_4_1_the_game_ends_after_a_full_round_when_all_piles_are_used_up(players: int, rounds: int) -> None:
    match = laid(players, starter=2)
    assert (watch(match).rounds, watch(match).rounds_left) == (rounds, rounds - 1), "after this one"
    turns = 0
    while word(match) == "die":
        assert watch(match).active == (1 + turns) % players
        assert watch(match).players[watch(match).active].cards_to_draw == rounds - turns // players, (
            "never empty before"
        )
        match.play("die:6", "stop")
        match.play_move(match.legal_moves()[0])
        turns += 1
    assert turns == rounds * players
    assert [player.cards_to_draw for player in watch(match).players] == [0] * players
    hurry(match)
    assert match.over
    assert match.legal_tokens() == []
    assert unreadable(match, "die:1") == "'die:1' cannot be read here, where the match is over"


def test_4_2_passed_cards_are_turned_over_and_count_for_who_received_them() -> None:
    match = laid(6)
    hurry(match, "left")  # all drew their five lowest: cow and rabbit keep 6 and 10, 6 and 8, the others 8 and 10
    before = match.scores()
    assert match.odds() == {"left:+6": 1, "left:+10": 1}
    refusal = forbidden(match, "left:+4")
    assert refusal.clause == "4.2"
    assert refusal.reason == "the cow has no unseen card +4 left"
    assert unreadable(match, "right:+6") == "'right:+6' cannot be read here, where the next passed card is turned over"
    match.play("left:+10")
    assert match.odds() == {"right:+6": 1}
    match.play("right:+6")
    assert match.odds() == {"left:+8": 1, "left:+10": 1}, "now the sheep's"
    assert not match.over
    match.play("left:+8", "right:+10", "left:+8", "right:+10", "left:+8", "right:+10", "left:+8", "right:+10")
    match.play("left:+6", "right:+8")
    assert match.over
    gained = [after - earlier for after, earlier in zip(match.scores(), before, strict=True)]
    #                  from the right neighbour's left hand + from the left neighbour's right hand
    assert gained == [6 + 10, 10 + 10, 8 + 10, 8 + 10, 8 + 8, 8 + 6]


SMALL_FARM: dict[str, Any] = {"cards": "-5,2,4,10", "starting": "-3,-1,2,2", "dice": 1}
SMALL_PATH = "cow+4 start-3 start+2 sheep-5 start-1 start+2 pig+2"


def small_farm(**options: Any) -> MatchState:
    """A whole match of nine turns, worked out by hand; with the player and the taken card of each."""
    match = laid(starter=2, path=SMALL_PATH, **SMALL_FARM, **options)
    walk(match, 2, 10)  # sheep 3 -> 5, sheep: start+2
    walk(match, 5, -5)  # pig 6 -> 4, pig: start-1
    walk(match, 3, 2)  # cow 0 -> 3, which the sheep left, cow: sheep-5
    walk(match, 6, 4)  # sheep 5 -> 4, pig: pig-5
    walk(match, 1, 10)  # pig 4 -> 5, which the sheep left, pig: sheep+10
    walk(match, 1, -5)  # cow 3 -> 4, sheep: sheep+4
    walk(match, 2, 2)  # sheep 4 -> 6, sheep: pig+2
    walk(match, 6, 4)  # pig 5 -> 4, cow: cow-5
    walk(match, 5, 10)  # cow 4 -> 2, cow: start+2
    assert match.over
    return match


def test_4_3_points_are_the_sum_of_the_pile_and_most_points_win() -> None:
    match = small_farm()
    assert match.scores() == [-5 - 5 + 2, 2 + 4 + 2, -1 - 5 + 10]
    assert match.payoff() == [0, 1, 0]
    assert [player.cards_taken for player in watch(match).players] == [3, 3, 3]


def test_4_2_a_passed_card_lies_in_the_pile_from_the_start_but_counts_only_at_the_end() -> None:
    match = dealt(6)
    assert [player.cards_taken for player in watch(match).players] == [2] * 6
    assert match.scores() == [0] * 6


def test_4_3_more_food_does_not_beat_more_points() -> None:
    match = small_farm()
    assert match.state.food[PIG] == 10
    assert match.state.food[SHEEP] == 8
    assert match.payoff()[PIG] == 0


NOTHING: dict[str, Any] = {"cards": "0,0,0,0", "dice": 1}


def steps(match: MatchState, *dice: int) -> None:
    """Turns of one die each, where every pile holds nothing but zeros."""
    for die in dice:
        walk(match, die, 0)


def test_4_4_tied_players_compare_their_food() -> None:
    path = "cow+0 start+3 start-3 sheep+0 start+0 start+0 pig+0"
    match = laid(path=path, starting="3,-3,0,0", **NOTHING)
    steps(match, 1, 1, 6, 1, 6, 6, 1, 6, 6)  # the cow walks over +3 and -3; the others over zeros
    assert match.over
    assert match.scores() == [0, 0, 0]
    assert match.payoff() == [1, 0, 0]
    assert [player.food for player in watch(match).players] == [3, 0, 0], "the reason is public"


def test_4_4_who_is_still_tied_shares_the_victory() -> None:
    path = "cow+0 start+3 start-3 sheep+0 start+3 start-3 pig+0"
    match = laid(path=path, starting="3,-3,3,-3", **NOTHING)
    steps(match, 1, 1, 1, 1, 1, 6, 1, 1, 1)  # cow and sheep walk over +3 and -3 each
    assert match.scores() == [0, 0, 0]
    assert match.payoff() == [0.5, 0.5, 0]


def test_4_4_all_may_share() -> None:
    match = laid(path="cow+0 start+0 start+0 sheep+0 start+0 start+0 pig+0", starting="0,0,0,0", **NOTHING)
    steps(match, *[1] * 9)
    assert match.payoff() == [1 / 3, 1 / 3, 1 / 3]


def test_4_4_food_is_compared_as_it_is_scored() -> None:
    path = "cow+0 start+0 start+0 sheep+0 start+4 start+0 pig+0"
    match = laid(path=path, starting="4,0,0,0", cards="0,0,0,2", dice=1, doubling=True)
    walk(match, 1, 2)  # the cow lays its +2 at place 1
    walk(match, 1, 0)  # the sheep takes +4
    walk(match, 2, 0)  # the pig comes to place 1: the cow takes its own +2, twice
    steps(match, 1, 1, 1, 1)
    walk(match, 1, 2)
    walk(match, 1, 2)
    assert match.over
    assert match.scores() == [4, 4, 0]
    assert match.payoff() == [0.5, 0.5, 0], "as printed it would be 2 against 4"


# ---- 5. Variants


def test_5_1_own_cards_count_double_food_and_dung() -> None:
    match = small_farm(doubling=True)
    # The cow takes cow-5, the sheep sheep+4, the pig pig-5; all other cards are of others or starting cards.
    assert match.scores() == [-5 - 2 * 5 + 2, 2 + 2 * 4 + 2, -1 - 2 * 5 + 10]
    assert match.state.food.tolist()[:3] == [2, 12, 10]


def test_5_1_house_rules_double_too() -> None:
    path = "cow+99 start-3 start-1 sheep+1 start+2 start-3 pig+1 start-1 start+2"
    match = laid(starter=3, path=path, cards="-99,99,1,1", doubling=True)
    walk(match, 3, -99)  # the pig comes to the cow, which takes +99, and lays -99 there
    walk(match, 1, 1)  # the cow takes -3
    match.play("die:6", "stop")  # the sheep comes to the pig
    assert match.scores() == [2 * 99 - 3, 0, -2 * 99]


def test_5_1_passed_cards_never_double() -> None:
    gained = []
    for doubling in (False, True):
        match = laid(6, doubling=doubling)
        hurry(match, "left")
        before = match.scores()
        hurry(match)
        gained.append([after - earlier for after, earlier in zip(match.scores(), before, strict=True)])
    # The lowest first: the cow's 6 goes left and its 10 right, and so on; the rabbit's are 6 and 8.
    assert gained[0] == [6 + 10, 6 + 10, 8 + 10, 8 + 10, 8 + 8, 8 + 10]
    assert gained[1] == gained[0]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_5_2_without_passing_every_game_has_seven_rounds(players: int) -> None:
    match = laid(players, passing=False)
    assert [player.cards_to_draw for player in watch(match).players] == [7] * players
    hurry(match)
    words = [token.partition(":")[0] for token in match.tokens]
    assert words.count("die") == words.count("draw") == 7 * players
    assert "left" not in words
    assert "right" not in words


def extra_round() -> MatchState:
    """Three cards to draw, and figures that walk round in threes: all are back at home after nine turns.

    place   0      1   2    3       4   5    6      7   8
    card   cow-5  -3  -1  sheep-5  +2  -3  pig+10  -1  +2
    """
    path = "cow+10 start-3 start-1 sheep+4 start+2 start-3 pig-5 start-1 start+2"
    match = laid(path=path, cards="-5,2,4,10", dice=1, another_round=True)
    for value in (2, 2, 2, 4, 10, 4, -5, -5, 10):
        walk(match, 3, value)
    assert [place(match, seat) for seat in (COW, SHEEP, PIG)] == [0, 3, 6]
    # The cow meets the sheep: +4, +2, +10. The sheep meets the pig: -5, +2, +4. The pig walks to what the cow has left.
    assert match.scores() == [0, 4 + 2 + 10, -5 + 2 + 4 + 10 + 2 + 4]
    return match


def test_5_3_another_round_fills_no_gaps() -> None:
    match = extra_round()
    assert word(match) == "die", "the piles are empty, and the game goes on"
    match.play("die:1")
    assert watch(match).active == SHEEP, "no card is turned up, the turn is over"
    assert card(match, 1) == (None, None)
    match.play("die:1", "die:1")
    assert match.over
    assert [token.partition(":")[0] for token in match.tokens[-3:]] == ["die"] * 3


def test_5_3_a_queue_stands_at_a_gap_and_gaps_are_not_counted() -> None:
    match = extra_round()
    match.play("die:3")
    assert match.scores() == [0, 16 - 5, 17], "the queue rules are the same: the sheep takes"
    assert card(match, 3) == (None, None)
    assert figures(match, 3) == (SHEEP, COW)
    match.play("die:1")
    assert place(match, SHEEP) == 4, "from the gap, the next card is step one"
    assert match.scores() == [0, 11 + 2, 17]
    assert [ahead.place for ahead in watch(match).landings] == [7, 8, 0, 1, 2, 5], "3 and 4 are gaps"
    match.play("die:6")
    assert place(match, PIG) == 5
    assert match.scores() == [0, 13, 17 - 3]
    assert match.over
    assert match.payoff() == [0, 0, 1]


@pytest.mark.parametrize(
    ("die", "gap", "landings"),
    [
        (3, 7, [8, 0, 1, 2, 3, 4]),
        (4, 8, [7, 0, 1, 2, 3, 4]),
        (5, 0, [7, 8, 1, 2, 3, 4]),
    ],
)
def test_5_3_from_a_gap_another_gap_ahead_is_not_counted(die: int, gap: int, landings: list[int]) -> None:
    match = extra_round()
    match.play("die:6")  # the cow comes to the pig, which takes its card: the pig stands at a gap
    match.play(f"die:{die}")  # the sheep passes place 6 without counting it, and takes the card at another place
    assert place(match, SHEEP) == gap
    assert card(match, 6) == card(match, gap) == (None, None)
    assert [ahead.place for ahead in watch(match).landings] == landings
    match.play("die:1")
    assert place(match, PIG) == landings[0]


@pytest.mark.parametrize(
    ("players", "passing", "rounds", "passed_on"),
    [(3, True, 8, []), (5, True, 7, ["left"] * 5), (6, True, 6, ["left", "right"] * 6), (6, False, 8, [])],
)
def test_5_3_the_variants_combine(players: int, passing: bool, rounds: int, passed_on: list[str]) -> None:
    match = laid(players, passing=passing, another_round=True, doubling=True)
    assert (watch(match).rounds, watch(match).rounds_left) == (rounds, rounds - 1), "after this one"
    hurry(match)
    words = [token.partition(":")[0] for token in match.tokens]
    assert words.count("die") == rounds * players
    assert words.count("draw") == (rounds - 1) * players
    assert words[-2 - len(passed_on) :] == ["die", "stop", *passed_on], "passed cards come after the extra round"


# ---- 6. At this table


def test_6_1_scoring_piles_are_closed() -> None:
    match = laid()
    walk(match, 1, 10)
    for seat in (None, Seat(COW), Seat(SHEEP)):
        players = match.view(seat).players
        assert [player.cards_taken for player in players] == [1, 0, 0]
        assert [player.points for player in players] == [None, None, None], "not even one's own"
        assert [player.food for player in players] == [None, None, None]


def test_6_1_with_tally_the_points_are_shown() -> None:
    match = laid(tally=True)
    walk(match, 1, 10)
    assert [player.points for player in match.view(Seat(SHEEP)).players] == [-3, 0, 0]


def test_6_1_at_the_end_the_piles_are_open() -> None:
    assert [player.points for player in watch(small_farm()).players] == [-8, 8, 4]


def test_6_2_cards_may_be_changed_and_repeat() -> None:
    match = dealt(3, cards="2,-1,2,7,2")
    assert [match.odds()[f"lay:cow{value}"] for value in ("-1", "+2", "+7")] == [1, 3, 1]
    assert match.odds()["lay:start-3"] == 2 * 5
    match.play(*(f"lay:{laying}" for laying in ("cow+2", "sheep-1", "pig+7")))
    hurry(match, "die")
    assert watch(match).players[COW].cards_to_draw == 4
    match.play("die:3", "stop")
    assert match.odds() == {"draw:-1": 1, "draw:+2": 2, "draw:+7": 1}, "the cow laid one of its three +2"
    match.play("draw:+2", "die:3", "stop")
    assert match.odds() == {"draw:+2": 3, "draw:+7": 1}


def test_6_2_starting_cards_make_the_path_longer() -> None:
    match = dealt(3, starting="-9,-9,-9,-9,5,5,5,5,0,0,0,0")
    assert match.odds()["lay:start-9"] == 4 * 8
    hurry(match, "starter")
    assert len(watch(match).path) == 15
    match = dealt(3, starting="1,1,1,1")
    hurry(match, "starter")
    assert len(watch(match).path) == 7


def test_6_2_with_one_die_nobody_ever_chooses() -> None:
    match = laid(dice=1)
    hurry(match)
    assert not {"stop", "more"} & set(match.tokens)


def test_6_2_with_seven_dice_only_a_repeated_number_stops_you() -> None:
    match = laid(dice=7)
    match.play("die:1", "more", "die:2", "more", "die:3", "more", "die:4", "more", "die:5", "more", "die:6")
    assert match.legal_tokens() == ["stop", "more"]
    match.play("more", "die:2")
    assert word(match) == "draw"
    assert place(match, COW) == 2


def test_6_2_nobody_can_land_on_their_own_place() -> None:
    for match in (laid(path=SMALL_PATH, **SMALL_FARM), extra_round()):
        while not match.over:
            if word(match) == "die":
                active = watch(match).active
                home = place(match, active)
                assert all(ahead.place != home for ahead in watch(match).landings)
            match.play_move(match.legal_moves()[-1])  # sixes only


OPTION_NAMES = ("doubling", "passing", "another_round", "tally", "cards", "starting", "dice")
NUMBERS = "whole numbers from -99 to 99, separated by commas"


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (
            3,
            {"starting": "1,1,1,1,1", "another_round": True},
            "option starting: 3 players need at least 6 starting cards, else one could land on oneself",
        ),
        (
            6,
            {"starting": "1,1,1,1", "another_round": "on"},
            "option starting: 6 players need at least 6 starting cards, else one could land on oneself",
        ),
        (
            3,
            {"starting": "1,2,3"},
            f"option starting: '1,2,3' is not accepted; it takes 4 to 12 {NUMBERS}",
        ),
        (
            3,
            {"cards": [1, 2, 3]},
            f"option cards: [1, 2, 3] is not accepted; it takes 4 to 10 {NUMBERS}",
        ),
        (
            3,
            {"cards": "1,2,3,100"},
            f"option cards: '1,2,3,100' is not accepted; it takes 4 to 10 {NUMBERS}",
        ),
        (3, {"dice": 8}, "option dice: 8 is not accepted; it takes a whole number from 1 to 7"),
        (3, {"dice": "0"}, "option dice: '0' is not accepted; it takes a whole number from 1 to 7"),
        (3, {"doubling": "maybe"}, "option doubling: 'maybe' is not accepted; it takes on or off"),
        (
            3,
            {"doublin": True},
            f"there is no option 'doublin'; this game has {', '.join(OPTION_NAMES)}",
        ),
    ],
)
def test_6_2_impossible_house_rules_are_told_why(players: int, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption) as refusal:
        MatchState(load_game("mist"), players, options)
    assert str(refusal.value) == sentence


def test_6_2_the_smallest_house_rules_are_possible() -> None:
    hurry(laid(6, cards="-5,-1,4,8", path=PATHS[6].replace("+8", "+4").replace("+6", "+8").replace("+10", "-5")))
    hurry(dealt(3, starting="1,1,1,1", cards="1,1,1,1"))
    hurry(dealt(6, starting="1,1,1,1,1,1", cards="1,1,1,1", another_round=True))


def test_6_2_too_few_cards_are_refused() -> None:
    """Two to pass on, one for the path and one to draw."""
    with pytest.raises(BadOption, match=r"option cards: .* it takes 4 to 10 whole numbers"):
        MatchState(load_game("mist"), 3, {"cards": (1, 2, 3)})


@pytest.mark.parametrize(
    "token", ["lay:cow+08", "lay:cow8", "lay:cow+٨", "lay:start-0", "lay:cow", "lay:", "lay", "", "Lay:cow+8"]
)
def test_6_2_a_card_is_written_in_one_way_only(token: str) -> None:
    """Not a clause of the rulebook but of docs/reference/notation.md: equal matches are equal tokens."""
    assert unreadable(dealt(3), token) == f"{token!r} cannot be read here, where a card of the path is laid"
