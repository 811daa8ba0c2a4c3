"""Life is Life clause by clause: `test_n_m_...` holds clause n.m of its RULES.md against examples worked out by hand.

Cards are written with one letter each: g giraffe, b bear, m mole, o goat, s sheep, d dog, r rabbit, p pig, c cat,
u mouse. The table most tests sit at:

    seat 1  ggggbbbmmm      row 1  r
    seat 2  oooosssddd      row 2  pc
    seat 3  rrppccuugb      row 3  ooo
                            row 4  mmss

`counted` plays a whole phase there. Each seat in turn takes row 1, giving a giraffe, a goat, a rabbit; then all knock.
The hands are gggbbbmmmr, gooosssddd, orppccuugb, so seat 1 has 9+8+7 points, seat 2 has 7+6+6, seat 3 has 5+4+3,
and no seat has the majority of rabbits.
"""

from typing import Any

import numpy as np
import pytest

from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.errors import BadNotation, BadOption, IllegalMove
from paddock.engine.plain_position import plain_position
from paddock.engine.rng import stream
from paddock.engine.types import CHANCE, OVER, Move, Seat
from paddock.engine.verbs import imagine, moves, observe
from paddock.games import load_game
from paddock.games.life.data import ANIMALS, CARDS
from paddock.match.match_state import MatchState
from support.random_matches import positions

pytestmark = pytest.mark.interpreted

LETTERS = dict(zip("gbmosdrpcu", ANIMALS, strict=True))
HANDS = ("ggggbbbmmm", "oooosssddd", "rrppccuugb")
ROWS = ("r", "pc", "ooo", "mmss")
NAMES = ("Ann", "Ben", "Cem")
FIVE_HANDS = (*HANDS, "ggggbbbmmo", "oosssdddmb")


def deal(match: MatchState, hands: tuple[str, ...] = HANDS, rows: tuple[str, ...] = ROWS) -> MatchState:
    """Deal one phase: a hand for every seat in the game, in their order, then the rows."""
    in_game = [seat + 1 for seat in range(match.players) if match.scores()[seat] > 0]
    match.play(*(f"hand:{seat}:{LETTERS[card]}" for seat, hand in zip(in_game, hands, strict=True) for card in hand))
    match.play(*(f"row:{row}:{LETTERS[card]}" for row, cards in enumerate(rows, 1) for card in cards))
    return match


def dealt(starter: int = 1, hands: tuple[str, ...] = HANDS, rows: tuple[str, ...] = ROWS, **options: Any) -> MatchState:
    """The first phase, before its first turn; hands and rows may have other sizes than printed."""
    sizes = {"hand": len(hands[0]), "rows": tuple(map(len, rows))}
    match = MatchState(load_game("life"), len(hands), {**sizes, **options})
    match.play(f"starter:{starter}")
    return deal(match, hands, rows)


def trade(match: MatchState, row: int, cards: str) -> None:
    """A whole trade: this row for these cards."""
    match.play(f"take:{row}", *(f"give:{LETTERS[card]}" for card in cards))


def each_trades(match: MatchState, starter: int = 1) -> None:
    """In the table above, each seat takes row 1, giving a giraffe, a goat, a rabbit."""
    for turn in range(3):
        trade(match, 1, "gor"[(starter - 1 + turn) % 3])


def counted(starter: int = 1, **options: Any) -> MatchState:
    """The phase of the table above, up to the first card of the next phase."""
    match = dealt(starter, **options)
    each_trades(match, starter)
    match.play("knock", "knock", "knock")
    return match


def named(cards: str) -> tuple[str, ...]:
    """Letters as a view shows cards."""
    return tuple(sorted((LETTERS[card] for card in cards), key=ANIMALS.index))


def seen_by(match: MatchState, seat: int | None = None) -> Any:
    """The view of a seat counted from 1; None only watches."""
    return match.view(None if seat is None else Seat(seat - 1))


def refused(match: MatchState, token: str) -> str:
    """The clause that forbids this token here."""
    with pytest.raises(IllegalMove) as refusal:
        match.play(token)
    assert refusal.value.reason
    return refusal.value.clause


def nearly(animal: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Hands and rows where seat 3 lacks one card of this animal, which lies in row 1."""
    third = {"r": "rrrrppcuug", "p": "pppprrcuug", "c": "cccrrppuug"}[animal]
    return (HANDS[0], HANDS[1], third), (animal, "bb", "ooo", "mmss")


# ---- 1. Set-up


def test_1_1_sixty_cards_and_an_animal_is_worth_as_many_points_as_it_has_cards() -> None:
    match = MatchState(load_game("life"), 3)
    match.play("starter:1")
    assert list(match.odds().values()) == [9, 8, 7, 7, 6, 6, 5, 5, 4, 3]
    assert list(match.odds()) == [f"hand:1:{animal}" for animal in ANIMALS]
    assert seen_by(match).values == (9, 8, 7, 7, 6, 6, 5, 5, 4, 3)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_1_2_everybody_begins_with_five_lives(players: int) -> None:
    assert MatchState(load_game("life"), players).scores() == [5] * players


@pytest.mark.parametrize("players", [2, 6])
def test_1_2_three_to_five_players(players: int) -> None:
    with pytest.raises(BadOption, match="3 to 5"):
        MatchState(load_game("life"), players)


def test_1_3_the_first_starter_is_chosen_at_random() -> None:
    match = MatchState(load_game("life"), 4)
    assert match.turn == CHANCE
    assert match.odds() == {"starter:1": 1, "starter:2": 1, "starter:3": 1, "starter:4": 1}
    assert refused(match, "starter:5") == "1.3"
    assert dealt(starter=2).turn == 1


def test_1_4_ten_hidden_cards_each_hand_by_hand() -> None:
    match = MatchState(load_game("life"), 3)
    match.play("starter:3", *["hand:1:mouse"] * 3)
    assert refused(match, "hand:1:mouse") == "1.4"
    with pytest.raises(BadNotation, match="hand:1:"):
        match.play("hand:2:bear")  # seat 1 has only three cards
    match.play(*["hand:1:bear"] * 7)
    assert match.odds() == {f"hand:2:{a}": n for a, n in zip(ANIMALS, (9, 1, 7, 7, 6, 6, 5, 5, 4), strict=False)}
    assert match.log(Seat(0))[1:3] == ["hand:1:mouse", "hand:1:mouse"]
    assert match.log(Seat(1))[1:3] == match.log(None)[1:3] == ["hand:1:?", "hand:1:?"]
    assert seen_by(match, 1).hand == named("uuubbbbbbb")
    assert seen_by(match, 2).hand == ()
    assert seen_by(match).hand is None
    assert [player.cards for player in seen_by(match, 2).players] == [10, 0, 0]


def test_1_4_every_phase_is_dealt_from_all_sixty_cards() -> None:
    match = counted()
    assert seen_by(match).phase == 2
    assert list(match.odds().values()) == list(CARDS)


def test_1_5_four_open_rows_after_the_hands_and_the_rest_is_put_aside() -> None:
    match = MatchState(load_game("life"), 3)
    match.play("starter:1", *(f"hand:{seat}:{LETTERS[card]}" for seat in (1, 2, 3) for card in HANDS[seat - 1]))
    assert match.odds() == {f"row:1:{a}": n for a, n in zip(ANIMALS, (4, 4, 4, 3, 3, 3, 3, 3, 2, 1), strict=True)}
    match.play("row:1:mouse")
    assert refused(match, "row:2:mouse") == "1.5"  # two are in hands, one in row 1
    match = dealt()
    assert seen_by(match).rows == tuple(named(row) for row in ROWS)
    assert match.state.unseen.tolist() == [4, 4, 2, 0, 1, 3, 2, 2, 1, 1]
    assert len(seen_by(match).not_located) == 50  # a spectator has seen the rows
    assert len(seen_by(match, 1).not_located) == 40


def test_1_5_with_five_players_all_sixty_cards_are_in_play() -> None:
    match = dealt(hands=FIVE_HANDS, rows=("r", "rr", "ppp", "ccum"))
    assert match.state.unseen.sum() == 0


# ---- 2. Your turn


def test_2_1_clockwise_trade_or_knock() -> None:
    match = dealt(starter=2)
    whose = []
    for card in "orgo":
        whose.append(match.turn)
        trade(match, 1, card)
    assert whose == [1, 2, 0, 1]
    assert match.legal_tokens() == ["take:1", "take:2", "take:3", "take:4", "knock"]


def test_2_1_past_those_who_are_out() -> None:
    match = counted(lives=2)  # seat 3 loses two lives
    deal(match, HANDS[:2])
    assert match.turn == 1
    trade(match, 1, "o")
    assert match.turn == 0
    trade(match, 1, "g")
    assert match.turn == 1


def test_2_2_the_row_goes_to_the_hand_and_the_gift_becomes_the_row() -> None:
    match = dealt()
    trade(match, 3, "gbm")
    assert seen_by(match, 1).hand == named("gggbbmmooo")
    assert seen_by(match).rows == (named("r"), named("pc"), named("gbm"), named("mmss"))
    assert seen_by(match).players[0].cards == 10
    assert match.turn == 1


def test_2_2_everybody_sees_what_is_being_laid_down() -> None:
    match = dealt()
    match.play("take:3", "give:giraffe", "give:mole")
    for seat in (1, 2, 3, None):
        view = seen_by(match, seat)
        assert (view.taking, view.given, view.to_give) == (2, named("gm"), 1)
        assert view.players[0].cards == 8
    assert match.log(Seat(2))[-3:] == ["take:3", "give:giraffe", "give:mole"]


def test_2_2_there_are_only_four_rows() -> None:
    assert refused(dealt(), "take:5") == "1.5"
    with pytest.raises(BadNotation, match="trades or knocks"):
        dealt().play("take:7")


def test_2_3_nothing_of_the_row_that_is_about_to_be_taken() -> None:
    match = dealt()
    match.play("take:3")
    assert match.legal_tokens() == ["give:giraffe", "give:bear", "give:mole"]
    assert refused(match, "give:goat") == "2.3"


def test_2_4_not_exactly_the_same_cards() -> None:
    match = dealt(starter=3)
    match.play("take:2", "give:pig")
    assert match.legal_tokens() == ["give:pig", "give:mouse"]
    assert refused(match, "give:cat") == "2.4"
    match.play("give:pig")
    assert seen_by(match).rows[1] == named("pp")


def test_2_4_a_single_card_must_be_another_animal() -> None:
    match = dealt(starter=3)
    match.play("take:1")
    assert "give:rabbit" not in match.legal_tokens()
    assert refused(match, "give:rabbit") == "2.4"


def test_2_4_the_same_animals_in_other_numbers_are_another_gift() -> None:
    match = dealt(hands=("mmmssggggb", HANDS[1], HANDS[2]), rows=("r", "pc", "ooo", "mmsb"))
    match.play("take:4", "give:bear", "give:mole", "give:mole")
    assert match.legal_tokens() == ["give:mole"]  # bmms is the row
    match.play("give:mole")
    assert seen_by(match).rows[3] == named("bmmm")


def test_2_4_a_row_that_could_only_be_copied_cannot_be_taken() -> None:
    match = dealt(hands=("gbm", "gbm", "oss"), rows=("gbm", "ooo", "gg"))
    assert match.legal_tokens() == ["take:2", "take:3"]
    assert refused(match, "take:1") == "2.4"


def test_2_4_a_hand_of_one_animal_cannot_take_a_row_of_it() -> None:
    match = dealt(hands=("ggggg", "bbbbb", "mmmmm"), rows=("g", "gg", "o", "s"))
    assert match.legal_tokens() == ["take:3", "take:4"]


def test_2_5_cards_are_laid_down_in_the_order_of_the_animals() -> None:
    match = dealt()
    match.play("take:3", "give:bear")
    assert match.legal_tokens() == ["give:bear", "give:mole"]
    assert refused(match, "give:giraffe") == "2.5"


def test_2_5_only_a_card_after_which_enough_are_left() -> None:
    match = dealt(starter=3)
    match.play("take:4")  # from the cats on, seat 3 has just four cards, from the mice on two
    assert match.legal_tokens() == ["give:giraffe", "give:bear", "give:rabbit", "give:pig", "give:cat"]
    assert refused(match, "give:mouse") == "2.5"
    match.play("give:cat")
    assert match.legal_tokens() == ["give:cat"]


def test_2_5_never_into_the_only_gift_that_is_forbidden() -> None:
    match = dealt(hands=("ggggbbbccu", HANDS[1], "rrppmmmmdd"), rows=("r", "pp", "ccu", "ssoo"))
    match.play("take:3")  # a cat first could only be followed by the other cat and the mouse
    assert match.legal_tokens() == ["give:giraffe", "give:bear"]
    assert refused(match, "give:cat") == "2.4"
    match.play("give:bear", "give:cat")
    assert match.legal_tokens() == ["give:cat", "give:mouse"]


def test_2_5_nor_when_all_cards_left_are_of_one_animal() -> None:
    match = dealt(hands=("ggggbbbcuu", HANDS[1], "rrppmmmmdd"), rows=("r", "cu", "ooo", "ssmm"))
    match.play("take:2")  # a cat could only be followed by a mouse, which makes the row
    assert match.legal_tokens() == ["give:giraffe", "give:bear", "give:mouse"]


def test_2_6_who_has_not_traded_cannot_knock() -> None:
    match = dealt()
    assert refused(match, "knock") == "2.6"
    each_trades(match)
    assert "knock" in match.legal_tokens()


def test_2_6_a_trade_of_the_phase_before_does_not_count() -> None:
    match = deal(counted())
    assert match.legal_tokens() == ["take:1", "take:2", "take:3", "take:4"]
    assert refused(match, "knock") == "2.6"


def test_2_7_after_a_knock_everybody_else_has_one_more_turn() -> None:
    match = dealt()
    each_trades(match)
    match.play("knock")
    assert (match.turn, seen_by(match).knocker) == (1, 0)
    trade(match, 2, "os")
    assert (match.turn, seen_by(match).phase) == (2, 1)
    match.play("knock")
    assert (match.turn, seen_by(match).phase) == (CHANCE, 2)
    assert seen_by(match).showdown.hands[0] == named("gggbbbmmmr")  # the knocker's hand as it was
    assert seen_by(match).showdown.hands[1] == named("goossdddpc")


def test_2_7_a_second_knock_only_keeps_the_cards() -> None:
    match = dealt()
    each_trades(match)
    match.play("knock", "knock")
    assert (match.turn, seen_by(match).knocker) == (2, 0)
    assert [player.knocked for player in seen_by(match).players] == [True, True, False]


def test_2_8_what_was_picked_up_and_not_laid_down_is_known_to_all() -> None:
    match = dealt()
    trade(match, 3, "gbm")
    trade(match, 1, "o")
    trade(match, 1, "b")
    for seat in (1, 2, 3, None):
        assert [player.known for player in seen_by(match, seat).players] == [named("ooo"), named("r"), named("o")]
    trade(match, 2, "go")  # an unknown giraffe, and one of the three goats
    assert seen_by(match).players[0].known == named("oopc")
    assert seen_by(match, 2).hand == named("ooosssdddr")
    assert not hasattr(seen_by(match, 2).players[0], "hand")


def test_2_8_the_gift_leaves_before_the_row_is_known() -> None:
    match = dealt(starter=3, rows=("g", "pc", "ooo", "mmrs"))
    trade(match, 4, "gbru")  # a dealt rabbit goes, another comes
    assert seen_by(match).players[2].known == named("mmsr")


@pytest.mark.parametrize("dealt_goats", [0, 1, 4])
def test_2_8_a_card_laid_down_was_the_known_one_whatever_else_the_hand_holds(dealt_goats: int) -> None:
    """All see the same trades of seat 1, and none of them shows how many goats it was dealt."""
    hand = "o" * dealt_goats + "g" * (4 - dealt_goats) + "bbbmmm"
    match = dealt(hands=(hand, "sssdddgggg", HANDS[2]), rows=("o", "pc", "mmm", "bbss"))
    trade(match, 1, "b")  # seat 1 takes the goat
    assert seen_by(match).players[0].known == named("o")
    trade(match, 2, "sd")
    trade(match, 1, "g")
    trade(match, 3, "bmo")  # and lays down a goat
    assert match.state.hand[0, ANIMALS.index("goat")] == dealt_goats
    for seat in (1, 2, 3, None):
        assert seen_by(match, seat).players[0].known == named("mmm")


def test_2_8_a_new_deal_is_known_to_nobody() -> None:
    assert [player.known for player in seen_by(deal(counted())).players] == [(), (), ()]


@pytest.mark.parametrize("declare", ["automatic", "optional"])
def test_2_8_imagining_changes_nothing_that_a_seat_knows(declare: str) -> None:
    game = load_game("life")
    before, after = np.zeros((2, game.observation_size), np.float32)
    listed = game.buffers().moves
    stages = set()
    for seed in range(9 if COMPILING else 2):
        rng = stream(seed)
        for count, match in enumerate(positions("life", 3 + seed % 3, {"declare": declare, "lives": 1}, seed)):
            if count % 3 and not match.over:
                continue
            for seat in map(Seat, range(match.players)):
                table = match.position.copy()
                s = table[0]
                imagine(s, seat, rng)
                assert game.view(plain_position(table), seat) == match.view(seat)
                assert game.view(plain_position(table), None) == match.view(None)
                observe(match.state, seat, before)
                observe(s, seat, after)
                assert before.tobytes() == after.tobytes()
                assert (s.unseen + s.hand.sum(0) + s.row.sum(0) + s.given).tolist() == list(CARDS)
                assert (s.hand.sum(1) == s.held).all()
                assert (s.hand >= s.known).all()
                assert s.unseen.min() >= 0
                assert match.over or moves(s, listed) > 0  # also for a rival in the middle of a trade
                stages.add(int(s.stage))
    assert len(stages) == (7 if declare == "optional" else 6)


def test_2_8_a_rival_who_has_traded_is_imagined_to_collect() -> None:
    """Nine hidden cards and a bear that all saw: they have more bears than a hand that was dealt."""
    match = dealt(starter=3, rows=("b", "pc", "ooo", "mmss"), hands=("ggggbbbmmm", "oooosssddd", "rrppccuugr"))
    match.play("take:1", "give:rabbit")
    rng, bears = stream(1), []
    for traded in (0, 1):
        hands = np.zeros(10)
        for _ in range(400):
            table = match.position.copy()
            table[0].traded[2] = traded
            imagine(table[0], Seat(0), rng)
            hands += table[0].hand[2]
        bears.append(hands[ANIMALS.index("bear")] / 400 - 1)
    assert bears[0] == pytest.approx(9 * 4 / 37, abs=0.15)  # four of the 37 cards that seat 1 cannot see
    assert bears[1] > bears[0] + 0.3


def test_2_8_an_imagined_rival_can_finish_the_trade() -> None:
    match = dealt(starter=3)
    match.play("take:4", "give:cat")  # three more cards from cat and mouse must be in the hand
    rng = stream(1)
    hands = set()
    for _ in range(50):
        table = match.position.copy()
        imagine(table[0], Seat(0), rng)
        assert table[0].hand[2, 8:].sum() >= 3
        hands.add(table[0].hand[2].tobytes())
    assert len(hands) > 10


def test_2_8_an_imagined_rival_has_no_combination_that_would_have_been_shown() -> None:
    for declare, possible in (("automatic", False), ("optional", True)):
        match = dealt(rows=("r", "rr", "ccc", "mmss"), declare=declare, hands=(HANDS[0], HANDS[1], "rrppppuugb"))
        trade(match, 3, "gbm")  # seat 1 took three cats: with the fourth, the phase would be over
        if declare == "optional":
            match.play("silent")
        rng = stream(2)
        most = 0
        for _ in range(200):
            table = match.position.copy()
            imagine(table[0], Seat(1), rng)
            most = max(most, int(table[0].hand[0, 8]))
        assert most == (4 if possible else 3)


# ---- 3. Sudden death


@pytest.mark.parametrize("animal", ["r", "p", "c"])
def test_3_1_a_full_set_after_a_trade_ends_the_phase_at_once(animal: str) -> None:
    match = dealt(3, *nearly(animal))
    trade(match, 1, "g")
    assert match.scores() == [4, 4, 5]
    assert (match.turn, seen_by(match).phase) == (CHANCE, 2)
    assert seen_by(match).showdown.sudden_death
    assert seen_by(match).showdown.ended_by == 2


def test_3_1_all_mice_are_no_combination() -> None:
    match = dealt(3, (HANDS[0], HANDS[1], "rrppccuugb"), ("u", "bb", "ooo", "mmss"))
    trade(match, 1, "g")
    assert (match.turn, match.scores()) == (0, [5, 5, 5])


def test_3_2_a_dealt_set_counts_after_the_own_trade_only() -> None:
    match = dealt(1, (HANDS[0], HANDS[1], "rrrrrppcuu"), ("g", "pc", "ooo", "mmss"))
    trade(match, 1, "b")
    trade(match, 1, "o")
    assert (match.turn, seen_by(match).phase) == (2, 1)
    trade(match, 1, "u")
    assert match.scores() == [4, 4, 5]


def test_3_2_a_dealt_set_that_is_broken_up_does_not_count() -> None:
    match = dealt(3, (HANDS[0], HANDS[1], "rrrrrppcuu"), ("g", "pc", "ooo", "mmss"))
    trade(match, 1, "r")
    assert (match.turn, match.scores()) == (0, [5, 5, 5])


def test_3_2_the_last_round_included() -> None:
    match = dealt(2, *nearly("r"))
    trade(match, 2, "os")
    trade(match, 3, "gpp")
    trade(match, 4, "gggg")
    match.play("knock")
    trade(match, 1, "o")
    assert match.scores() == [4, 4, 5]


def test_3_2_never_for_the_knocker_after_knocking() -> None:
    match = dealt(3, *nearly("r"), declare="optional")
    trade(match, 1, "g")
    match.play("silent")
    trade(match, 1, "b")
    match.play("silent")
    trade(match, 1, "o")
    match.play("silent", "knock", "knock", "knock")  # seat 3 holds all rabbits, yet the hands are counted
    assert not seen_by(match).showdown.sudden_death
    assert seen_by(match).showdown.hands[2] == named("rrrrrppcuu")


def test_3_3_the_knocker_loses_a_life_too_and_nothing_is_counted() -> None:
    match = dealt(1, *nearly("r"))
    trade(match, 2, "gm")
    trade(match, 3, "oss")
    trade(match, 2, "gp")
    match.play("knock", "knock")
    trade(match, 1, "p")
    assert match.scores() == [4, 4, 5]
    assert seen_by(match).showdown.points == (None, None, None)
    assert seen_by(match).showdown.comparisons == ()
    assert seen_by(match).showdown.lives_changed == (-1, -1, 0)


def test_3_3_two_sets_do_no_more_than_one() -> None:
    match = dealt(3, (HANDS[0], HANDS[1], "rrrrrppppu"), ("p", "cc", "ooo", "mmss"))
    trade(match, 1, "u")
    assert match.scores() == [4, 4, 5]


def test_3_4_only_the_hand_with_the_set_is_shown() -> None:
    match = dealt(3, *nearly("c"))
    trade(match, 1, "g")
    for seat in (1, 2, 3, None):
        assert seen_by(match, seat).showdown.hands == (None, None, named("ccccrrppuu"))
    assert match.state.shown[:2].sum() == 0


# ---- 4. Counting


def test_4_1_all_hands_are_laid_open() -> None:
    showdown = seen_by(counted()).showdown
    assert showdown.hands == (named("gggbbbmmmr"), named("gooosssddd"), named("orppccuugb"))
    assert (showdown.sudden_death, showdown.ended_by) == (False, 0)


def test_4_2_more_cards_than_each_single_other_player_win_the_value_once() -> None:
    showdown = seen_by(counted()).showdown
    assert [row.winner for row in showdown.comparisons] == [0, 0, 0, 1, 1, 1, None, 2, 2, 2]
    assert showdown.comparisons[0].counts == (3, 1, 1)
    assert showdown.points == (24, 19, 12)


def test_4_2_more_than_each_single_one_need_not_be_more_than_all_together() -> None:
    hands = ("gggbbbbmmm", "ggoooosssd", "ggrrppccuu")
    match = dealt(hands=hands, rows=("r", "pc", "ddd", "mmss"))
    for card in "bor":
        trade(match, 1, card)
    match.play("knock", "knock", "knock")
    assert seen_by(match).showdown.comparisons[0].counts == (3, 2, 2)
    assert seen_by(match).showdown.comparisons[0].winner == 0


def test_4_3_a_tie_for_most_cards_gives_nobody_the_value() -> None:
    rabbits = seen_by(counted()).showdown.comparisons[6]
    assert (rabbits.animal, rabbits.counts, rabbits.winner) == ("rabbit", (1, 0, 1), None)


def test_4_3_a_single_card_is_enough_with_three_players() -> None:
    match = dealt(hands=(HANDS[0], HANDS[1], "rrppccuggb"))
    each_trades(match)
    match.play("knock", "knock", "knock")
    mice = seen_by(match).showdown.comparisons[9]
    assert (mice.counts, mice.winner) == ((0, 0, 1), 2)
    assert seen_by(match).showdown.points == (24, 19, 12)


def test_4_4_with_two_players_a_majority_takes_two_cards() -> None:
    match = counted(lives=3)  # 3, 2, 1 lives are left
    assert seen_by(match).majority_needs == 1
    match = counted(lives=2)  # seat 3 is out
    assert seen_by(match).majority_needs == 2
    deal(match, ("ggggbbbmmu", "oooosssddc"))
    trade(match, 1, "o")
    trade(match, 1, "g")
    match.play("knock", "knock")
    showdown = seen_by(match).showdown  # gggbbbmmuo against ooosssddcr
    assert [row.winner for row in showdown.comparisons] == [0, 0, 0, 1, 1, 1, None, None, None, None]
    assert showdown.points == (24, 19, None)
    assert match.scores() == [2, 0, 0]


def test_4_5_highest_none_lowest_two_others_one() -> None:
    assert counted().scores() == [5, 4, 3]


@pytest.mark.parametrize(
    ("values", "points", "lives"),
    [
        ((9, 0, 0, 0, 0, 0, 0, 0, 0, 0), (9, 0, 0), [5, 3, 3]),
        ((7, 0, 0, 7, 0, 0, 0, 0, 0, 0), (7, 7, 0), [5, 5, 3]),
        ((7, 0, 0, 7, 0, 0, 9, 7, 0, 0), (7, 7, 7), [5, 5, 5]),
        ((1, 0, 0, 2, 0, 0, 0, 3, 0, 0), (1, 2, 3), [3, 4, 5]),
    ],
)
def test_4_5_whoever_shares_a_total_shares_the_loss(
    values: tuple[int, ...], points: tuple[int, ...], lives: list[int]
) -> None:
    match = counted(values=values)
    assert seen_by(match).showdown.points == points
    assert match.scores() == lives


# ---- 5. The next phase and the end


@pytest.mark.parametrize("starter", [1, 2])
def test_5_1_lives_never_fall_below_none_and_who_leaves_together_shares_a_rank(starter: int) -> None:
    match = counted(starter, lives=1)  # seats 2 and 3 leave, whether seat 2 started the phase or not
    assert match.scores() == [1, 0, 0]
    assert seen_by(match).showdown.lives_changed == (0, -1, -1)
    assert [player.rank for player in seen_by(match).players] == [1, 2, 2]


def test_5_1_who_is_out_is_dealt_no_more_cards() -> None:
    match = counted(lives=2)
    assert [player.rank for player in seen_by(match).players] == [None, None, 3]
    deal(match, HANDS[:2])
    assert [player.cards for player in seen_by(match).players] == [10, 10, 0]


def test_5_2_the_next_starter_sits_left_of_the_last_one() -> None:
    match = deal(counted(starter=1))
    assert match.turn == seen_by(match).starter == 1
    each_trades(match, starter=2)
    match.play("knock", "knock", "knock")
    assert deal(match).turn == 2


def test_5_2_left_of_the_starter_even_if_another_player_knocked() -> None:
    match = dealt(starter=1)
    each_trades(match)
    trade(match, 2, "bm")
    match.play("knock", "knock", "knock")  # seat 2 first
    assert seen_by(match).showdown.ended_by == 1
    assert deal(match).turn == seen_by(match).starter == 1


def test_5_2_left_of_the_starter_even_if_another_player_declared() -> None:
    match = dealt(1, *nearly("r"))
    trade(match, 2, "bm")
    trade(match, 2, "os")
    trade(match, 1, "g")  # seat 3 has all rabbits
    assert seen_by(match).showdown.ended_by == 2
    assert deal(match).turn == seen_by(match).starter == 1


def test_5_2_past_those_who_are_out() -> None:
    match = counted(starter=2, lives=2)
    assert match.scores() == [2, 1, 0]
    assert deal(match, HANDS[:2]).turn == 0


def test_5_3_the_last_player_in_the_game_wins() -> None:
    match = counted(lives=2)
    assert match.payoff() == [0, 0, 0]
    match = counted(lives=1)
    assert match.turn == OVER
    assert match.payoff() == [1, 0, 0]
    assert match.legal_tokens() == []
    with pytest.raises(BadNotation, match="over"):
        match.play("knock")
    with pytest.raises(IllegalMove, match=r"clause 5\.3 .* over"):
        match.play_move(Move(0))


# ---- 6. Variants and agreements


def test_6_1_in_the_advanced_game_cats_are_no_combination() -> None:
    match = dealt(3, *nearly("c"), advanced=True)
    trade(match, 1, "g")
    assert (match.turn, match.scores()) == (0, [5, 5, 5])
    assert seen_by(match).combinations == ("rabbit", "pig")


@pytest.mark.parametrize("animal", ["r", "p"])
def test_6_2_whoever_shows_a_set_gains_a_life_even_beyond_five(animal: str) -> None:
    match = dealt(3, *nearly(animal), advanced=True)
    trade(match, 1, "g")
    assert match.scores() == [4, 4, 6]
    assert seen_by(match).showdown.lives_changed == (-1, -1, 1)


def test_6_3_after_each_trade_one_may_declare_or_stay_silent() -> None:
    match = dealt(3, *nearly("r"), declare="optional")
    trade(match, 1, "g")
    assert match.turn == 2
    assert match.legal_tokens() == ["declare", "silent"]
    match.play("declare")
    assert match.scores() == [4, 4, 5]


def test_6_3_staying_silent_plays_on() -> None:
    match = dealt(3, *nearly("r"), declare="optional")
    trade(match, 1, "g")
    match.play("silent")
    assert (match.turn, match.scores()) == (0, [5, 5, 5])


def test_6_3_without_a_set_there_is_only_silence() -> None:
    match = dealt(declare="optional")
    trade(match, 1, "g")
    assert match.turn == 0
    assert match.legal_tokens() == ["silent"]
    assert refused(match, "declare") == "3.1"


def test_6_4_the_next_player_must_knock_once_the_limit_is_reached() -> None:
    match = dealt(turn_limit=1)
    assert seen_by(match).turns_left == 3
    trade(match, 1, "g")
    trade(match, 1, "o")
    assert (seen_by(match).turns_left, seen_by(match).must_knock) == (1, False)
    trade(match, 1, "r")
    assert seen_by(match).must_knock
    assert match.legal_tokens() == ["knock"]
    assert refused(match, "take:1") == "6.4"
    match.play("knock")
    assert match.legal_tokens() == ["take:1", "take:2", "take:3", "take:4", "knock"]  # the last round is free


def test_6_4_the_limit_counts_turns_of_each_player_of_the_phase() -> None:
    match = dealt(turn_limit=2)
    each_trades(match)
    for card in "gor":
        assert len(match.legal_tokens()) == 5
        trade(match, 2, {"g": "bm", "o": "ss", "r": "pu"}[card])
    assert match.legal_tokens() == ["knock"]


def test_6_4_players_who_are_out_do_not_count() -> None:
    match = counted(lives=2, turn_limit=1)  # seat 3 is out
    deal(match, HANDS[:2])
    assert seen_by(match).turns_left == 2
    trade(match, 1, "o")
    assert seen_by(match).turns_left == 1
    trade(match, 1, "g")
    assert seen_by(match).must_knock
    assert match.legal_tokens() == ["knock"]
    assert refused(match, "take:1") == "6.4"


def test_6_4_off_among_people_and_thirty_turns_where_nobody_watches() -> None:
    assert MatchState(load_game("life"), 3).options["turn_limit"] == 0
    assert MatchState(load_game("life"), 3, attended=False).options["turn_limit"] == 30
    assert seen_by(dealt()).turns_left is None


# ---- 7. House rules


def test_7_1_values_change_points_but_not_the_number_of_cards() -> None:
    values = (1, 2, 3, 10, 20, 30, 99, 0, 0, 50)
    match = counted(values=values)
    assert seen_by(match).showdown.points == (6, 60, 50)
    assert list(match.odds().values()) == list(CARDS)
    with pytest.raises(BadOption, match="option values: at least one"):
        MatchState(load_game("life"), 3, {"values": (0,) * 10})


def test_7_2_lives_at_the_start() -> None:
    assert MatchState(load_game("life"), 5, {"lives": 9}).scores() == [9] * 5
    with pytest.raises(BadOption, match="from 1 to 9"):
        MatchState(load_game("life"), 3, {"lives": 0})


def test_7_3_rows_of_other_sizes() -> None:
    match = MatchState(load_game("life"), 3, {"rows": (2, 5)})
    match.play("starter:1")
    deal(match, rows=("rp", "ooomm"))
    assert match.legal_tokens() == ["take:1", "take:2"]
    trade(match, 2, "ggbbm")
    assert seen_by(match).rows == (named("rp"), named("ggbbm"))


def test_7_4_hands_of_another_size() -> None:
    match = MatchState(load_game("life"), 3, {"hand": 8})
    match.play("starter:1")
    deal(match, hands=("ggggbbbm", "oooosssd", "rrppccuu"))
    assert [player.cards for player in seen_by(match).players] == [8, 8, 8]
    assert match.turn == 0


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (5, {"hand": 11}, "option hand: .* at most 10"),
        (3, {"hand": 17}, "option hand: .* at most 16"),
        (3, {"rows": (11,)}, "option rows: .* at most 10 in a row"),
        (3, {"rows": (10, 10)}, "option rows: one row must be smaller"),
        (3, {"rows": (19, 19, 19)}, "option rows: .* at most 54"),
        (3, {"rows": (1,), "hand": 8}, "option rows: .* at least 2 on the table"),
        (3, {"hand": 1}, "option hand: .* from 2 to 19"),
        (3, {"rows": (1,) * 7}, "option rows: .* 1 to 6 whole numbers"),
        (3, {"rows": (0, 4)}, "option rows: .* from 1 to 19"),
    ],
)
def test_7_5_what_cannot_be_played_is_refused_with_a_sentence(
    players: int, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadOption, match=sentence):
        MatchState(load_game("life"), players, options)


@pytest.mark.parametrize(
    ("players", "options"), [(3, {"hand": 16}), (3, {"rows": (1,), "hand": 9}), (4, {"rows": (10, 9)})]
)
def test_7_5_what_just_fits_is_accepted(players: int, options: dict[str, object]) -> None:
    assert MatchState(load_game("life"), players, options).turn == CHANCE


# ---- Words


def test_sentences_tell_a_phase_and_give_no_hand_away() -> None:
    story = counted(lives=1).narrate(NAMES)
    assert story[0] == "Ann begins."
    assert story[1] == "Phase 1: the cards are dealt."
    assert "row 4: 2 moles and 2 sheep. Ann starts." in story[2]
    assert story[3:6] == [
        "Ann lays down a giraffe and takes a rabbit.",
        "Ben lays down a goat and takes a giraffe.",
        "Cem lays down a rabbit and takes a goat.",
    ]
    assert story[6:8] == ["Ann knocks: one last turn for everybody else.", "Ben keeps the cards."]
    assert story[8] == (
        "Cem keeps the cards. The hands are compared. Ann has 24 points and loses nothing. "
        "Ben has 19 points and loses 1 life. Cem has 12 points and loses 1 life. Ben is out. Cem is out."
    )
    assert len(story) == 9


def test_sentences_tell_a_sudden_death() -> None:
    match = dealt(3, *nearly("r"), advanced=True, lives=1)
    trade(match, 1, "g")
    assert match.narrate(NAMES)[-1] == (
        "Cem lays down a giraffe and takes a rabbit. Cem shows all 5 rabbits: sudden death! "
        "All others lose a life. Cem gains one. Ann is out. Ben is out."
    )
    assert load_game("life").narrator.closing(match.plain, NAMES) == [
        "Cem wins!",
        "Ann: out, rank 2",
        "Ben: out, rank 2",
        "Cem: 2 lives left",
    ]


def test_choices_say_what_they_lead_to() -> None:
    speech = load_game("life").narrator
    match = dealt(declare="optional")
    assert speech.question(match.plain) == "Your first turn: which row would you like?"
    assert speech.label(match.plain, match.legal_moves()[1]) == "row 2: take a pig and a cat and give 2 other cards"
    match.play("take:1")
    assert speech.question(match.plain) == "You want row 1 (a rabbit). Lay down one more card: which is next?"
    assert speech.label(match.plain, match.legal_moves()[0]) == "give a giraffe (3 giraffes left)"
    match.play("give:giraffe")
    assert speech.question(match.plain).endswith("End the phase by sudden death, or say nothing?")
    assert speech.label(match.plain, match.legal_moves()[0]) == "say nothing and play on"


def test_knocking_is_told_apart_from_keeping_the_cards() -> None:
    speech = load_game("life").narrator
    match = dealt()
    each_trades(match)
    assert speech.question(match.plain) == "Trade for a row, or knock?"
    assert speech.label(match.plain, match.legal_moves()[-1]).startswith("knock: everybody else has one last turn")
    match.play("knock")
    assert speech.question(match.plain).startswith("This is your last turn of the phase.")
    assert speech.label(match.plain, match.legal_moves()[-1]) == "knock: keep your cards as they are"
    picture = speech.draw(seen_by(match), NAMES)
    assert "Ann: [red]5 lives[/], knocked, known to hold rabbit" in picture
    assert "Ann has knocked: this is the last round." in picture
    assert "Cem: out, rank 3" in speech.draw(seen_by(counted(lives=2)), NAMES)


@pytest.mark.parametrize("sudden", [False, True])
def test_the_picture_fits_a_terminal_and_shows_only_the_own_hand(sudden: bool) -> None:
    match = dealt(3, *nearly("r")) if sudden else counted()
    if sudden:
        trade(match, 1, "g")
    first = load_game("life").narrator.draw(seen_by(deal(match), 2), NAMES)
    assert ("Cem had 5 rabbits, 2 pigs, cat, 2 mice" if sudden else "giraffe       9           3*") in first
    match.play("take:3", "give:giraffe" if sudden else "give:goat")
    picture = load_game("life").narrator.draw(seen_by(match, 2), NAMES)
    assert max(map(len, [*first.splitlines(), *picture.splitlines()])) <= 78
    assert f"Row 3  3 goats  <- wanted for {'giraffe' if sudden else 'goat'}" in picture
    assert f"[bold]Your hand[/]  {4 if sudden else 3} goats, 3 sheep, 3 dogs" in picture
    assert "Your hand" not in load_game("life").narrator.draw(seen_by(match), NAMES)
