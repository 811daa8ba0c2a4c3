"""Life is Life: the verbs, in the order of the rulebook. Numbers refer to the clauses of RULES.md."""

from paddock.engine.compilation.decorators import compiled
from paddock.engine.errors import BadOption
from paddock.engine.options import OptionValues
from paddock.engine.types import CHANCE, OVER, Moves, Numbers, State, Weights
from paddock.games.life.data import ALL_CARDS, CARDS, CAT, FEWEST_IN_HAND, MOST_ROWS, PIG, RABBIT, SPECIES
from paddock.games.life.gifts import list_gifts, may_trade
from paddock.games.life.state import (
    CARD_GIVEN,
    COUNTED,
    DECLARE_OR_NOT,
    FINISHED,
    HAND_DEALT,
    NOBODY,
    ROW_DEALT,
    STARTER_DRAWN,
    SUDDEN_DEATH,
    TRADE_OR_KNOCK,
)

KNOCK = MOST_ROWS
"""The move to knock, after the moves for the rows."""
DECLARE, SILENT = 0, 1
ACTIONS = max(SPECIES, KNOCK + 1)
"""A move is a row or a knock, an animal to give, or the choice to declare. The stage determines its meaning."""

# ---- 1. Set-up


def start(s: State, players: int, options: OptionValues) -> None:
    """Write the start position: an empty table and all lives (1.2)."""
    rows: tuple[int, ...] = options["rows"]  # type: ignore[assignment]
    values: tuple[int, ...] = options["values"]  # type: ignore[assignment]
    hand: int = options["hand"]  # type: ignore[assignment]
    check_cards(players, rows, hand)
    if max(values) == 0:
        text = "option values: at least one animal must be worth a point, else no player could lose a life"
        raise BadOption(text, code="no_points", field="values")
    s.turn, s.stage, s.seats, s.players_left = CHANCE, STARTER_DRAWN, players, players
    s.advanced, s.optional = options["advanced"], options["declare"] == "optional"
    s.rows, s.hand_size, s.turn_limit = len(rows), hand, options["turn_limit"]
    s.row_size[: len(rows)] = rows
    s.values[:] = values
    s.full_lives = s.lives[:players] = options["lives"]
    s.starter = s.active = s.ended_by = NOBODY
    gather_cards(s)


def check_cards(players: int, rows: tuple[int, ...], hand: int) -> None:
    """7.5 Raise `BadOption` unless there are cards for all players and a legal trade for every possible hand.

    Two different gifts exist for a row smaller than the hand, unless the hand has only one animal. Then only a row of
    the same animal cannot be traded for, and no animal has enough cards for the hand and all rows.
    """
    on_table = sum(rows)
    most = (ALL_CARDS - on_table) // players
    if most < FEWEST_IN_HAND:
        raise BadOption(
            f"option rows: {on_table} cards on the table leave too few of {ALL_CARDS} for {players} players; "
            f"at most {ALL_CARDS - FEWEST_IN_HAND * players} in all rows together",
            code="many_on_table",
            field="rows",
            players=players,
            most=ALL_CARDS - FEWEST_IN_HAND * players,
        )
    if hand > most:
        raise BadOption(
            f"option hand: there are not {hand} cards for each of {players} players besides {on_table} on the table; "
            f"at most {most}",
            code="large_hand",
            field="hand",
            players=players,
            most=most,
        )
    if max(rows) > hand:
        raise BadOption(
            f"option rows: no hand of {hand} cards can pay for a row of {max(rows)}; at most {hand} in a row",
            code="long_row",
            field="rows",
            hand=hand,
        )
    if min(rows) == hand:
        raise BadOption(
            f"option rows: one row must be smaller than a hand, which has {hand} cards, so that all can trade",
            code="no_short_row",
            field="rows",
            hand=hand,
        )
    if hand + on_table <= max(CARDS):
        raise BadOption(
            f"option rows: a hand of {hand} and all rows together must be more than {max(CARDS)} cards, "
            f"else they could all be one animal; at least {max(CARDS) + 1 - hand} on the table",
            code="few_on_table",
            field="rows",
            least=max(CARDS) + 1 - hand,
        )


@compiled
def gather_cards(s: State) -> None:
    """1.4 Collect all sixty cards, and forget the known cards of hands."""
    for animal in range(SPECIES):
        s.unseen[animal] = CARDS[animal]
        for seat in range(s.seats):
            s.hand[seat, animal] = 0
            s.known[seat, animal] = 0
        for row in range(s.rows):
            s.row[row, animal] = 0
    for seat in range(s.seats):
        s.held[seat] = 0
        s.traded[seat] = 0
        s.knocked[seat] = 0
    s.trades = 0
    s.knocker = NOBODY
    s.taking = NOBODY


@compiled
def choose_starter(s: State, seat: int) -> None:
    """1.3 The starting player of the first phase is random."""
    s.starter = seat
    begin_phase(s)


@compiled
def left_of(s: State, seat: int) -> int:
    """2.1, 5.1 Return the next player clockwise that is still in the game."""
    seat += 1
    while seat >= s.seats or s.lives[seat] == 0:
        seat = 0 if seat >= s.seats else seat + 1
    return seat


@compiled
def begin_phase(s: State) -> None:
    """1.4 Deal to all players that are still in the game, from the lowest seat on."""
    s.phase += 1
    s.players_left = 0
    for seat in range(s.seats):
        s.players_left += s.lives[seat] > 0
    s.active = NOBODY
    s.dealt_to = left_of(s, s.seats - 1)
    s.stage = HAND_DEALT
    s.turn = CHANCE


@compiled
def deal_to_hand(s: State, animal: int) -> None:
    """1.4 Deal one card to a hand, a whole hand before the next."""
    seat = s.dealt_to
    s.unseen[animal] -= 1
    s.hand[seat, animal] += 1
    s.held[seat] += 1
    if s.held[seat] == s.hand_size:
        s.dealt_to = left_of(s, seat)
        if s.dealt_to <= seat:  # round the table
            s.dealt_to = 0
            s.dealt = 0
            s.stage = ROW_DEALT


@compiled
def deal_to_row(s: State, animal: int) -> None:
    """1.5 Lay one card face up in a row, a whole row before the next."""
    s.unseen[animal] -= 1
    s.row[s.dealt_to, animal] += 1
    s.dealt += 1
    if s.dealt == s.row_size[s.dealt_to]:
        s.dealt_to += 1
        s.dealt = 0
        if s.dealt_to == s.rows:
            s.dealt_to = 0
            begin_turn(s, s.starter)


# ---- 2. A turn


@compiled
def begin_turn(s: State, seat: int) -> None:
    """2.1 Begin a turn: trade or knock."""
    s.active = s.turn = seat
    s.stage = TRADE_OR_KNOCK


@compiled
def take_row(s: State, row: int) -> None:
    """2.2 Choose a row. First the same number of cards is laid down."""
    s.taking = row
    s.to_give = s.row_size[row]
    s.last_given = 0
    s.stage = CARD_GIVEN


@compiled
def give_card(s: State, animal: int) -> None:
    """2.2, 2.8 Lay down a card. If the others knew such a card in the hand, they know one fewer."""
    seat = s.active
    s.hand[seat, animal] -= 1
    s.held[seat] -= 1
    if s.known[seat, animal] > 0:
        s.known[seat, animal] -= 1
    s.given[animal] += 1
    s.last_given = animal
    s.to_give -= 1
    if s.to_give == 0:
        finish_trade(s)


@compiled
def finish_trade(s: State) -> None:
    """2.2 Move the row to the hand, visible to all. The gift becomes the row."""
    seat = s.active
    row = s.taking
    for animal in range(SPECIES):
        s.hand[seat, animal] += s.row[row, animal]
        s.known[seat, animal] += s.row[row, animal]
        s.row[row, animal] = s.given[animal]
        s.given[animal] = 0
    s.held[seat] = s.hand_size
    s.taking = NOBODY
    s.traded[seat] = 1
    s.trades += 1
    if s.optional:
        s.stage = DECLARE_OR_NOT  # 6.3
    elif has_combination(s, seat):
        end_suddenly(s)
    else:
        end_turn(s)


@compiled
def may_knock(s: State) -> bool:
    """2.6, 2.7 Return whether the active player has traded in this phase, or this is the last round."""
    return s.traded[s.active] == 1 or s.knocker != NOBODY  # type: ignore[no-any-return]


@compiled
def must_knock(s: State) -> bool:
    """6.4 Return whether the turn limit is reached. It does not apply in the last round."""
    over_limit = s.turn_limit > 0 and s.trades >= s.turn_limit * s.players_left
    return over_limit and s.knocker == NOBODY and s.traded[s.active] == 1  # type: ignore[no-any-return]


@compiled
def knock(s: State) -> None:
    """2.6, 2.7 Knock. The first knock begins the last round, and a later one passes."""
    s.knocked[s.active] = 1
    if s.knocker == NOBODY:
        s.knocker = s.active
    end_turn(s)


@compiled
def end_turn(s: State) -> None:
    """2.1, 2.7 Pass the turn to the left neighbour, until it would be the knocker's turn again."""
    seat = left_of(s, s.active)
    if seat == s.knocker:
        score_phase(s)
    else:
        begin_turn(s, seat)


# ---- 3. Sudden death


@compiled
def has_combination(s: State, seat: int) -> bool:
    """3.1, 6.1 Return whether a seat has all rabbits, all pigs or all cats. Cards of an unfinished gift still count."""
    for animal in range(RABBIT, PIG + 1 if s.advanced else CAT + 1):
        cards = s.hand[seat, animal]
        if seat == s.active:
            cards += s.given[animal]
        if cards == CARDS[animal]:
            return True
    return False


@compiled
def end_suddenly(s: State) -> None:
    """3.3, 6.2 End the phase without counting: all others lose a life; in the advanced game the declarer gains one."""
    s.ending = SUDDEN_DEATH
    s.ended_by = s.active
    for seat in range(s.seats):
        s.points[seat] = 0
        s.change[seat] = 0
        for animal in range(SPECIES):
            s.shown[seat, animal] = s.hand[seat, animal] if seat == s.active else 0
        if seat != s.active and s.lives[seat] > 0:
            lose_lives(s, seat, 1)
    if s.advanced:
        s.change[s.active] = 1
        s.lives[s.active] += 1
    end_phase(s)


# ---- 4. Counting


@compiled
def majority(s: State, animal: int) -> int:
    """4.2 to 4.4 Return the seat that showed more cards of an animal than every other player, else NOBODY."""
    most = s.needed - 1
    found = NOBODY
    for seat in range(s.seats):
        cards = s.shown[seat, animal]
        if cards > most:
            most = cards
            found = seat
        elif cards == most:
            found = NOBODY
    return found


@compiled
def score_phase(s: State) -> None:
    """4. Show all hands, count majorities, lose lives."""
    s.ending = COUNTED
    s.ended_by = s.knocker
    s.needed = 2 if s.players_left == 2 else 1  # 4.4
    for seat in range(s.seats):
        s.points[seat] = 0
        s.change[seat] = 0
        for animal in range(SPECIES):
            s.shown[seat, animal] = s.hand[seat, animal]
    for animal in range(SPECIES):
        winner = majority(s, animal)
        if winner != NOBODY:
            s.points[winner] += s.values[animal]
    highest = s.points[s.active]
    lowest = highest
    for seat in range(s.seats):
        if s.lives[seat] > 0:
            highest = max(highest, s.points[seat])
            lowest = min(lowest, s.points[seat])
    for seat in range(s.seats):
        if s.lives[seat] > 0 and s.points[seat] != highest:  # 4.5 the highest comes first
            lose_lives(s, seat, 2 if s.points[seat] == lowest else 1)
    end_phase(s)


@compiled
def lose_lives(s: State, seat: int, lives: int) -> None:
    """5.1 Take lives from a seat, never more than it has."""
    lost = min(lives, s.lives[seat])
    s.lives[seat] -= lost
    s.change[seat] = -lost


# ---- 5. The next phase, the end


@compiled
def end_phase(s: State) -> None:
    """5.1 to 5.3 Players without a life are out, with one rank for all of one phase. The last player left wins."""
    gather_cards(s)
    survivors = 0
    for seat in range(s.seats):
        survivors += s.lives[seat] > 0
    for seat in range(s.seats):
        if s.lives[seat] == 0 and s.rank[seat] == 0:
            s.rank[seat] = survivors + 1
    if survivors > 1:
        s.starter = left_of(s, s.starter)  # 5.2
        begin_phase(s)
    else:
        s.rank[left_of(s, s.starter)] = 1
        s.active = NOBODY
        s.stage = FINISHED
        s.turn = OVER


@compiled
def payoff(s: State, out: Numbers) -> None:
    """5.3 The last player in the game wins alone."""
    for seat in range(s.seats):
        out[seat] = 1.0 if s.rank[seat] == 1 else 0.0


@compiled
def score(s: State, out: Numbers) -> None:
    """1.2 Write the lives left."""
    for seat in range(s.seats):
        out[seat] = s.lives[seat]


# ---- The verbs


@compiled
def turn(s: State) -> int:
    return s.turn  # type: ignore[no-any-return]


@compiled
def moves(s: State, out: Moves) -> int:
    n = 0
    if s.stage == HAND_DEALT or s.stage == ROW_DEALT:
        for animal in range(SPECIES):
            if s.unseen[animal] > 0:
                out[n] = animal
                n += 1
    elif s.stage == CARD_GIVEN:
        n = list_gifts(s, out)
    elif s.stage == TRADE_OR_KNOCK:
        if not must_knock(s):
            for row in range(s.rows):
                if may_trade(s, row):
                    out[n] = row
                    n += 1
        if may_knock(s):
            out[n] = KNOCK
            n += 1
    elif s.stage == DECLARE_OR_NOT:
        if has_combination(s, s.active):
            out[n] = DECLARE
            n += 1
        out[n] = SILENT
        n += 1
    elif s.stage == STARTER_DRAWN:
        for seat in range(s.seats):
            out[n] = seat
            n += 1
    return n


@compiled
def weights(s: State, out: Weights) -> int:
    n = 0
    total = 0
    if s.stage == STARTER_DRAWN:
        for seat in range(s.seats):
            out[seat] = 1
            total += 1
        return total
    for animal in range(SPECIES):
        cards = s.unseen[animal]
        if cards > 0:
            out[n] = cards
            n += 1
            total += cards
    return total


@compiled
def apply(s: State, move: int) -> None:
    if s.stage == HAND_DEALT:
        deal_to_hand(s, move)
    elif s.stage == ROW_DEALT:
        deal_to_row(s, move)
    elif s.stage == CARD_GIVEN:
        give_card(s, move)
    elif s.stage == TRADE_OR_KNOCK:
        if move == KNOCK:
            knock(s)
        else:
            take_row(s, move)
    elif s.stage == DECLARE_OR_NOT:
        if move == DECLARE:
            end_suddenly(s)
        else:
            end_turn(s)
    else:
        choose_starter(s, move)
