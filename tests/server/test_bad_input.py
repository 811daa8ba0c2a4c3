"""Bad input does no harm: no server error, no stuck table, and a refused command changes nothing."""

import json
import math
import random
from typing import Any, Final, get_args

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paddock.games import GAMES
from paddock.server.api.websocket import LARGEST_FRAME
from paddock.server.table.commands import AnyMessage
from server.house import ERROR_KEYS, House, Json, Visitor
from support.soak import SEED, SOAK

EXAMPLES: Final = 30 * SOAK if SOAK > 1 else 10
"""Requests of each kind to each route."""
FOLLOWED: Final = 12
"""Fuzzer messages that a table must accept. It refuses about ten times as many."""
CHECKS: Final[list[CheckFunction]] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def everything_is_well(house: House, visitor: Visitor, table: str) -> None:
    """Check that the table equals its log, and that play continues."""
    kept = house.table(table)
    told = house.services.queries.table(kept.config)
    assert told.match.position.tobytes() == kept.match.position.tobytes()
    assert [line.entry for line in told.lines] == [line.entry for line in kept.lines]
    assert visitor.play(table)["snapshot"]["length"] > len(told.match.moves)
    assert not [line for line in house.logged if json.loads(line)["level"] == "error"]
    assert "paddock_failed_total 0.0" in visitor.send("GET", "/metrics").text


# ---- Over HTTP


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_the_document_is_true_whatever_is_asked(house: House, mode: GenerationMode) -> None:
    ann = house.guest()
    table = ann.begin("kuhlorado")
    mark = ann.ask("POST", "/api/me/tokens", {"label": "x"}) and ann.ask("GET", "/api/me/tokens")[0]["id"]
    known = {"key": table, "watch": house.table(table).config.watch, "mark": mark, "code": "ABCDEF", "game": "mmm"}
    document = schemathesis.openapi.from_dict(ann.ask("GET", "/api/schema/openapi.json"))
    document.config.generation.update(with_security_parameters=False)  # Ann's cookie is always sent
    operations = [found.ok() for found in document.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 20
    checks = [*CHECKS, negative_data_rejection] if mode is GenerationMode.NEGATIVE else CHECKS
    for operation in operations:
        asked = 0

        def ask(case: Case[Any]) -> None:
            nonlocal asked
            asked += 1
            if asked % 2:  # at an existing table
                case.path_parameters = {name: known[name] for name in case.path_parameters or {}}
            case.call_and_validate(
                base_url=house.url,
                headers={"Cookie": ann.cookie},
                checks=CHECKS if asked % 2 else checks,
                timeout=30,
            )

        settings = hypothesis.settings(
            max_examples=EXAMPLES,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        try:
            strategy = operation.as_strategy(generation_mode=mode)
            hypothesis.seed(SEED)(settings(hypothesis.given(case=strategy)(ask)))()
        except hypothesis.errors.Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE  # a route without parameters has no invalid requests
    everything_is_well(house, ann, ann.begin("kuhlorado"))


@pytest.mark.parametrize("seed", range(SEED, SEED + (3 * SOAK if SOAK > 1 else 1)))
def test_no_body_is_too_bad_to_be_answered(house: House, seed: int) -> None:
    rng = random.Random(seed)
    ann = house.guest()
    table = ann.begin("mist")
    before = house.log_of(table)
    routes = [
        ("PUT", "/api/me"),
        ("POST", "/api/resume"),
        ("POST", "/api/me/tokens"),
        ("POST", "/api/tables"),
        ("POST", "/api/replays"),
        ("POST", f"/api/replays/{table}/tables"),
        ("POST", f"/api/tables/{table}/commands"),
    ]
    for method, path in routes:
        for _ in range(25):
            body = rubbish(rng)
            answer = ann.send(method, path, content=body, headers={"Content-Type": "application/json"})
            assert 400 <= answer.status_code < 500, (path, body, answer.text)
            assert set(answer.json()) <= ERROR_KEYS
    assert ann.send("POST", "/api/replays", content=b"x" * (1 << 20)).status_code == 413
    assert house.log_of(table) == before
    everything_is_well(house, ann, table)


def test_a_record_without_dice_has_nothing_to_prove(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life", options={"turn_limit": 1, "lives": 1})
    while ann.look(table)["snapshot"]["state"] == "playing":
        ann.play(table)
    record = ann.ask("GET", f"/api/replays/{table}/record")
    lacking: list[Json] = [{"dice": None}, {"dice": None, "events": [], "result": None}]
    for change in lacking:
        changed = {key: value for key, value in {**record, **change}.items() if value is not None or key == "result"}
        replay = ann.ask("POST", "/api/replays", changed)["replay"]
        for path in ("", "?seat=2", "/record", "/analysis"):
            assert ann.send("GET", f"/api/replays/{replay}{path}").status_code in (200, 404, 409, 422)
        made = ann.send("POST", f"/api/replays/{replay}/tables", {"at": 0, "seat": 1, "level": "uniform"})
        assert made.status_code == 201
    wrong: list[Json] = [{"seats": []}, {"seats": ["a"] * 99}, {"game": "chess"}, {"rules": 99}, {"events": ["x"] * 9}]
    wrong.append({"events": [], "result": None})  # the secret of a match that is not over
    for change in wrong:
        assert ann.send("POST", "/api/replays", {**record, **change}).status_code == 422
    proofs: list[Json] = [{"secret": "zz"}, {"seeds": []}, {"commitment": ""}]
    for proof in proofs:
        forged = {**record, "dice": {**record["dice"], **proof}}
        assert ann.send("POST", "/api/replays", forged).status_code == 422


@pytest.mark.parametrize(
    "board", ["/etc/passwd", "../../../etc/passwd", "secret", "paddock.db", "boards/x.toml", "/dev/zero", "\x00", "~"]
)
def test_a_board_is_never_a_file_of_this_machine(house: House, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(house.config.folder)
    ann = house.guest()
    seats = [{"who": "me"}, {"who": "me"}]
    told = ann.send("POST", "/api/tables", {"game": "mmm", "seats": seats, "options": {"board": board}})
    assert told.status_code == 422
    assert "cannot be read:" not in told.text
    assert "TOML" not in told.text or "/" in board or board in ("\x00", "~")
    record = {
        "paddock": 1,
        "game": "mmm",
        "rules": 1,
        "options": {"board": board, "line": False, "dice": 4, "cat_moves": 5},
        "seats": ["a"],
        "events": [],
        "result": None,
    }
    assert ann.send("POST", "/api/replays", record).status_code == 422


def test_boards_are_drawn_over_the_wire(house: House) -> None:
    table = house.guest().lay("mmm", "me", options={"board": "b.f/.u./h.a"})["table"]
    assert house.table(table).match.options["board"] == "b.f/.u./h.a"


@pytest.mark.parametrize("level", ["owl:9999999", "greedy:1", "nobody", ""])
def test_guests_cannot_set_the_thinking_time_of_bots(house: House, level: str) -> None:
    ann = house.guest()
    table = ann.lay("mist", "me", "person", "person")["table"]
    assert ann.may_not(table, "invite", seat=1, level=level) == "bad_option"
    assert ann.may_not(table, "change", settings={"keeper": level}) == "bad_option"
    seats = [{"who": "me"}, {"who": "bot", "level": level}]
    assert ann.refused("POST", "/api/tables", {"game": "kuhlorado", "seats": seats}) == (422, "bad_option")


# ---- Over the socket


def acts(rng: random.Random, snapshot: Json) -> list[Json]:
    """Return one command of each kind, with plausible values."""
    seat, length = rng.randrange(4), snapshot["length"]
    tokens = rng.choices([*snapshot["legal"], "knock", "hand:1:cat", ""], k=rng.randint(1, 3))
    return [
        {"do": "sit", "seat": seat, "name": "Mallory"},
        {"do": "leave", "seat": seat},
        {"do": "invite", "seat": seat, "level": "owl"},
        {"do": "free", "seat": seat},
        {"do": "commit_seed", "seat": seat, "commitment": rng.choice("0123456789abcdef") * 64},
        {"do": "seed", "seat": seat, "seed": "x"},
        {"do": "begin"},
        {"do": "play", "at": length + rng.randint(-2, 2), "tokens": tokens},
        {"do": "undo", "at": length},
        {"do": "answer_undo", "yes": True},
        {"do": "take_back", "seat": seat},
        {"do": "answer_seat", "yes": rng.random() < 0.5, "seat": seat},
        {"do": "say", "phrase": "hello", "seat": seat},
        {"do": "chat", "words": "hello"},
        {"do": "change", "settings": {"pace": "calm", "seconds": 60}},
        {"do": "rematch"},
        {"do": "go_over", "seat": seat},
        {"do": "close"},
    ]


def test_the_fuzzer_knows_every_command() -> None:
    known = {act["do"] for act in acts(random.Random(0), {"length": 0, "legal": []})}
    assert known == {kind.__struct_config__.tag for kind in get_args(AnyMessage)}


WRONG: Final[list[Json]] = [
    None, True, -1, 0, 15, 16, 2**31, 2**63, 2**70, 10**400, 1.5, math.nan, math.inf, "", "x", "x" * 5000, "\x00",
    "\ud800", "\u202e", "💩" * 100, [], [[]], [None], {}, {"do": "play"}, ["x"] * 500, [0] * 500, {"a": {"b": {}}},
]  # fmt: skip


def mutated(rng: random.Random, message: Json) -> Json:
    """Return the message, perhaps with an error in it."""
    message = json.loads(json.dumps(message))
    for _ in range(rng.randint(0, 3)):
        name = rng.choice([*message, "id", "do", "guest", "seat"])
        change = rng.randrange(4)
        if change == 0:
            message.pop(name, None)
        elif change == 1:
            message[name] = rng.choice(WRONG)
        elif change == 2:
            message[f"{name}_"] = 1
        elif isinstance(message.get(name), list):
            message[name] = [rng.choice([*WRONG, *message[name]]) for _ in range(rng.randint(0, 5))]
    return message


def rubbish(rng: random.Random) -> bytes:
    """Return bytes that are no message."""
    deep = rng.randint(10, 2500)
    kinds = [
        rng.randbytes(rng.randint(0, 200)),
        b"[" * deep,
        b'{"a":' * deep,
        b'{"x":' + b"[" * deep + b"]" * deep + b',"do":"play"}',
        b'{"do":"play","at":NaN,"tokens":["x"]}',
        b'{"do":"say","phrase":"\\ud800"}',
        b"\xff\xfe{}",
        b"null",
        b"[]",
        b'"do"',
        b"0" * deep,
        b"-",
        json.dumps(rng.choice(WRONG[:-1])).encode(),
        json.dumps({"do": rng.choice(WRONG)}).encode(),
        json.dumps({"do": "play", "at": 1, "tokens": [["x"]]})[: rng.randint(1, 30)].encode(),
    ]
    return rng.choice(kinds)


@pytest.mark.parametrize("game", GAMES)
def test_no_message_harms_a_table(house: House, game: str) -> None:
    rng = random.Random(f"{game} {SEED}")
    for _ in range(SOAK):
        confuse(house, game, rng)


def confuse(house: House, game: str, rng: random.Random) -> None:
    """Send random messages. Only allowed ones may change the table."""
    ann = house.guest("Ann")
    table = ann.begin(game, settings={"pace": "calm"})
    followed = 0
    with ann.socket(table) as socket:
        snapshot = socket.hear("welcome")["snapshot"]
        while snapshot["state"] == "playing" and followed < FOLLOWED:
            before = house.log_of(table)
            message: Json = rubbish(rng) if rng.random() < 0.3 else mutated(rng, rng.choice(acts(rng, snapshot)[:-1]))
            sent = message if isinstance(message, bytes) else json.dumps(message)
            if len(sent) > LARGEST_FRAME:
                continue
            socket.say(sent)
            answer = socket.hear()
            if answer["what"] == "refused":
                assert house.log_of(table) == before, sent
                assert answer["problem"]["message"]
            else:
                assert len(house.log_of(table)) > len(before), sent
                followed += 1
                seen, snapshot = answer["snapshot"]["number"], all_seated(ann, table)
                while seen < snapshot["number"]:
                    seen = socket.hear()["snapshot"]["number"]
    everything_is_well(house, ann, table)


def all_seated(visitor: Visitor, table: str) -> Json:
    """Give all seats back to the visitor."""
    snapshot = visitor.look(table)["snapshot"]
    for seat, place in enumerate(snapshot["seats"]):
        if place["kind"] == "bot":
            snapshot = visitor.do(table, "free", seat=seat)["snapshot"]
        if place["kind"] != "person":
            snapshot = visitor.do(table, "sit", seat=seat)["snapshot"]
        if "kept" in place:
            snapshot = visitor.do(table, "take_back", seat=seat)["snapshot"]
    return snapshot


@pytest.mark.parametrize("query", ["after=x", "after=-1", "after=" + "9" * 5000, "seat=99", "seat=1.5", "tell=maybe"])
def test_a_socket_that_asks_for_nonsense_is_not_opened(house: House, query: str) -> None:
    ann = house.guest()
    table = ann.begin("mist")
    for path in (f"/api/tables/{table}/socket?{query}", "/api/tables/%00/socket", "/nowhere"):
        with pytest.raises(InvalidStatus), ann.socket(path):
            pass
    everything_is_well(house, ann, table)


@pytest.mark.parametrize("binary", [False, True])
def test_a_frame_is_at_most_8_kb(house: House, binary: bool) -> None:
    ann = house.guest()
    table = ann.begin("mist", settings={"chat": True})
    with ann.socket(table) as other, ann.socket(table) as socket:
        other.hear("welcome")
        socket.hear("welcome")
        just = json.dumps({"do": "chat", "words": "x", "id": 1}).ljust(LARGEST_FRAME)
        assert socket.do("chat", 5, words="x" * 280)["what"] == "update"
        socket.say(just.encode() if binary else just)
        assert socket.hear()["answer"] == 1
        socket.say(just.encode() + b" " if binary else just + " ")
        with pytest.raises(ConnectionClosed) as closed:
            socket.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        while other.hear()["snapshot"]["number"] < ann.look(table)["snapshot"]["number"]:
            pass
        assert other.do("say", 1, phrase="hello")["what"] == "update"
    everything_is_well(house, ann, table)


def test_the_decisions_of_one_turn_are_played_together_or_not_at_all(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life", options={"declare": "optional"})  # else a trade may end the phase and deal new cards
    snapshot = ann.look(table)["snapshot"]
    hand = snapshot["view"]["hand"]
    row = snapshot["view"]["rows"][2]
    gifts = [f"give:{card}" for card in hand[:3]]
    if sorted(hand[:3]) == sorted(row):
        gifts = [f"give:{card}" for card in hand[1:4]]
    turn = ["take:3", *gifts]
    before = house.log_of(table)
    for wrong in (["take:3", gifts[0], "give:unicorn"], [*turn, "take:1"], ["take:3", "knock"], [*turn, *turn]):
        code = ann.may_not(table, "play", at=snapshot["length"], tokens=wrong)
        assert code in ("bad_notation", "illegal", "refused")
        assert house.log_of(table) == before
        assert ann.look(table)["snapshot"] == snapshot
    after = ann.do(table, "play", at=snapshot["length"], tokens=turn)["snapshot"]
    assert after["length"] == snapshot["length"] + 4
    assert len(house.log_of(table)) == len(before) + 1
    assert ann.may_not(table, "play", at=snapshot["length"], tokens=turn) == "repeated"
    assert ann.may_not(table, "play", at=snapshot["length"], tokens=["take:1"]) == "stale"
    assert ann.may_not(table, "play", at=after["length"] + 1, tokens=turn) == "stale"
