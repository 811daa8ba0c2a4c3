"""Plan search: compare plans for a turn by simulations, with common random numbers and racing.

A plan is a whole turn where the game package lists such plans (verb `plan`), otherwise one move. Each round resamples
the facts that the seat to move cannot know (`imagine`, a determinization). It then simulates every active plan on the
same deal with the same random stream, so that the difference of two plans has little variance. The plan of the greedy
player is the reference: another plan must be better by more than the noise. Racing drops a plan that is clearly worse
than the best. The value of a move is the value of the best plan that begins with it. `search_tree.py` simulates the
game after a plan.
"""

from typing import Any, Final

import numpy as np

from paddock.bots.algorithms.bot_memory import MOST_SEATS, record_with_alias, seat_fields
from paddock.bots.algorithms.move_choice import GREEDY
from paddock.bots.algorithms.search_tree import (
    advance,
    greedy_move,
    information_set_words,
    list_plans,
    play_plan,
    search_tree_fields,
    simulate,
)
from paddock.bots.algorithms.value_network import network_fields
from paddock.engine.compilation.decorators import compiled, never_inline
from paddock.engine.game import Game
from paddock.engine.policy import UNIFORM_PLAYERS
from paddock.engine.rng import MULTIPLIER, word
from paddock.engine.types import Moves, Positions, Rng, State
from paddock.engine.verbs import imagine, moves, turn

NO_PLANS: Final = np.dtype([("move", "i2", (1, 1)), ("many", "i8", (1,))])
"""The plans record of a game without the verb `plan`."""

TREE_DEPTH: Final = 16
"""The default depth of the search tree in decisions."""
EXPLORATION: Final = 0.7
"""The factor of the exploration term in UCB."""
CAUTION: Final = 1.0
"""The standard errors by which a plan must be better than the greedy plan."""
MIN_ROUNDS: Final = 8
"""The rounds before racing drops a plan."""
ROUNDS_PER_PLAN: Final = 16
"""The rounds for which the budget must be enough; this limits the number of plans."""
PRIOR_DEVIATION: Final = 0.2
"""The prior standard deviation of a result."""
PRIOR_WEIGHT: Final = 4.0
"""The weight of the prior deviation, in results."""
DROP_ERRORS: Final = 2.0
"""The standard errors by which a dropped plan is worse than the best."""


def plan_search_memory(game: Game) -> np.dtype[Any]:
    """Return the record type of a bot memory for plan search."""
    plans = NO_PLANS if game.plans is None else game.plans
    most = len(np.zeros(1, plans)["many"][0]) + game.most_moves
    return record_with_alias(
        [
            *seat_fields(game),
            *network_fields(game),
            ("age", "i8"),  # nodes of another age are free
            ("uses_network", "i8"),  # 1 if a rollout ends at a settled position, 0 if it ends with the match
            ("rollout_policy", "i8"),
            ("uniform_players", np.dtype((State, UNIFORM_PLAYERS)), (1,)),
            ("tree_depth", "i8"),  # in decisions; 0 for no tree
            ("turns_to_settle", "i8"),  # turns of a rollout after which it may `settle`
            ("exploration", "f8"),
            ("caution", "f8"),  # standard errors by which a plan must be better than the greedy plan
            ("position", np.dtype((State, game.state)), (2,)),  # the determinization of this round; the simulation
            ("round_stream", "u8", (2,)),  # random stream of this round, the same for every plan
            ("rollout_stream", "u8", (2,)),  # random stream of the running simulation
            ("weights_buf", "i4", (game.most_moves,)),
            ("moves_buf", "i2", (game.most_moves,)),
            ("value", "f8", (MOST_SEATS,)),  # result of the last simulation
            *plan_fields(plans, most),
            *search_tree_fields(game),
        ],
        field="information_set",
        alias="information_set_words",
        alias_type=np.dtype(("u8", (information_set_words(game),))),
    )


def plan_fields(plans: np.dtype[Any], most: int) -> list[tuple[Any, ...]]:
    """Return the fields of the plans of one decision, with room for `most` plans."""
    return [
        ("plans", np.dtype((State, plans)), (2,)),  # of this turn; and the next turn within a rollout
        ("turn_plans", "i8"),  # plans that are whole turns; the plans after them are single moves
        ("plan_count", "i8"),
        ("first_move", "i8", (most,)),
        ("greedy_plan", "i8"),  # number of the greedy player's plan
        ("spent", "i8"),  # simulations so far
        ("rounds", "i8"),
        ("active", "i8", (most,)),  # 0 after racing dropped the plan
        ("samples", "i8", (most,)),  # simulations of this plan
        ("total", "f8", (most, MOST_SEATS)),
        ("square", "f8", (most,)),  # sum of squared results of the seat to move
        ("result", "f8", (most,)),  # of the seat to move in this round
        ("lead", "f8", (most,)),  # sum of the differences to the greedy plan
        ("lead_square", "f8", (most,)),
    ]


def prepare(memory: Positions, game: Game) -> None:
    """Set the parameters of the search. A game with a trained network needs no tree."""
    one = memory[0]
    one.uses_network = bool({"settled", "features"} <= game.optional_verbs and np.any(one.outer) | np.any(one.direct))
    one.rollout_policy, one.exploration = GREEDY, EXPLORATION
    one.caution = CAUTION if "greedy" in game.optional_verbs else 0.0
    one.tree_depth = 0 if one.uses_network else TREE_DEPTH
    one.turns_to_settle = one.players


# ---- Rounds


@compiled
def plan_search(memory: State, s: State, rng: Rng, moves_buf: Moves) -> int:
    """Write each seat's win chance after every legal move, within the seat's budget; return the number of moves."""
    iterations = memory.iterations[int(turn(s))]
    n = begin_search(memory, s, rng, moves_buf, iterations)
    run_rounds(memory, s, rng, iterations)
    write_results(memory, s, moves_buf, n)
    return n


@compiled
def begin_search(memory: State, s: State, rng: Rng, moves_buf: Moves, iterations: int) -> int:
    """List the plans, reset all sums and the tree, and return the number of legal moves."""
    usual = greedy_move(s, rng, moves_buf)
    n = int(moves(s, moves_buf))
    collect_plans(memory, s, rng, moves_buf, n, iterations)
    memory.greedy_plan = 0
    if memory.turn_plans == 0:
        for i in range(n):
            if moves_buf[i] == usual:
                memory.greedy_plan = i
    memory.age += 1
    memory.edges = 0
    memory.spent = 0
    memory.rounds = 0
    for i in range(memory.plan_count):
        memory.active[i] = 1
        memory.samples[i] = 0
        memory.square[i] = 0.0
        memory.lead[i] = 0.0
        memory.lead_square[i] = 0.0
        for seat in range(memory.players):
            memory.total[i, seat] = 0.0
    return n


@compiled
def collect_plans(memory: State, s: State, rng: Rng, moves_buf: Moves, n: int, iterations: int) -> None:
    """List whole turns, then each legal move that begins none of them; the rollout policy continues such a move."""
    plans = memory.plans[0]
    memory.turn_plans = list_plans(s, rng, max(min(iterations // ROUNDS_PER_PLAN, len(plans.many)), 1), plans)
    for i in range(memory.turn_plans):
        memory.first_move[i] = plans.move[i, 0]
    memory.plan_count = memory.turn_plans
    for i in range(n):
        begins = False
        for j in range(memory.turn_plans):
            begins = begins or memory.first_move[j] == moves_buf[i]
        if not begins:
            memory.first_move[memory.plan_count] = moves_buf[i]
            memory.plan_count += 1


@compiled
def run_rounds(memory: State, s: State, rng: Rng, iterations: int) -> int:
    """Play rounds until the budget is spent or one plan is active. The first round takes place in any case.

    Return the number of active plans.
    """
    active = count_active(memory)
    while memory.rounds == 0 or (active > 1 and memory.spent + active <= iterations):
        play_round(memory, s, rng)
        race(memory)
        active = count_active(memory)
    return active


@compiled
def count_active(memory: State) -> int:
    active = 0
    for i in range(memory.plan_count):
        active += memory.active[i]
    return active


@compiled
def play_round(memory: State, s: State, rng: Rng) -> None:
    """Simulate every active plan once, on one determinization with one random stream."""
    seat = int(turn(s))
    memory.position[0] = s
    resample_hidden(memory.position[0], seat, rng)
    memory.round_stream[0] = word(rng)
    memory.round_stream[1] = word(rng) % (MULTIPLIER - np.uint64(1)) + np.uint64(1)  # a stream as in `rng.streams`
    for i in range(memory.plan_count):
        if memory.active[i]:
            memory.position[1] = memory.position[0]
            memory.rollout_stream[0] = memory.round_stream[0]
            memory.rollout_stream[1] = memory.round_stream[1]
            if i < memory.turn_plans:
                play_plan(memory.plans[0], i, memory.position[1])
            else:
                advance(memory.position[1], memory.first_move[i])
            simulate(memory, memory.position[1])
            memory.samples[i] += 1
            memory.spent += 1
            for other in range(memory.players):
                memory.total[i, other] += memory.value[other]
            memory.square[i] += memory.value[seat] * memory.value[seat]
            memory.result[i] = memory.value[seat]
    memory.rounds += 1


@compiled
def resample_hidden(s: State, seat: int, rng: Rng) -> None:
    never_inline()  # much code in some games, as in `search_tree.py`
    imagine(s, seat, rng)  # type: ignore[arg-type]


@compiled
def race(memory: State) -> None:
    """Add this round's differences to the greedy plan, and drop the plans that are clearly worse than the best."""
    reference = memory.result[memory.greedy_plan]
    best = memory.greedy_plan
    for i in range(memory.plan_count):
        if memory.active[i]:
            lead = memory.result[i] - reference
            memory.lead[i] += lead
            memory.lead_square[i] += lead * lead
            if memory.lead[i] > memory.lead[best]:
                best = i
    if memory.rounds < MIN_ROUNDS:
        return
    rounds = float(memory.rounds)
    for i in range(memory.plan_count):
        if memory.active[i] and i != best and i != memory.greedy_plan:
            error = max(lead_error(memory, i), lead_error(memory, best))
            if (memory.lead[best] - memory.lead[i]) / rounds > DROP_ERRORS * error:
                memory.active[i] = 0


@compiled
def lead_error(memory: State, i: int) -> float:
    """Return the standard error of a plan's mean difference to the greedy plan."""
    if i == memory.greedy_plan:
        return 0.0
    return mean_error(memory.lead[i], memory.lead_square[i], float(memory.samples[i]))


@compiled
def mean_error(total: float, squares: float, samples: float) -> float:
    """Return the standard error of a mean, with a prior for the deviation."""
    mean = total / samples
    prior = PRIOR_DEVIATION * PRIOR_DEVIATION * PRIOR_WEIGHT
    return np.sqrt((max(squares - samples * mean * mean, 0.0) + prior) / (samples + PRIOR_WEIGHT) / samples)  # type: ignore[no-any-return]


@compiled
def write_results(memory: State, s: State, moves_buf: Moves, n: int) -> None:
    """Write the mean, the error and the penalty of the best plan from each move.

    A dropped plan saw other deals than the active ones, so the means of two plans are not comparable. The penalty makes
    a move compare by its cautious lead on its own deals, added to the mean of the greedy plan.
    """
    seat = int(turn(s))
    reference = memory.total[memory.greedy_plan, seat] / memory.samples[memory.greedy_plan]
    for i in range(n):
        best = best_plan(memory, int(moves_buf[i]))
        samples = float(memory.samples[best])
        for other in range(memory.players):
            memory.win_chance[i, other] = memory.total[best, other] / samples
        memory.penalty[i] = memory.win_chance[i, seat] - reference - cautious_lead(memory, best)
        memory.error[i] = mean_error(memory.total[best, seat], memory.square[best], samples)


@compiled
def best_plan(memory: State, move: int) -> int:
    """Return the number of the best plan that begins with this move."""
    best, highest = 0, -np.inf
    for i in range(memory.plan_count):
        if memory.first_move[i] == move and cautious_lead(memory, i) > highest:
            best, highest = i, cautious_lead(memory, i)
    return best


@compiled
def cautious_lead(memory: State, i: int) -> float:
    """Return the mean difference of a plan to the greedy plan, minus some standard errors."""
    return memory.lead[i] / memory.samples[i] - memory.caution * lead_error(memory, i)  # type: ignore[no-any-return]
