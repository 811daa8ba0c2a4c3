"""The table in a terminal: narration, undo and saved matches."""

from pathlib import Path

import pytest
from rich.text import Text

from paddock.cli.console import new_console
from paddock.cli.terminal.play_loop import PlayLoop, paragraphs, side_by_side, without_long_deals
from paddock.cli.terminal.saved_matches import resume, save, secret_file
from paddock.cli.terminal.terminal_session import NarratedEvent, TerminalSession, new_session
from paddock.engine.errors import BadNotation, IllegalMove, PaddockError
from paddock.engine.text.rulebook import rulebook_clauses
from paddock.engine.types import CHANCE, Seat
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState

FIRST = Seat(0)


def session_at(name: str, seed: int = 1, seat: Seat = FIRST, **options: object) -> TerminalSession:
    """A table with the person at this seat, played up to the first question."""
    match = MatchState(load_game(name), load_game(name).facts.players[0], options)
    session = new_session(match, "Ida", None, seed, seat)
    session.advance()
    return session


def play_on(session: TerminalSession, decisions: int) -> None:
    """Take the first choice of each of these decisions."""
    for _ in range(decisions):
        if not session.match.over:
            session.choose(["1"])
            session.advance()


# ---- Narration


@pytest.mark.parametrize("name", GAMES)
def test_events_that_a_seat_may_not_know_have_no_sentence(name: str) -> None:
    for seat in range(load_game(name).facts.players[0]):
        session = session_at(name, seat=Seat(seat))
        play_on(session, 10)
        for event, token, seen in zip(
            session.narration(), session.match.tokens, session.match.log(session.seat), strict=True
        ):
            if token != seen:
                assert event.sentence == "", token


def test_nobody_hears_of_the_hands_of_others() -> None:
    session = session_at("life", seat=Seat(1))
    for event, token in zip(session.narration(), session.match.tokens, strict=True):
        if token.startswith(("hand:1:", "hand:3:")):
            assert event.sentence == ""


@pytest.mark.parametrize("name", GAMES)
def test_narration_since_an_event_is_the_end_of_the_whole_narration(name: str) -> None:
    session = session_at(name)
    play_on(session, 3)
    assert session.narration(7) == session.narration()[7:]


@pytest.mark.parametrize("name", GAMES)
def test_every_board_of_a_match_is_well_formed_and_fits_a_terminal(name: str) -> None:
    session = session_at(name)
    for _ in range(30):
        drawn = load_game(name).narrator.draw(session.match.view(session.seat), session.names)
        assert max(map(len, Text.from_markup(drawn).plain.splitlines())) <= 100
        play_on(session, 1)


def test_a_forced_move_is_played_and_said_to_be() -> None:
    session = session_at("life", turn_limit=1)
    play_on(session, 2)  # a row and a card for it: then all have traded once, and whoever is next must knock
    while not session.match.over and not any("no other choice" in event.sentence for event in session.narration()):
        play_on(session, 1)
    forced = [event for event in session.narration() if "no other choice" in event.sentence]
    assert "knocks" in forced[0].sentence
    assert forced[0].actor == session.seat


def test_a_long_deal_is_cut_to_its_last_words() -> None:
    deal = [NarratedEvent(f"Card {number}.", CHANCE) for number in range(20)]
    decision = NarratedEvent("Ida knocks.", 0)
    assert without_long_deals([decision, *deal, decision]) == [decision, *deal[-2:], decision, NarratedEvent("", -2)]
    assert [event for event in without_long_deals(deal[:5]) if event.sentence] == deal[:5]


def test_sentences_about_one_person_share_a_line() -> None:
    events = [
        NarratedEvent(text, 0)
        for text in ("Ida throws a 3.", "Ida stops.", "", "Bo throws a 1.", "All is well.", "All ends.")
    ]
    assert paragraphs(events, ["Ida", "Bo"]) == [
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


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_can_be_shown(name: str) -> None:
    game = load_game(name)
    shown = dict(rulebook_clauses(game.rulebook))
    assert game.rulebook.read_text(encoding="utf-8").count("\n**") == len(shown)
    assert not any("**" in text or "`" in text for text in shown.values())
    session = session_at(name)
    for _ in range(10):
        assert game.clause(session.match.plain) in shown
        play_on(session, 1)


# ---- Choices and undo


def test_a_turn_may_be_typed_at_once_and_is_played_wholly_or_not_at_all() -> None:
    session = session_at("life")
    known = len(session.match.moves)
    hand = [token for token in session.match.tokens if token.startswith("hand:1:")]
    with pytest.raises(PaddockError):
        session.choose(["take:1", "give:unicorn"])
    assert len(session.match.moves) == known
    with pytest.raises(IllegalMove):
        session.choose(["take:1", "1", "1"])
    assert len(session.match.moves) == known
    session.choose(["take:1", "1"])
    assert session.match.tokens[known] == "take:1"
    assert f"hand:1:{session.match.tokens[known + 1].removeprefix('give:')}" in hand


def test_the_end_of_a_token_is_enough_where_only_one_has_it() -> None:
    session = session_at("mmm")
    token = session.match.legal_tokens()[0]
    session.choose([token.removeprefix("place:")])
    assert session.match.tokens[-1] == token


def test_words_of_no_meaning_are_refused() -> None:
    session = session_at("mist")
    with pytest.raises(BadNotation):
        session.choose(["perhaps"])
    with pytest.raises(PaddockError, match="numbered from 1 to 2"):
        session.choose(["3"])


def test_undo_returns_to_the_last_real_choice_and_never_past_dice_or_cards() -> None:
    session = session_at("life")
    known = list(session.match.tokens)
    assert not session.undo()  # the deal
    session.choose(["take:4"])
    session.choose(["1"])
    assert session.undo()
    assert session.match.tokens == [*known, "take:4"]
    assert session.undo()
    assert not session.undo()
    assert session.match.tokens == known


def test_undo_passes_over_what_was_played_by_itself() -> None:
    session = session_at("life", rows="9", hand="10")
    known = list(session.match.tokens)
    forced = 0
    while session.match.turn == session.seat and len(session.match.tokens) < len(known) + 9:
        forced += len(session.match.legal_moves()) == 1
        session.choose(["1"])
    while session.undo():
        assert len(session.match.legal_moves()) > 1
    assert session.match.turn == session.seat


# ---- Saved matches


def test_a_saved_match_keeps_its_secret_from_others(tmp_path: Path) -> None:
    session = session_at("life")
    file = tmp_path / "match.json"
    save(session, file)
    assert session.dice.secret.hex() not in file.read_text()
    assert session.dice.secret.hex() in secret_file(file).read_text()
    assert secret_file(file).stat().st_mode & 0o077 == 0
    again = resume(file)
    assert (again.dice, again.seat, again.names) == (session.dice, session.seat, session.names)
    assert again.match.tokens == session.match.tokens
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.json", "match.json.secret"]


def test_a_secret_that_does_not_fit_proves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    save(session_at("mist", seed=1), file)
    save(session_at("mist", seed=2), tmp_path / "other.json")
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
    session = session_at("mist")
    file = tmp_path / "match.json"
    save(TerminalSession(session.match, FIRST, ("uniform",) * 3, session.dice), file)
    with pytest.raises(BadNotation, match="only bots"):
        resume(file)


def test_a_match_is_saved_even_if_something_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(out: object, prompt: str) -> str:
        raise RuntimeError("the roof came down")

    monkeypatch.setattr("paddock.cli.terminal.play_loop.read_line", broken)
    file = tmp_path / "match.json"
    with pytest.raises(RuntimeError):
        PlayLoop(session_at("mist"), new_console(), file).run()
    assert resume(file).match.moves


def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "saved").write_text("a file where a directory should be")
    with pytest.raises(PaddockError, match="cannot write"):
        save(session_at("mist"), tmp_path / "saved" / "match.json")
