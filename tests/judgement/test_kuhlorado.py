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

import numpy as np
import pytest

from paddock.bots.levels import Manner
from paddock.bots.mind import weigh_at
from paddock.bots.simulation import players_of
from paddock.bots.thinking import new_mind
from paddock.games import game
from paddock.games.kuhlorado.areas import groups_of_two, marked_by
from paddock.games.kuhlorado.data import COW, PRIZES
from paddock.games.kuhlorado.judgement import FARTHEST_LEAD, MOST_FREE, WORTH_SCALE, daring, horizon, settled
from paddock.games.kuhlorado.land import LAND, LEADING, MORE, POINTS_SCALE, SIZE_SCALE
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_HIGHER, KEEP_NONE, lead
from paddock.games.kuhlorado.sheet import SIDE
from paddock.games.kuhlorado.state import FIRST_THROW, NOBODY
from paddock.match.match import Match
from paddock.match.simulation import simulate
from paddock.rules.chance import streams
from paddock.rules.compiler import COMPILING
from paddock.rules.grid import square_at
from paddock.rules.kernels import play_at, standing_at, weights_at
from paddock.rules.kinds import CHANCE, Move, Seat, State, Table, Tensor
from paddock.rules.skills import TO_THE_END, features
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


SMALL_ENDINGS = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3))
"""Free cows, and numbers to go; how large the graphs are depends on them most."""


def random_ending(seed: int) -> Match:
    """Few free squares, of few kinds, on a random sheet that is marked at random; the next cow brings the interim."""
    rng = np.random.default_rng(seed)
    match = Match(KUHLORADO, 2, {"sheet": f"random:{seed}", "advanced": bool(rng.integers(2))})
    match.play("starter:1")
    s = match.state
    cows, to_go = SMALL_ENDINGS[seed % len(SMALL_ENDINGS)]
    last = int(rng.integers(6 if cows * to_go < 3 else 2))
    kinds = rng.permutation(np.arange(1, COW))[: rng.integers(1, COW - 1)]  # at least one is used up
    numbers = rng.permutation(np.flatnonzero(np.isin(s.kind, kinds)))[: last + to_go]
    herd = rng.permutation(np.flatnonzero(s.kind == COW))[:cows]
    s.owner[:] = np.where((s.kind >= 1) & (s.kind <= COW), rng.integers(2, size=SIDE * SIDE), NOBODY)
    s.owner[[*numbers, *herd]] = NOBODY
    for kind in range(1, COW + 1):
        s.free[kind] = ((s.kind == kind) & (s.owner == NOBODY)).sum()
    s.last_numbers, s.interim_cows, s.active = last, s.cows - cows + 1, rng.integers(2)
    points = np.zeros(2)
    score(s, points)
    s.interim[:] = points.max() - points
    return match


class Graph:
    """Every position that can follow, and its worth to the first seat: swept over until no chance changes."""

    def __init__(self, start: Table) -> None:
        self.positions = [start.copy()]
        self.branches: list[list[int]] = []
        self.shares: list[list[float]] = []
        self.worth: list[float] = []
        self.number = {start.tobytes(): 0}
        for table in self.positions:  # more are found on the way
            self.branch(table)
        self.seats = [turn(table[0]) for table in self.positions]
        while self.sweep() > 1e-14:
            pass

    def branch(self, table: Table) -> None:
        """Find the positions that a move or a throw leads to."""
        listed, heavy = np.zeros(KUHLORADO.most_moves, np.int16), np.zeros(KUHLORADO.most_moves, np.int32)
        n, won = standing_at(table, listed), np.zeros(2)
        if n == 0:
            payoff(table[0], won)
        total = weights_at(table, heavy) if n < 0 else 1
        self.worth.append(float(won[0]))
        self.shares.append([int(weight) / total for weight in heavy[: abs(n)]])
        self.branches.append([])
        for move in listed[: abs(n)].tolist():
            after = table.copy()
            play_at(after, move)
            place = self.number.setdefault(after.tobytes(), len(self.positions))
            if place == len(self.positions):
                self.positions.append(after)
            self.branches[-1].append(place)

    def sweep(self) -> float:
        """Value all by what follows, the last first; answers the largest change."""
        change = 0.0
        for place in reversed(range(len(self.positions))):
            values = [self.worth[branch] for branch in self.branches[place]]
            if not values:
                continue
            if self.seats[place] == CHANCE:
                worth = sum(share * value for share, value in zip(self.shares[place], values, strict=True))
            else:
                worth = max(values) if self.seats[place] == 0 else min(values)
            change = max(change, abs(worth - self.worth[place]))
            self.worth[place] = worth
        return change

    def comes_back(self) -> bool:
        """Whether a turn can go by in which nothing changes but whose turn it is."""
        rest = [table.copy() for table in self.positions if settled(table[0])]
        before = {table.tobytes() for table in rest}
        for table in rest:
            table[0].active = 1 - table[0].active
        return any(table.tobytes() in before for table in rest)


def check_all_choices(graph: Graph, every: int) -> None:
    """What a bot says of every so many-th decision in it, whatever was learned."""
    mind = new_mind(KUHLORADO, 2, [Manner()] * 2)
    mind[0].bias[0] = np.nan  # no judgement can enter
    rng, listed = streams(1, 0, 1)[0], np.zeros(KUHLORADO.most_moves, np.int16)
    for place in [place for place, seat in enumerate(graph.seats) if seat >= 0][::every]:
        n = weigh_at(mind, graph.positions[place], rng, listed)
        expected = np.array([graph.worth[branch] for branch in graph.branches[place]])
        assert mind[0].worth[:n, 0] == pytest.approx(expected, abs=1e-9)
        assert mind[0].worth[:n, 1] == pytest.approx(1 - expected, abs=1e-9)


def test_the_horizon_is_the_end_only_when_it_is_near() -> None:
    assert horizon(sheet().state) == 0
    one_number_and_two_cows = near_the_end("a1 b1 c1 d1 e1 g1 a2 f1", False)
    assert horizon(one_number_and_two_cows.state) == TO_THE_END
    assert horizon(near_the_end("a1 b1 c1 d1 e1 a2 f1", False).state) == 0  # it is over
    far = [horizon(match.state) for match in positions("kuhlorado", 2, {}, 1) if settled(match.state)]
    assert far[0] == 0
    assert set(far) <= {0, TO_THE_END}
    assert sorted(far) == far  # once it is near, it stays so


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
    assert horizon(match.state) > 0
    graph = Graph(match.table)
    check_all_choices(graph, len(graph.positions))  # the first one
    assert len({round(graph.worth[branch], 6) for branch in graph.branches[0]}) > 1  # it matters


@pytest.mark.skipif(not COMPILING, reason="too slow to think uncompiled")
@pytest.mark.parametrize("seed", range(30))
def test_the_end_is_solved_exactly_where_a_position_can_come_back(seed: int) -> None:
    match = random_ending(seed)
    assert horizon(match.state) == TO_THE_END
    graph = Graph(match.table)
    assert graph.comes_back()
    check_all_choices(graph, 5)


# ---- Play


@pytest.mark.skipif(not COMPILING, reason="too slow to think uncompiled")
@pytest.mark.parametrize("options", [{}, {"sheet": "random:99", "advanced": True}])
def test_owl_beats_greedy_out_of_sight(options: dict[str, object]) -> None:
    shares = [
        simulate(KUHLORADO, 2, options, games=60, seed=3, bots=players_of(KUHLORADO, levels)).win_share[seat]
        for seat, levels in enumerate((["owl", "greedy"], ["greedy", "owl"]))
    ]
    assert np.mean(shares) > 0.88
