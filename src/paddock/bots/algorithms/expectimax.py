"""Expectimax: search over all decisions and chance outcomes of a turn, with a value network at the leaves.

At a decision the seat to move takes the move that is best for itself (max^n). At a chance node the outcomes count by
their weights. Leaves are the next settled positions. Near the end of a match the verb `horizon` extends the search, up
to the end of the match. A transposition table holds the values of positions. If every move ends the turn, the owl
extends its best moves by one turn.

Positions can repeat, so values are defined recursively. We solve for them by fixed-point iteration until the change is
below `TOLERANCE`. A match ends with probability 1, so the iteration converges. While the choices stay the same, changes
shrink geometrically, so every second sweep extrapolates (Aitken). A value that depends on assumed values is valid until
the next revision of one of them.
"""

from typing import Any, Final

import numpy as np

from paddock.bots.algorithms.bot_memory import MOST_SEATS, record_with_alias, seat_fields
from paddock.bots.algorithms.value_network import network_fields, predict
from paddock.bots.levels import DEFAULT_BUDGET
from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.compilation.position_hash import hash_words, slot
from paddock.engine.game import Game
from paddock.engine.optional_verbs import TO_THE_END, horizon, settled
from paddock.engine.types import CHANCE, OVER, Moves, Numbers, Rng, State
from paddock.engine.verbs import apply, moves, payoff, turn, weights

MAX_DEPTH: Final = 64
"""The largest depth of the search in events. The value network evaluates positions at this depth."""
TABLE_SIZE: Final = 1 << 16
"""The slots of the transposition table, a power of two."""
PROBES: Final = 8
"""The slots in which one position may lie, a power of two."""
EXTENSION_COST: Final = 48
"""The part of the search budget that it costs to extend one move by one turn."""
INDEPENDENT: Final = MAX_DEPTH
"""The value of `depends_on` for a value that depends on no assumed value."""
TOLERANCE: Final = 1e-12
"""The change of a win chance at which the fixed-point iteration stops."""
MAX_SWEEPS: Final = 1000
"""The limit of sweeps at one repeated position. Three are enough while the choices stay the same."""
MAX_RATIO: Final = 0.5
"""The limit of the ratio of two changes in an extrapolation, so that it cannot diverge when the choices change."""
SLOT_SHIFT: Final = np.uint64(20)
"""The position of the bits of a key that give its first slot."""


def expectimax_memory(game: Game) -> np.dtype[Any]:
    """Return the record type of a bot memory for expectimax. The hash reads positions as unsigned words."""
    word = np.dtype(f"u{game.state.alignment}")  # a record is a whole number of these
    return record_with_alias(
        [
            *seat_fields(game),
            *network_fields(game),
            # The stack, by depth.
            ("position", np.dtype((State, game.state)), (MAX_DEPTH,)),
            ("extra_turns", "i8", (MAX_DEPTH,)),  # settled positions that the search still passes
            ("sweeps", "i8", (MAX_DEPTH,)),  # of the fixed-point iteration; 0 until the position repeats
            ("assumed_value", "f8", (MAX_DEPTH, MOST_SEATS)),  # of this position where it repeats below
            ("change", "f8", (MAX_DEPTH,)),  # in the last sweep
            ("depends_on", "i8", (MAX_DEPTH,)),  # the smallest depth whose assumed value went into this value
            ("player", "i8", (MAX_DEPTH,)),
            ("moves_buf", "i2", (MAX_DEPTH, game.most_moves)),
            ("weights_buf", "i4", (MAX_DEPTH, game.most_moves)),
            ("branches", "i8", (MAX_DEPTH,)),
            ("next_branch", "i8", (MAX_DEPTH,)),
            ("total_weight", "f8", (MAX_DEPTH,)),
            ("value", "f8", (MAX_DEPTH, MOST_SEATS)),
            ("key", "u8", (MAX_DEPTH,)),
            # The transposition table.
            ("table_key", "u8", (TABLE_SIZE,)),
            ("table_value", "f8", (TABLE_SIZE, MOST_SEATS)),
            ("table_age", "i8", (TABLE_SIZE,)),  # the age, or ~revision of a value that depends on assumed values
            ("table_depends_on", "i8", (TABLE_SIZE,)),
            ("age", "i8"),  # entries of another age are invalid
            ("revision", "i8"),  # number of revisions of assumed values
            ("extended", "i8", (game.most_moves,)),  # 1 for a move that was extended by one turn
        ],
        field="position",
        alias="words",
        alias_type=np.dtype((word, (MAX_DEPTH, game.state.itemsize // word.itemsize))),
    )


@compiled
def expectimax(memory: State, s: State, rng: Rng, moves_buf: Moves) -> int:
    """Write each seat's win chance after every legal move and return the number of moves."""
    n = moves(s, moves_buf)
    for i in range(n):
        memory.position[0] = s
        apply(memory.position[0], moves_buf[i])
        evaluate(memory, horizon(s))
        for seat in range(memory.players):
            memory.win_chance[i, seat] = memory.value[0, seat]
        memory.error[i] = memory.prediction_error[0]
    extensions = (memory.iterations[turn(s)] - DEFAULT_BUDGET) // EXTENSION_COST
    if extensions > 1 and horizon(s) == 0 and all_end_the_turn(memory, s, moves_buf, n):
        extend_best_moves(memory, s, moves_buf, n, extensions)
    return n


@compiled
def all_end_the_turn(memory: State, s: State, moves_buf: Moves, n: int) -> bool:
    """Return whether no chance event of this turn follows any of these moves."""
    for i in range(n):
        memory.position[0] = s
        apply(memory.position[0], moves_buf[i])
        if turn(memory.position[0]) == CHANCE and not settled(memory.position[0]):
            return False
    return True


@compiled
def extend_best_moves(memory: State, s: State, moves_buf: Moves, n: int, extensions: int) -> None:
    """Evaluate the best moves again, one turn deeper, and cap the other moves at the lowest of these values."""
    seat, lowest = turn(s), 1.0
    for i in range(n):
        memory.extended[i] = 0
    for _ in range(min(extensions, n)):
        best = -1
        for i in range(n):
            if memory.extended[i] == 0 and (best < 0 or memory.win_chance[i, seat] > memory.win_chance[best, seat]):
                best = i
        memory.position[0] = s
        apply(memory.position[0], moves_buf[best])
        evaluate(memory, 1)
        memory.extended[best] = 1
        lowest = min(lowest, memory.value[0, seat])
        for other in range(memory.players):
            memory.win_chance[best, other] = memory.value[0, other]
    for i in range(n):
        excess = memory.win_chance[i, seat] - lowest
        if memory.extended[i] == 0 and excess > 0.0:
            for other in range(memory.players):
                if other == seat or memory.together:
                    memory.win_chance[i, other] = lowest
                else:
                    memory.win_chance[i, other] += excess / (memory.players - 1)


@compiled
def expectimax_value(memory: State, s: State, begun: bool, rng: Rng, moves_buf: Moves, out: Numbers) -> bool:
    """Write each seat's win chance. Return False during the setup, when the search would be too large."""
    if not begun and not settled(s) and turn(s) != OVER:
        return False
    memory.position[0] = s
    evaluate(memory, horizon(s))
    for seat in range(memory.players):
        out[seat] = memory.value[0, seat]
    return True


@compiled
def expectimax_after_turn(memory: State, s: State, out: Numbers) -> bool:
    """Write each seat's win chance in a settled position, by search over the next turn."""
    memory.position[0] = s
    evaluate(memory, 1)
    for seat in range(memory.players):
        out[seat] = memory.value[0, seat]
    return True


@compiled
def evaluate(memory: State, extra_turns: int) -> None:
    """Write the value of `position[0]` into `value[0]`. The search passes `extra_turns` settled positions."""
    memory.extra_turns[0] = extra_turns
    if not enter(memory, 0):
        search(memory)


@compiled
def search(memory: State) -> None:
    """Evaluate the branches of `position[0]` depth first, with a stack in the memory instead of recursion."""
    depth = 0
    while depth >= 0:
        branch = memory.next_branch[depth]
        if branch == memory.branches[depth]:
            if leave(memory, depth):
                depth -= 1
                if depth >= 0:
                    back_up(memory, depth)
            continue
        memory.position[depth + 1] = memory.position[depth]
        memory.extra_turns[depth + 1] = memory.extra_turns[depth]
        apply(memory.position[depth + 1], memory.moves_buf[depth, branch])
        if enter(memory, depth + 1):
            back_up(memory, depth)
        else:
            depth += 1


@compiled
def enter(memory: State, depth: int) -> bool:
    """Return True if the value of a position is known now. Otherwise list its branches and return False."""
    s, value = memory.position[depth], memory.value[depth]
    player = turn(s)
    memory.depends_on[depth] = INDEPENDENT
    if player == OVER:
        payoff(s, value)
        return True
    key = position_key(memory, depth)
    if look_up(memory, key, depth):
        return True
    if settled(s):
        if memory.extra_turns[depth] != TO_THE_END:
            memory.extra_turns[depth] -= 1
        elif is_repetition(memory, key, depth):
            return True
    if memory.extra_turns[depth] < 0 or depth == MAX_DEPTH - 1:
        predict(memory, s, value)
        store(memory, key, depth)
        return True
    memory.key[depth] = key
    memory.player[depth] = player
    memory.branches[depth] = moves(s, memory.moves_buf[depth])
    memory.next_branch[depth] = 0
    memory.total_weight[depth] = weights(s, memory.weights_buf[depth]) if player == CHANCE else 0
    memory.sweeps[depth] = 0
    for seat in range(memory.players):
        value[seat] = 0.0
        memory.assumed_value[depth, seat] = 1.0 / memory.players
    return False


@compiled
def is_repetition(memory: State, key: np.uint64, depth: int) -> bool:
    """Return whether a position repeats one above it; if it does, its value is the assumed value of that one."""
    for above in range(depth):
        if memory.key[above] == key:
            memory.depends_on[depth] = above
            memory.sweeps[above] = max(memory.sweeps[above], 1)
            for seat in range(memory.players):
                memory.value[depth, seat] = memory.assumed_value[above, seat]
            return True
    return False


@compiled
def back_up(memory: State, depth: int) -> None:
    """Add the value of the branch just evaluated to the position above it: an expectation, or the mover's maximum."""
    value, branch_value = memory.value[depth], memory.value[depth + 1]
    branch, player = memory.next_branch[depth], memory.player[depth]
    memory.next_branch[depth] = branch + 1
    memory.depends_on[depth] = min(memory.depends_on[depth], memory.depends_on[depth + 1])
    if player == CHANCE:
        for seat in range(memory.players):
            value[seat] += memory.weights_buf[depth, branch] * branch_value[seat]
    elif branch == 0 or branch_value[player] > value[player]:
        for seat in range(memory.players):
            value[seat] = branch_value[seat]


@compiled
def leave(memory: State, depth: int) -> bool:
    """Return True if the value of a position is final after all its branches. Otherwise start another sweep.

    The weighted sum is divided once, by the total weight, so that no win chance exceeds 1.
    """
    if memory.player[depth] == CHANCE:
        for seat in range(memory.players):
            memory.value[depth, seat] /= memory.total_weight[depth]
    if memory.sweeps[depth] > 0:
        memory.revision += 1
        change = value_change(memory, depth)
        if change > TOLERANCE and memory.sweeps[depth] < MAX_SWEEPS:
            start_sweep(memory, depth, change)
            return False
        if memory.depends_on[depth] == depth:
            memory.depends_on[depth] = INDEPENDENT
    store(memory, memory.key[depth], depth)
    return True


@compiled
def value_change(memory: State, depth: int) -> float:
    """Return the largest difference between the computed and the assumed value of a position."""
    change = 0.0
    for seat in range(memory.players):
        change = max(change, abs(memory.value[depth, seat] - memory.assumed_value[depth, seat]))
    return change


@compiled
def start_sweep(memory: State, depth: int, change: float) -> None:
    """Assume the computed value, in every second sweep its extrapolation, and begin with the first branch again."""
    beyond = 0.0
    if memory.sweeps[depth] % 2 == 0:
        ratio = min(change / memory.change[depth], MAX_RATIO)
        beyond = ratio / (1.0 - ratio)
    for seat in range(memory.players):
        value = memory.value[depth, seat]
        assumed = value + beyond * (value - memory.assumed_value[depth, seat])
        memory.assumed_value[depth, seat] = min(max(assumed, 0.0), 1.0)
        memory.value[depth, seat] = 0.0
    memory.change[depth] = change
    memory.sweeps[depth] += 1
    memory.next_branch[depth] = 0
    memory.depends_on[depth] = INDEPENDENT


# ---- The transposition table


@inlined
def position_key(memory: State, depth: int) -> np.uint64:
    """Return the key of a position together with the extra turns that its value includes."""
    return hash_words(np.uint64(memory.extra_turns[depth]), memory.words[depth])


@inlined
def table_slot(key: np.uint64, probe: int) -> int:
    return slot(key >> SLOT_SHIFT, probe, TABLE_SIZE)


@compiled
def look_up(memory: State, key: np.uint64, depth: int) -> bool:
    """Copy the value of a position from the table. Return False if the table has no valid entry for it."""
    for probe in range(PROBES):
        place = table_slot(key, probe)
        if memory.table_key[place] == key and is_valid(memory, place):
            memory.depends_on[depth] = memory.table_depends_on[place]
            for seat in range(memory.players):
                memory.value[depth, seat] = memory.table_value[place, seat]
            return True
    return False


@inlined
def is_valid(memory: State, place: int) -> bool:
    """Return whether an entry is of this age, or depends on assumed values of this revision."""
    return (memory.table_age[place] == memory.age) | (memory.table_age[place] == ~memory.revision)  # type: ignore[no-any-return]


@compiled
def store(memory: State, key: np.uint64, depth: int) -> None:
    """Store the value of a position in the first free slot. If all are taken, the key selects the one to replace."""
    place = table_slot(key, np.int64(key) & (PROBES - 1))  # type: ignore[arg-type]
    for probe in range(PROBES):
        other = table_slot(key, probe)
        if not is_valid(memory, other):
            place = other
            break
    memory.table_key[place] = key
    memory.table_depends_on[place] = memory.depends_on[depth]
    memory.table_age[place] = memory.age if memory.depends_on[depth] == INDEPENDENT else ~memory.revision
    for seat in range(memory.players):
        memory.table_value[place, seat] = memory.value[depth, seat]
