"""The table in a terminal: what is told to whom, what can be taken back, what is saved."""

from pathlib import Path

import pytest
from rich.text import Text

from paddock.games import ROOMS, game
from paddock.match.match import Match
from paddock.rules.kinds import CHANCE, Seat
from paddock.rules.refusals import BadNotation, IllegalMove, Refusal
from paddock.terminal.conversation import Conversation, paragraphs, side_by_side, without_deals
from paddock.terminal.paper import paper
from paddock.terminal.rulebook import clauses
from paddock.terminal.saving import resume, save, secret_file
from paddock.terminal.sitting import Sitting, Told, sit_down

FIRST = Seat(0)


def sitting_at(name: str, seed: int = 1, seat: Seat = FIRST, **options: object) -> Sitting:
    """A table with the person at this seat, played up to the first question."""
    match = Match(game(name), game(name).facts.players[0], options)
    sitting = sit_down(match, "Ida", None, seed, seat)
    sitting.advance()
    return sitting


def play_on(sitting: Sitting, decisions: int) -> None:
    """Take the first choice so many times."""
    for _ in range(decisions):
        if not sitting.match.over:
            sitting.choose(["1"])
            sitting.advance()


# ---- What is told


@pytest.mark.parametrize("name", ROOMS)
def test_events_that_a_seat_may_not_know_are_not_told(name: str) -> None:
    for seat in range(game(name).facts.players[0]):
        sitting = sitting_at(name, seat=Seat(seat))
        play_on(sitting, 10)
        for event, token, seen in zip(
            sitting.told(), sitting.match.tokens, sitting.match.log(sitting.seat), strict=True
        ):
            if token != seen:
                assert event.sentence == "", token


def test_nobody_hears_of_the_hands_of_others() -> None:
    sitting = sitting_at("life", seat=Seat(1))
    for event, token in zip(sitting.told(), sitting.match.tokens, strict=True):
        if token.startswith(("hand:1:", "hand:3:")):
            assert event.sentence == ""


@pytest.mark.parametrize("name", ROOMS)
def test_what_is_told_since_an_event_is_the_end_of_all_that_is_told(name: str) -> None:
    sitting = sitting_at(name)
    play_on(sitting, 3)
    assert sitting.told(7) == sitting.told()[7:]


@pytest.mark.parametrize("name", ROOMS)
def test_every_board_of_a_match_is_well_formed_and_fits_a_terminal(name: str) -> None:
    sitting = sitting_at(name)
    for _ in range(30):
        drawn = game(name).speech.draw(sitting.match.view(sitting.seat), sitting.names)
        assert max(map(len, Text.from_markup(drawn).plain.splitlines())) <= 100
        play_on(sitting, 1)


def test_a_forced_move_is_played_and_said_to_be() -> None:
    sitting = sitting_at("life", turn_limit=1)
    play_on(sitting, 2)  # a row and a card for it: then all have traded once, and whoever is next must knock
    while not sitting.match.over and not any("no other choice" in event.sentence for event in sitting.told()):
        play_on(sitting, 1)
    forced = [event for event in sitting.told() if "no other choice" in event.sentence]
    assert "knocks" in forced[0].sentence
    assert forced[0].whose == sitting.seat


def test_a_long_deal_is_cut_to_its_last_words() -> None:
    deal = [Told(f"Card {number}.", CHANCE) for number in range(20)]
    decision = Told("Ida knocks.", 0)
    assert without_deals([decision, *deal, decision]) == [decision, *deal[-2:], decision, Told("", -2)]
    assert [event for event in without_deals(deal[:5]) if event.sentence] == deal[:5]


def test_sentences_about_one_person_share_a_line() -> None:
    told = [
        Told(text, 0) for text in ("Ida throws a 3.", "Ida stops.", "", "Bo throws a 1.", "All is well.", "All ends.")
    ]
    assert paragraphs(told, ["Ida", "Bo"]) == [
        "Ida throws a 3. Ida stops.",
        "Bo throws a 1.",
        "All is well.",
        "All ends.",
    ]


def test_choices_stand_side_by_side() -> None:
    assert side_by_side(["a", "b", "c", "d"], 9) == ["a   c", "b   d"]
    assert side_by_side(["a", "b", "long " * 5], 20) == ["a   b", "long " * 5]
    assert side_by_side(["long " * 5, "a"], 20) == ["long " * 5, "a"], "never out of order"
    assert side_by_side(["long " * 5] * 2, 20) == ["long " * 5] * 2


@pytest.mark.parametrize("name", ROOMS)
def test_every_clause_can_be_shown(name: str) -> None:
    room = game(name)
    told = clauses(room.rulebook)
    assert room.rulebook.read_text(encoding="utf-8").count("\n**") == len(told)
    assert not any("**" in text or "`" in text for text in told.values())
    sitting = sitting_at(name)
    for _ in range(10):
        assert room.clause(sitting.match.plain) in told
        play_on(sitting, 1)


# ---- What can be chosen and taken back


def test_a_turn_may_be_typed_at_once_and_is_played_wholly_or_not_at_all() -> None:
    sitting = sitting_at("life")
    known = len(sitting.match.moves)
    hand = [token for token in sitting.match.tokens if token.startswith("hand:1:")]
    with pytest.raises(Refusal):
        sitting.choose(["take:1", "give:unicorn"])
    assert len(sitting.match.moves) == known
    with pytest.raises(IllegalMove):
        sitting.choose(["take:1", "1", "1"])
    assert len(sitting.match.moves) == known
    sitting.choose(["take:1", "1"])
    assert sitting.match.tokens[known] == "take:1"
    assert f"hand:1:{sitting.match.tokens[known + 1].removeprefix('give:')}" in hand


def test_the_end_of_a_token_is_enough_where_only_one_has_it() -> None:
    sitting = sitting_at("mmm")
    token = sitting.match.legal_tokens()[0]
    sitting.choose([token.removeprefix("place:")])
    assert sitting.match.tokens[-1] == token


def test_words_of_no_meaning_are_refused() -> None:
    sitting = sitting_at("mist")
    with pytest.raises(BadNotation):
        sitting.choose(["perhaps"])
    with pytest.raises(Refusal, match="numbered from 1 to 2"):
        sitting.choose(["3"])


def test_undo_returns_to_the_last_real_choice_and_never_past_dice_or_cards() -> None:
    sitting = sitting_at("life")
    known = list(sitting.match.tokens)
    assert not sitting.undo()  # the deal
    sitting.choose(["take:4"])
    sitting.choose(["1"])
    assert sitting.undo()
    assert sitting.match.tokens == [*known, "take:4"]
    assert sitting.undo()
    assert not sitting.undo()
    assert sitting.match.tokens == known


def test_undo_passes_over_what_was_played_by_itself() -> None:
    sitting = sitting_at("life", rows="9", hand="10")
    known = list(sitting.match.tokens)
    forced = 0
    while sitting.match.turn == sitting.seat and len(sitting.match.tokens) < len(known) + 9:
        forced += len(sitting.match.legal()) == 1
        sitting.choose(["1"])
    while sitting.undo():
        assert len(sitting.match.legal()) > 1
    assert sitting.match.turn == sitting.seat


# ---- What is saved


def test_a_saved_match_keeps_its_secret_from_others(tmp_path: Path) -> None:
    sitting = sitting_at("life")
    file = tmp_path / "match.json"
    save(sitting, file)
    assert sitting.dice.secret.hex() not in file.read_text()
    assert sitting.dice.secret.hex() in secret_file(file).read_text()
    assert secret_file(file).stat().st_mode & 0o077 == 0
    again = resume(file)
    assert (again.dice, again.seat, again.names) == (sitting.dice, sitting.seat, sitting.names)
    assert again.match.tokens == sitting.match.tokens
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.json", "match.json.secret"]


def test_a_secret_that_does_not_fit_proves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    save(sitting_at("mist", seed=1), file)
    save(sitting_at("mist", seed=2), tmp_path / "other.json")
    (tmp_path / "other.json.secret").rename(secret_file(file))
    assert not resume(file).provable
    secret_file(file).write_text("nonsense")
    assert not resume(file).provable


@pytest.mark.parametrize(
    ("text", "named"),
    [("", "no record"), ("{}", "no record"), ("{}\n{}\n", "2 records"), ('{"paddock":1}', "no record")],
)
def test_what_is_no_saved_match_is_refused(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "match.json"
    file.write_text(text)
    with pytest.raises(BadNotation, match=named):
        resume(file)


def test_a_table_of_bots_cannot_be_joined(tmp_path: Path) -> None:
    sitting = sitting_at("mist")
    file = tmp_path / "match.json"
    save(Sitting(sitting.match, FIRST, ("uniform",) * 3, sitting.dice), file)
    with pytest.raises(BadNotation, match="only bots"):
        resume(file)


def test_a_match_is_saved_even_if_something_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(out: object, prompt: str) -> str:
        raise RuntimeError("the roof came down")

    monkeypatch.setattr("paddock.terminal.conversation.ask", broken)
    file = tmp_path / "match.json"
    with pytest.raises(RuntimeError):
        Conversation(sitting_at("mist"), paper(), file).hold()
    assert resume(file).match.moves


def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "saved").write_text("a file where a directory should be")
    with pytest.raises(Refusal, match="cannot be written"):
        save(sitting_at("mist"), tmp_path / "saved" / "match.json")
