"""The features of Kuhlorado, and the strength of its bots. Positions are on this sheet:

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

from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.move_choice import evaluate_moves_at
from paddock.bots.levels import PlayStyle
from paddock.bots.player_records import simulated_players
from paddock.engine.boards.grid import square_at
from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.optional_verbs import TO_THE_END, features
from paddock.engine.position_calls import legal_count_at, play_at, weights_at
from paddock.engine.rng import streams
from paddock.engine.tensor_layout import split_tensor
from paddock.engine.types import CHANCE, Move, Positions, Seat, State, Tensor
from paddock.engine.verbs import payoff, score, turn
from paddock.games import load_game
from paddock.games.kuhlorado.areas import groups_of_two, marked_by
from paddock.games.kuhlorado.bot.area_growth import LAND_FIELDS, LEADING, POINTS_SCALE, SIZE_SCALE
from paddock.games.kuhlorado.bot.features import (
    COWS_A_TURN,
    FARTHEST_LEAD,
    MOST_FREE,
    NUMBERS_A_TURN,
    WORTH_SCALE,
    daring,
    hold,
    horizon,
    settled,
)
from paddock.games.kuhlorado.data import AREA_POINTS, AREA_SIZES, COW, PRIZES
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_HIGHER, KEEP_NONE, lead
from paddock.games.kuhlorado.sheet import SIDE
from paddock.games.kuhlorado.state import FIRST_THROW, NOBODY
from paddock.match.match_state import MatchState
from paddock.match.simulation import simulate
from support.random_matches import positions
from support.soak import SOAK
from support.variants import VARIANTS

pytestmark = pytest.mark.interpreted

KUHLORADO = load_game("kuhlorado")
SHEET = "12345c12/cOOc34o5/23c12345/1c23c451/23451c23/co4c51Oc/34c512O4/5123c45c"


def sheet(crosses: str = "", circles: str = "", drawn: str = SHEET, **options: object) -> MatchState:
    """Crosses are to throw; these squares are marked already."""
    match = MatchState(KUHLORADO, 2, {"sheet": drawn, **options})
    match.play("starter:1")
    for seat, names in enumerate((crosses, circles)):
        for row, column in map(square_at, names.split()):
            square = row * SIDE + column
            match.state.owner[square] = seat
            match.state.free[match.state.kind[square]] -= 1
    return match


def looks(s: State, seat: int) -> dict[str, Tensor]:
    """What this seat sees, piece by piece."""
    out = np.full(KUHLORADO.feature_count, np.nan, np.float32)
    features(s, Seat(seat), out)
    assert np.isfinite(out).all()
    return split_tensor(KUHLORADO.features, out)


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
        position = match.position.copy()
        s = position[0]
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
        land = split_tensor(LAND_FIELDS, seen["own_land"])
        assert land["squares"] * SIZE_SCALE == pytest.approx((s.owner == 0).sum(), abs=1e-4)
        if s.advanced and not s.interim_taken:
            twos = groups_of_two(np.uint64(marked_by(s, 0))) * s.interim_points
            assert seen["interim"][2] * POINTS_SCALE == pytest.approx(twos, abs=1e-4)
        else:
            assert not seen["interim"].any()


def test_land_of_a_hand_made_position() -> None:
    """Four squares in a row and three more, apart by a square; the rival has one in a corner."""
    match = sheet("a5 b5 c5 d5 f5 g5 h5", "a1")
    seen = looks(match.state, 0)
    own_turns = int(seen["turns"][0] * SIZE_SCALE / 2 + 0.5)
    assert own_turns > 3
    expected = {
        "sizes": [4 / 20, 3 / 20, 0],
        "areas": [2 / 10],
        "squares": [7 / 20],
        "points": [0, 2 / 10],  # an area of four scores nothing, of five two points
        "largest_grown": np.array([0, 2, 2, 2, 2, 2, 5]) / 10,  # sizes 4 to 9, and 11
        "second_grown": np.array([0, 0, 2, 2]) / 10,  # sizes 3 to 5, and 7
        "ways": np.array([8, 3, 6, 1]) / 10,  # without the troughs b6 and g6
        "pairs": [0],
        "few_ways": [0, 0, 0],
        "links": [[7 / 20, 2 / 10, area_points(7 + own_turns) / 10]] * 3,  # e5 connects all
        "reachable": [(58 - 8) / 20],
        "joins": [[8 / 20, 2 / 10], [5 / 20, 2 / 10]],
    }
    land = split_tensor(LAND_FIELDS, seen["own_land"])
    assert list(land) == list(expected)
    for name, numbers in expected.items():
        assert land[name] == pytest.approx(np.asarray(numbers), abs=1e-6), name
    rival = split_tensor(LAND_FIELDS, looks(match.state, 1)["own_land"])
    assert rival["sizes"] * SIZE_SCALE == pytest.approx([1, 0, 0])
    assert rival["few_ways"].tolist() == [0, 0, 1]  # b1 and a2


def area_points(squares: int) -> int:
    return max([0, *(points for size, points in zip(AREA_SIZES, AREA_POINTS, strict=True) if squares >= size)])


def test_features_are_found_by_name() -> None:
    """Near the end: two cows are free, and three numbers have to be marked; the interim score is to come."""
    match = near_the_end("a1 b1 c1 d1 e1 g1 h1 e2 a2 f1", circles_to_throw=False, advanced=1, interim_points=2)
    s = match.state
    s.interim_cows, s.interim[:] = 13, (4, 0)
    seen = looks(s, 0)
    assert list(seen) == [field.name for field in KUHLORADO.features]
    turns = min(2 / COWS_A_TURN, 3 / NUMBERS_A_TURN)
    nearness, points = 1 / (1 + turns / 2), np.zeros(2)
    score(s, points)
    ahead, pairs = points[0] - points[1], [groups_of_two(np.uint64(marked_by(s, seat))) for seat in range(2)]
    expected = {
        "to_throw": [1],
        "cows": [2 / 20, 0, 1, 0, 0],
        "numbers": [3 / 20, 0, 0, 1, 0],
        "used_up": [0],
        "turns": [turns / 20, nearness],
        "score": [ahead / 10, ahead * nearness, (ahead > 0) * nearness, (ahead < 0) * nearness],
        "interim": [1, 2 / 10, pairs[0] * 2 / 10, pairs[1] * 2 / 10, (pairs[0] - pairs[1]) * 2 / (1 + 2)],
    }
    for name, numbers in expected.items():
        assert seen[name] == pytest.approx(np.asarray(numbers), abs=1e-5), name
    assert not looks(s, 1)["to_throw"].any()

    leads = [lead(s, prize) for prize in range(PRIZES)]
    free = [
        [(s.decides[at] >> prize & 1) * (s.kind[at] < 7) for at in np.flatnonzero(s.owner < 0)]
        for prize in range(PRIZES)
    ]
    cows = [
        [(s.decides[at] >> prize & 1) for at in np.flatnonzero((s.owner < 0) & (s.kind == COW))]
        for prize in range(PRIZES)
    ]
    hopes = sum(int(s.worth[prize]) * hold(leads[prize], sum(free[prize])) for prize in range(PRIZES))
    land = ahead - sum(int(s.worth[prize]) * int(np.sign(leads[prize])) for prize in range(PRIZES))
    assert seen["hopes"] == pytest.approx(
        np.array([hopes / 10, (hopes + land) / 10, (hopes + land) * nearness]), abs=1e-5
    )
    close = [prize for prize in range(PRIZES) if abs(leads[prize]) <= 1]
    assert seen["cow_prizes"] == pytest.approx([sum(int(s.worth[prize]) * sum(cows[prize]) for prize in close) / 20])


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
    any_free_squares = 2  # the last of the three kinds of links
    for land, squares in ((joined, 2), (parted, 1)):
        links = split_tensor(LAND_FIELDS, land)["links"]
        assert links[any_free_squares, 0] * SIZE_SCALE == pytest.approx(squares)


# ---- The end of a match


def near_the_end(free: str, circles_to_throw: bool, **options: object) -> MatchState:
    """All squares are marked, in stripes of two rows, except these; the score is tied."""
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
    match.state.interim[:] = points.max() - points  # a tie, so the last marks decide
    match.state.active = int(circles_to_throw)
    return match


SMALL_ENDINGS = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3))
"""Free cows, and numbers to go; how large the graphs are depends on them most."""


def random_ending(seed: int) -> MatchState:
    """Few free squares, of few kinds, on a random sheet that is marked at random; the next cow brings the interim."""
    rng = np.random.default_rng(seed)
    match = MatchState(KUHLORADO, 2, {"sheet": f"random:{seed}", "advanced": bool(rng.integers(2))})
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

    def __init__(self, start: Positions) -> None:
        self.positions = [start.copy()]
        self.branches: list[list[int]] = []
        self.shares: list[list[float]] = []
        self.win_chance: list[float] = []
        self.number = {start.tobytes(): 0}
        for position in self.positions:  # more are found on the way
            self.branch(position)
        self.seats = [turn(position[0]) for position in self.positions]
        while self.sweep() > 1e-14:
            pass

    def branch(self, position: Positions) -> None:
        """Find the positions that a move or a throw leads to."""
        moves_buf, weights_buf = KUHLORADO.buffers()
        n, won = legal_count_at(position, moves_buf), np.zeros(2)
        if n == 0:
            payoff(position[0], won)
        total = weights_at(position, weights_buf) if n < 0 else 1
        self.win_chance.append(float(won[0]))
        self.shares.append([int(weight) / total for weight in weights_buf[: abs(n)]])
        self.branches.append([])
        for move in moves_buf[: abs(n)].tolist():
            after = position.copy()
            play_at(after, move)
            place = self.number.setdefault(after.tobytes(), len(self.positions))
            if place == len(self.positions):
                self.positions.append(after)
            self.branches[-1].append(place)

    def sweep(self) -> float:
        """Value all by what follows, the last first; answers the largest change."""
        change = 0.0
        for place in reversed(range(len(self.positions))):
            values = [self.win_chance[branch] for branch in self.branches[place]]
            if not values:
                continue
            if self.seats[place] == CHANCE:
                win_chance = sum(share * value for share, value in zip(self.shares[place], values, strict=True))
            else:
                win_chance = max(values) if self.seats[place] == 0 else min(values)
            change = max(change, abs(win_chance - self.win_chance[place]))
            self.win_chance[place] = win_chance
        return change

    def comes_back(self) -> bool:
        """Whether a turn can go by in which nothing changes but whose turn it is."""
        rest = [position.copy() for position in self.positions if settled(position[0])]
        before = {position.tobytes() for position in rest}
        for position in rest:
            position[0].active = 1 - position[0].active
        return any(position.tobytes() in before for position in rest)


def check_all_choices(graph: Graph, every: int) -> None:
    """Compare the win chances of a bot at every `every`-th decision of the graph, for any weights."""
    memory = new_memory(KUHLORADO, 2, [PlayStyle()] * 2)
    memory[0].bias[0] = np.nan  # the value network cannot contribute
    rng, moves_buf = streams(1, 0, 1)[0], KUHLORADO.buffers().moves
    for place in [place for place, seat in enumerate(graph.seats) if seat >= 0][::every]:
        n = evaluate_moves_at(memory, graph.positions[place], rng, moves_buf)
        expected = np.array([graph.win_chance[branch] for branch in graph.branches[place]])
        assert memory[0].win_chance[:n, 0] == pytest.approx(expected, abs=1e-9)
        assert memory[0].win_chance[:n, 1] == pytest.approx(1 - expected, abs=1e-9)


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
    graph = Graph(match.position)
    check_all_choices(graph, len(graph.positions))  # the first one
    assert len({round(graph.win_chance[branch], 6) for branch in graph.branches[0]}) > 1  # it matters


@pytest.mark.skipif(not COMPILING, reason="too slow to think uncompiled")
@pytest.mark.parametrize("seed", range(30))
def test_the_end_is_solved_exactly_where_a_position_can_come_back(seed: int) -> None:
    match = random_ending(seed)
    assert horizon(match.state) == TO_THE_END
    graph = Graph(match.position)
    assert graph.comes_back()
    check_all_choices(graph, 5)


# ---- Play


@pytest.mark.skipif(not COMPILING, reason="too slow to think uncompiled")
@pytest.mark.parametrize("options", [{}, {"sheet": "random:99", "advanced": True}])
def test_owl_beats_greedy_out_of_sight(options: dict[str, object]) -> None:
    games = 60 if SOAK > 1 else 30
    shares = [
        simulate(KUHLORADO, 2, options, games=games, seed=3, bots=simulated_players(KUHLORADO, levels)).win_share[seat]
        for seat, levels in enumerate((["owl", "greedy"], ["greedy", "owl"]))
    ]
    assert np.mean(shares) > 0.88
