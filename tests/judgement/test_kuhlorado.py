"""What bots look at in Kuhlorado, and how well they play it. Positions are made on this sheet:

  a b c d e f g h
1 1 2 3 4 5 c 1 2
2 c O O c 3 4 o 5
3 2 3 c 1 2 3 4 5
4 1 c 2 3 c 4 5 1
5 2 3 4 5 1 c 2 3
6 c o 4 c 5 1 O c
7 3 4 c 5 1 2 O 4
8 5 1 2 3 c 4 5 c
"""

from functools import cache

import numpy as np
import pytest

from paddock.bots.levels import Manner
from paddock.bots.mind import weigh_at
from paddock.bots.simulation import players_of
from paddock.bots.thinking import new_mind
from paddock.games import game
from paddock.games.kuhlorado.areas import groups_of_two, marked_by
from paddock.games.kuhlorado.data import PRIZES
from paddock.games.kuhlorado.judgement import FARTHEST_LEAD, MOST_FREE, WORTH_SCALE, daring, horizon, settled
from paddock.games.kuhlorado.land import LAND, LEADING, MORE, POINTS_SCALE, SIZE_SCALE
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_HIGHER, KEEP_NONE, lead
from paddock.games.kuhlorado.sheet import SIDE
from paddock.games.kuhlorado.state import FIRST_THROW
from paddock.match.match import Match
from paddock.match.simulation import simulate
from paddock.rules.chance import streams
from paddock.rules.compiler import COMPILING
from paddock.rules.grid import square_at
from paddock.rules.kernels import play_at, standing_at, weights_at
from paddock.rules.kinds import Move, Seat, State, Tensor
from paddock.rules.skills import features
from paddock.rules.verbs import payoff, score, turn
from playing import positions
from variants import VARIANTS

pytestmark = pytest.mark.rooms

KUHLORADO = game("kuhlorado")
SHEET = "12345c12/cOOc34o5/23c12345/1c23c451/23451c23/co4c51Oc/34c512O4/5123c45c"


def sheet(crosses: str = "", circles: str = "", drawn: str = SHEET, **options: object) -> Match:
    """Crosses are to throw; these squares are marked already."""
    match = Match(KUHLORADO, 2, {"sheet": drawn, **options})
    match.play("starter:1")
    for seat, names in enumerate((crosses, circles)):
        for row, column in map(square_at, names.split()):
            square = row * SIDE + column
            match.state.owner[square] = seat
            match.state.free[match.state.kind[square]] -= 1
    return match


def looks(s: State, seat: int) -> dict[str, Tensor]:
    """What this seat sees, piece by piece."""
    out = np.full(sum(piece.size for piece in KUHLORADO.features), np.nan, np.float32)
    features(s, Seat(seat), out)
    assert np.isfinite(out).all()
    found, at = {}, 0
    for piece in KUHLORADO.features:
        found[piece.name] = out[at : at + piece.size].reshape(piece.shape)
        at += piece.size
    return found


def test_settled_is_between_two_turns() -> None:
    for match in positions("kuhlorado", 2, {}, 1):
        assert settled(match.state) == (match.state.stage == FIRST_THROW)


def test_throwing_both_dice_again_is_daring_and_keeping_both_careful() -> None:
    match = sheet()
    match.play("throw:1c")
    assert [daring(match.state, Move(kept)) for kept in (KEEP_NONE, KEEP_HIGHER, KEEP_BOTH)] == [1, 0, -1]
    match.play("keep:1c")
    assert daring(match.state, Move(0)) == daring(match.state, Move(DONE)) == 0


@pytest.mark.parametrize("variant", [0, 1, 11, 12])
def test_both_seats_see_the_same_from_their_own_sides(variant: int) -> None:
    """Marks, turn and interim score exchanged: each seat sees what the other saw."""
    compared = 0
    for match in positions("kuhlorado", 2, VARIANTS["kuhlorado"][variant], 2):
        if not settled(match.state):
            continue
        table = match.table.copy()
        s = table[0]
        s.owner[:] = np.where(s.owner < 0, s.owner, 1 - s.owner)
        s.active, s.interim[:] = 1 - s.active, s.interim[::-1].copy()
        for seat in range(2):
            mine, others = looks(match.state, seat), looks(s, 1 - seat)
            assert all(np.array_equal(mine[name], others[name]) for name in mine)
        assert np.array_equal(looks(s, 0)["own_land"], looks(s, 1)["rival_land"])
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("variant", [0, 1, 11, 12])
def test_score_and_prizes_are_those_of_the_rules(variant: int) -> None:
    for match in positions("kuhlorado", 2, VARIANTS["kuhlorado"][variant], 3):
        s = match.state
        if not settled(s):
            continue
        points, seen = np.zeros(2), looks(s, 0)
        score(s, points)
        assert seen["to_throw"][0] == (s.active == 0)
        assert seen["score"][0] * POINTS_SCALE == pytest.approx(points[0] - points[1], abs=1e-4)
        expected = np.zeros(seen["prizes"].shape)
        for prize in range(PRIZES):
            ahead = min(max(lead(s, prize), -FARTHEST_LEAD), FARTHEST_LEAD)
            free = ((s.decides >> prize & 1) * (s.owner < 0) * (s.kind < 7)).sum()
            expected[ahead + FARTHEST_LEAD, min(free, MOST_FREE)] += s.worth[prize] / WORTH_SCALE
        assert seen["prizes"] == pytest.approx(expected)
        assert seen["own_land"][4] * SIZE_SCALE == pytest.approx((s.owner == 0).sum(), abs=1e-4)
        if s.advanced and not s.interim_taken:
            twos = groups_of_two(np.uint64(marked_by(s, 0))) * s.interim_points
            assert seen["interim"][2] * POINTS_SCALE == pytest.approx(twos, abs=1e-4)
        else:
            assert not seen["interim"].any()


def test_land_of_a_hand_made_position() -> None:
    """Four squares in a row and three more, apart by a square; the rival has one in a corner."""
    match = sheet("a5 b5 c5 d5 f5 g5 h5", "a1")
    land = looks(match.state, 0)["own_land"]
    assert land[:3] * SIZE_SCALE == pytest.approx([4, 3, 0])
    assert land[3] * POINTS_SCALE == pytest.approx(2)  # areas
    assert land[5] == 0  # an area of four scores nothing
    assert land[6] * POINTS_SCALE == pytest.approx(2)  # one square more: five, two points
    at = 7
    assert land[at : at + len(MORE)] * POINTS_SCALE == pytest.approx([0, 2, 2, 2, 2, 2, 5])  # sizes 4 to 9, and 11
    joined = land[-4:]
    assert joined * [SIZE_SCALE, POINTS_SCALE, SIZE_SCALE, POINTS_SCALE] == pytest.approx([8, 2, 5, 2])
    rival = looks(match.state, 1)["own_land"]
    assert rival[0] * SIZE_SCALE == pytest.approx(1)
    assert len(rival) == LAND


def test_leads_are_the_surer_the_fewer_turns_are_left() -> None:
    seen = looks(sheet("a5 b5 c5 d5 f5 g5 h5", "a1 b1").state, 0)
    steadiness = 1 / np.sqrt(seen["turns"][0] * SIZE_SCALE + 0.5)
    outlooks = seen["hopes"][0] + seen["own_land"][LEADING] - seen["rival_land"][LEADING]
    expected = [seen["score"][0], seen["hopes"][1], *outlooks]
    assert seen["sure"] / steadiness == pytest.approx(expected, abs=1e-5)


def test_a_cut_is_seen() -> None:
    """Where the rival stands between two areas and all around, they can hang together no more."""
    joined = looks(sheet("a1 c1", "").state, 0)["own_land"]
    parted = looks(sheet("a1 c1", "b1 a2").state, 0)["own_land"]
    far = LAND - 4 - 1 - 3  # own squares that free ones can join to the largest area
    assert joined[far] * SIZE_SCALE == pytest.approx(2)
    assert parted[far] * SIZE_SCALE == pytest.approx(1)


# ---- The end of a match


def near_the_end(free: str, circles_to_throw: bool, **options: object) -> Match:
    """All squares are marked, in stripes of two rows, but these; so far nobody leads."""
    rows = SHEET.split("/")
    taken = {
        f"{'abcdefgh'[column]}{row + 1}": (row // 2) % 2
        for row in range(SIDE)
        for column in range(SIDE)
        if rows[row][column] not in "oO"
    }
    crosses, circles = (
        " ".join(name for name, stripe in taken.items() if stripe == seat and name not in free.split())
        for seat in range(2)
    )
    match = sheet(crosses, circles)
    for name, number in options.items():
        match.state[name] = number  # type: ignore[assignment]
    points = np.zeros(2)
    score(match.state, points)
    match.state.interim[:] = points.max() - points  # nobody leads, so the last marks decide
    match.state.active = int(circles_to_throw)
    return match


def exact(match: Match) -> dict[int, float]:
    """For every legal move, the chance of the seat to move, by going through the whole rest of the match."""
    seat = match.turn

    @cache
    def value(position: bytes) -> float:
        table = np.frombuffer(position, match.table.dtype).copy()
        listed, heavy = np.zeros(KUHLORADO.most_moves, np.int16), np.zeros(KUHLORADO.most_moves, np.int32)
        n = standing_at(table, listed)
        if n == 0:
            won = np.zeros(2)
            payoff(table[0], won)
            return float(won[seat])
        values = [value(after(position, move)) for move in listed[: abs(n)].tolist()]
        if n > 0:
            return max(values) if turn(table[0]) == seat else min(values)
        total = weights_at(table, heavy)
        return sum(v * int(w) for v, w in zip(values, heavy, strict=False)) / total

    @cache
    def after(position: bytes, move: int) -> bytes:
        table = np.frombuffer(position, match.table.dtype).copy()
        play_at(table, move)
        return table.tobytes()

    return {int(move): value(after(match.table.tobytes(), int(move))) for move in match.legal()}


def test_the_horizon_is_the_end_only_when_it_is_near() -> None:
    assert horizon(sheet().state) == 0
    one_number_and_two_cows = near_the_end("a1 b1 c1 d1 e1 g1 a2 f1", False)
    assert horizon(one_number_and_two_cows.state) == 1 + 2
    assert horizon(near_the_end("a1 b1 c1 d1 e1 a2 f1", False).state) == 0  # it is over
    far = [horizon(match.state) for match in positions("kuhlorado", 2, {}, 1) if settled(match.state)]
    assert far[0] == 0
    assert sorted(far) == far or max(far) < 10


@pytest.mark.skipif(not COMPILING, reason="too slow to think uncompiled")
@pytest.mark.parametrize("circles", [False, True])
@pytest.mark.parametrize("dice", ["12", "4c", "cc"])
@pytest.mark.parametrize(
    ("free", "last_numbers"),
    [
        ("a1 b1 c1 d1 e1 g1 a2 f1 d6", 5),  # a number more ends it, or three cows
        ("a1 a4 b1 h1 c1 e2 d1 f2 e1 h2 f5", 8),  # two numbers, none of which can be used up, or the cow
    ],
)
def test_the_end_is_solved_exactly(free: str, last_numbers: int, dice: str, circles: bool) -> None:
    """The same as going through everything, whatever was learned."""
    match = near_the_end(free, circles, last_numbers=last_numbers)
    match.play(f"throw:{dice}")
    mind = new_mind(KUHLORADO, 2, [Manner()] * 2)
    mind[0].bias[0] = np.nan  # no judgement can enter
    assert horizon(match.state) > 0
    listed = np.zeros(KUHLORADO.most_moves, np.int16)
    n = weigh_at(mind, match.table, streams(1, 0, 1)[0], listed)
    expected = exact(match)
    assert listed[:n].tolist() == list(expected)
    assert mind[0].worth[:n, match.turn] == pytest.approx(list(expected.values()), abs=1e-9)
    assert len(set(np.round(list(expected.values()), 6))) > 1  # it matters


# ---- Play


@pytest.mark.skipif(not COMPILING, reason="too slow to think uncompiled")
@pytest.mark.parametrize("options", [{}, {"sheet": "random:99", "advanced": True}])
def test_owl_beats_greedy_out_of_sight(options: dict[str, object]) -> None:
    shares = [
        simulate(KUHLORADO, 2, options, games=60, seed=3, bots=players_of(KUHLORADO, levels)).win_share[seat]
        for seat, levels in enumerate((["owl", "greedy"], ["greedy", "owl"]))
    ]
    assert np.mean(shares) > 0.88
