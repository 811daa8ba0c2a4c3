"""Undo, the coach, joint decisions and chat."""

from server.house import House

# ---- Undo


def test_a_decision_that_revealed_nothing_can_be_undone(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life")
    before = ann.look(table)["snapshot"]
    after = ann.play(table)["snapshot"]
    assert after["may_undo"] == before["turn"]
    back = ann.do(table, "undo", at=after["length"])["snapshot"]
    assert (back["length"], back["legal"], back["view"]) == (before["length"], before["legal"], before["view"])
    assert ann.may_not(table, "undo", at=after["length"]) == "stale"


def test_an_undone_decision_stays_in_the_lines(house: House) -> None:
    ann = house.guest()
    table = ann.begin("mist")
    after = ann.play(table)["snapshot"]
    first = ann.look(table, tell=True)["lines"]
    ann.do(table, "undo", at=after["length"])
    ann.play(table)
    again = ann.look(table, tell=True)["lines"]
    assert again[: len(first)] == first
    assert [line["what"] for line in again[len(first) :]] == ["undone", "played"]
    assert again[-1]["told"] == first[-1]["told"], "the dice are committed, so the same decision has the same result"


def test_a_person_with_all_seats_may_undo_dice(house: House) -> None:
    ann = house.guest()
    table = ann.begin("mmm")
    before = snapshot = ann.look(table)["snapshot"]
    while snapshot["may_undo"] is not None or snapshot["length"] == before["length"]:
        snapshot = ann.play(table)["snapshot"]
    while snapshot["length"] > before["length"]:
        snapshot = ann.do(table, "undo", at=snapshot["length"])["snapshot"]
    assert snapshot["view"] == before["view"]
    assert ann.may_not(table, "undo", at=before["length"]) == "not_now"


def test_among_several_people_an_undo_needs_all(house: House) -> None:
    ann, bob, table = house.two_at("mmm")
    before = snapshot = ann.look(table)["snapshot"]
    while snapshot["may_undo"] is not None or snapshot["length"] == before["length"]:
        snapshot = ann.play(table)["snapshot"]
    asked = ann.do(table, "undo", at=snapshot["length"], seat=0)["snapshot"]
    assert asked["wish"]["seat"] == 0
    assert asked["length"] == snapshot["length"]
    assert ann.may_not(table, "answer_undo", yes=True) == "repeated"
    declined = bob.do(table, "answer_undo", yes=False)["snapshot"]
    assert "wish" not in declined
    ann.do(table, "undo", at=snapshot["length"], seat=0)
    assert bob.do(table, "answer_undo", yes=True)["snapshot"]["length"] == asked["wish"]["length"]


# ---- Coach, joint decisions and chat


def test_the_coach_advises_the_seat_to_move(house: House) -> None:
    ann, bob, table = house.two_at("life", "uniform", settings={"pace": "calm"})
    turn = ann.look(table)["snapshot"]["turn"]
    other = bob if turn == 0 else ann
    told = other.send("GET", f"/api/tables/{table}/coach").json()
    assert told == {"code": "not_now", "message": "It is not your turn; ask the coach when it is."}
    ann.do(table, "change", settings={"pace": "calm", "coach": False})
    assert ann.refused("GET", f"/api/tables/{table}/coach") == (403, "forbidden")


def test_a_team_decides_together_or_by_the_roller(house: House) -> None:
    ann, bob, table = house.two_at("mmm")
    turn = ann.look(table)["snapshot"]["turn"]
    other = (bob, ann)[turn]
    snapshot = other.play(table)["snapshot"]
    ann.do(table, "change", settings={"joint": "roller"})
    turn = snapshot["turn"]
    snapshot = ann.look(table)["snapshot"]
    play = {"at": snapshot["length"], "tokens": snapshot["legal"][:1]}
    assert (bob, ann)[turn].may_not(table, "play", **play) == "not_now"
    (ann, bob)[turn].do(table, "play", **play)


def test_people_send_phrases_and_free_chat_if_the_host_allows_it(house: House) -> None:
    ann, bob, table = house.two_at("mmm")
    phrases = ann.ask("GET", "/api/games")["phrases"]
    assert all({"en", "de"} <= set(words) for words in phrases.values())
    with ann.socket(table) as socket:
        socket.hear("welcome")
        bob.do(table, "say", phrase="hello")
        [said] = socket.hear("update")["lines"]
        assert (said["what"], said["seat"], said["phrase"]) == ("said", 1, "hello")
        assert bob.may_not(table, "say", phrase="boo") == "refused"
        assert bob.may_not(table, "chat", words="hi") == "forbidden"
        ann.do(table, "change", settings={"chat": True})
        bob.do(table, "chat", words="  <b>hi</b>\u202e\n ")
        said = socket.until(lambda message: message["lines"][-1]["what"] == "chatted")["lines"][-1]
        assert said["words"] == "<b>hi</b>"
