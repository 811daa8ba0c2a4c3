"""A study: which games are played, among whom, how often. A small TOML file says it, or the command line.

A study becomes cases, and a case becomes chunks of games. A game's dice depend on the seed and its own number only:
every case meets the same ones, so differences between cases are differences of pairs, and it changes nothing who plays
a chunk, or when.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise, product
from typing import Final, TypeAlias

import msgspec

from paddock.bots import IN_SIMULATIONS
from paddock.bots.entrants import knows_luck
from paddock.bots.levels import LADDER as RUNGS
from paddock.bots.levels import LEVELS, LONG, manner
from paddock.games import game
from paddock.lab.kernels import FREE
from paddock.match.match import Match
from paddock.rules.game import Game
from paddock.rules.options import Value, spoken
from paddock.rules.refusals import BadOption, Refusal

Given: TypeAlias = bool | int | str | list[int]
"""An option as a file, a command line or a table can hold it."""

BLOCKS: Final = 500
"""Groups of games that intervals are found by drawing from; at most so many."""
BLOCKS_IN_CHUNK: Final = 10
SMALLEST_CHUNK: Final = 32
"""Games: a file for fewer takes longer to write than they take to play, where nobody thinks."""
LARGEST_BLOCK: Final = 4096
ALL: Final = "all"

BASES: Final = ("games", "turns", "decisions")
"""What a ratio may be taken by besides what the room counts."""

# What a case is for.
VARIANT: Final = "variant"
HABIT: Final = "habit"
LADDER: Final = "ladder"
LUCK: Final = "luck"
BLUNDERS: Final = "blunders"
SPREAD: Final = "spread"
"""Of a ladder, from its lowest level to its highest; told of the steps, and no case of its own."""


class Flaw(BadOption):
    """Something in a study cannot be; `at` says where: keys and places from the top."""

    def __init__(self, at: tuple[str | int, ...], sentence: str) -> None:
        super().__init__(sentence)
        self.at = at


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rules beside the base ones; what is not said stays as it is in the study."""

    name: str
    options: dict[str, Given] = {}
    players: int | None = None
    bots: str | list[str] | None = None
    games: int | None = None


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people are thought to take, in seconds; minutes are estimated by nothing else."""

    decision: float = 6.0
    """A choice between at least two moves."""
    event: float = 4.0
    """A throw or a deal, however many dice or cards."""


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is asked, as it was written."""

    game: str
    games: int = 10_000
    """In each variant."""
    title: str = ""
    question: str = ""
    players: int | list[int] | None = None
    """One number, or several that are compared; without it, as few as the game allows."""
    bots: str | list[str] = IN_SIMULATIONS
    """One level for all seats, or one for each."""
    seed: int = 0
    options: dict[str, Given] = {}
    """House rules of all variants."""
    variants: list[Variant] = []
    """Beside the base rules."""
    vary: dict[str, list[Given]] = {}
    """Options whose values are all combined; a shorter way to write variants."""
    habits: list[str] = []
    """Ways to play worse that one seat tries; `all` for all that the room knows."""
    ladder: list[str] = []
    """Levels from weak to strong: each is a guest at tables of the one before. `all` walks up until it is flat."""
    ladder_games: int | None = None
    """Of each step of the ladder; as many as of a variant if nobody says."""
    luck: int = 0
    """Games in which a mind watches the dice, to tell luck from decisions."""
    blunders: int = 0
    """Games of each level in which the best bot looks at some decisions again."""
    pace: Pace = Pace()
    ratios: list[str] = []
    """What the room counts, by something else of it: `a/b`; the second may also be games, turns or decisions."""
    show: list[str] = []
    """Keys of the statistics that matter most here."""


class Case(msgspec.Struct, frozen=True):
    """Games that are all alike: rules, seats and number."""

    number: int
    game: str
    seed: int
    kind: str
    name: str
    variant: str
    players: int
    options: dict[str, Given]
    bots: list[str]
    habits: list[int]
    """By seat: the place of a habit in the room's list, or FREE."""
    games: int
    guest: int = FREE
    """The seat that is watched, where one plays another way than the rest."""

    @property
    def block(self) -> int:
        """Games in a block; see BLOCKS."""
        return min(LARGEST_BLOCK, -(-self.games // BLOCKS))

    @property
    def chunk(self) -> int:
        """Games that are written together, and perhaps lost together: some whole blocks."""
        return self.block * max(BLOCKS_IN_CHUNK, -(-SMALLEST_CHUNK // self.block))

    def spans(self) -> Iterator[tuple[int, int]]:
        """First game and number of games of every chunk."""
        return ((first, min(self.chunk, self.games - first)) for first in range(0, self.games, self.chunk))

    @property
    def match(self) -> Match:
        """The table, before the first event."""
        return Match(game(self.game), self.players, self.options, attended=False)


class Plan(msgspec.Struct, frozen=True):
    """All cases of a study, complete: nothing is left to defaults that may change."""

    study: Study
    title: str
    cases: list[Case]

    @property
    def room(self) -> Game:
        return game(self.study.game)

    @property
    def games(self) -> int:
        """Of all cases; a ladder that is flat before its end needs fewer."""
        return sum(case.games for case in self.cases)

    @property
    def climbs(self) -> bool:
        """Whether the ladder ends where a step brings nothing."""
        return self.study.ladder == [ALL]

    def stages(self) -> Iterator[list[Case]]:
        """Cases that are played together: all but the ladder, then the ladder; step by step if it may end early."""
        yield [case for case in self.cases if case.kind != LADDER]
        steps = [case for case in self.cases if case.kind == LADDER]
        if self.climbs:
            for _, step in groupby(steps, key=lambda case: case.name):
                yield list(step)
        elif steps:
            yield steps


def plan_of(study: Study) -> Plan:
    """The cases of a study; a `Flaw` if it cannot be carried out."""
    try:
        room = game(study.game)
    except Refusal as flaw:
        raise Flaw(("game",), str(flaw)) from None
    for key, least in (("games", 1), ("seed", 0), ("ladder_games", 1), ("luck", 0), ("blunders", 0)):
        if (asked := getattr(study, key)) is not None and asked < least:
            raise Flaw((key,), f"{key} cannot be {asked}")
    counted = [note.name for note in room.notes]
    for ratio in study.ratios:
        above, _, below = ratio.partition("/")
        if above not in counted or below not in (*counted, *BASES):
            known = ", ".join([*counted, *BASES])
            raise Flaw(("ratios",), f"ratios: {ratio!r} is not a/b of what is counted here: {known}")
    drafts = list(drafted(study, room))
    names = [variant.name for _, variant in drafts]
    for at, variant in drafts:
        if names.count(variant.name) > 1:
            raise Flaw(at, f"two variants are called {variant.name!r}")
        if variant.games is not None and variant.games < 1:
            raise Flaw((*at, "games"), f"games cannot be {variant.games}")
    cases = [case_of(study, room, variant, at) for at, variant in drafts]
    base = cases[0]
    for name, habit in habits_of(study, room):
        cases += guests(room, base, HABIT, name, base.bots[0], base.bots, habit)
    if study.luck:
        if not knows_luck(room):
            raise Flaw(("luck",), f"the bots of {room.facts.title} cannot tell what a die or a card is worth")
        cases.append(msgspec.structs.replace(base, kind=LUCK, name="luck", games=study.luck))
    if study.blunders:
        for level in [each for each in levels_of(study) if each in LEVELS] or dict.fromkeys(base.bots):
            seats = [level] * base.players
            cases.append(msgspec.structs.replace(base, kind=BLUNDERS, name=level, bots=seats, games=study.blunders))
    cases += steps_of(study, room, base)
    numbered = [msgspec.structs.replace(case, number=number) for number, case in enumerate(cases)]
    return Plan(study, study.title or f"A study of {room.facts.title}", numbered)


def drafted(study: Study, room: Game) -> Iterator[tuple[tuple[str | int, ...], Variant]]:
    """The variants, each with where it stands: the base rules first, at every number of players."""
    counts = study.players if isinstance(study.players, list) else [study.players or room.facts.players[0]]
    if not counts:
        raise Flaw(("players",), "players: name at least one number")
    for players in counts:
        many = f" with {players} players" if len(counts) > 1 else ""
        yield ("players",), Variant(f"base rules{many}", {}, players)
        for choices in combined(study.vary, room, study.options):
            name = ", ".join(f"{key}={said(value)}" for key, value in choices.items())
            yield ("vary",), Variant(f"{name}{many}", choices, players)
        for place, variant in enumerate(study.variants):
            if variant.players is None:
                told = msgspec.structs.replace(variant, name=variant.name + many, players=players)
                yield ("variants", place), told
    for place, variant in enumerate(study.variants):
        if variant.players is not None:
            yield ("variants", place), variant


def said(value: Given) -> str:
    return spoken(tuple(value) if isinstance(value, list) else value)


def combined(vary: Mapping[str, list[Given]], room: Game, base: Mapping[str, Given]) -> Iterator[dict[str, Given]]:
    """All combinations of these values but the one that the base rules are already."""
    known = {option.name: option for option in room.options}
    for key, values in vary.items():
        if key not in known:
            raise Flaw(("vary", key), f"there is no option {key!r}; this game has {', '.join(known)}")
        if not values:
            raise Flaw(("vary", key), f"{key}: name at least one value")
    if not vary:
        return
    for chosen in product(*vary.values()):
        choices = dict(zip(vary, chosen, strict=True))
        try:
            same = all(
                known[key].read(value) == known[key].read(base.get(key, as_given(known[key].unattended)))
                for key, value in choices.items()
            )
        except Refusal as flaw:
            at = next((key for key in choices if f"option {key}" in str(flaw)), next(iter(choices)))
            raise Flaw(("vary", at), str(flaw)) from None
        if not same:
            yield choices


def as_given(value: Value) -> Given:
    return list(value) if isinstance(value, tuple) else value


def case_of(study: Study, room: Game, variant: Variant, at: tuple[str | int, ...]) -> Case:
    """One variant at its table, refused if it cannot be laid."""
    players = variant.players or room.facts.players[0]
    options = {**study.options, **variant.options}
    try:
        match = Match(room, players, options, attended=False)
    except Refusal as flaw:
        named = next((key for key in options if f"option {key}" in str(flaw) or repr(key) in str(flaw)), None)
        if named is None:
            raise Flaw(at, str(flaw)) from None
        own = at[0] == "variants" and named in variant.options
        where = (*at, "options", named) if own else ("vary", named) if named in study.vary else ("options", named)
        raise Flaw(where, str(flaw)) from None
    asked = study.bots if variant.bots is None else variant.bots
    bots_at = (*at, "bots") if variant.bots is not None else ("bots",)
    bots = [asked] * players if isinstance(asked, str) else asked * players if len(asked) == 1 else asked
    if len(bots) != players:
        raise Flaw(bots_at, f"bots: one level for all, or one for each of {players} seats, not {len(bots)}")
    check_levels(room, bots, bots_at)
    return Case(
        number=0,
        game=room.id,
        seed=study.seed,
        kind=VARIANT,
        name=variant.name,
        variant=variant.name,
        players=players,
        options={name: as_given(value) for name, value in match.options.items()},
        bots=list(bots),
        habits=[FREE] * players,
        games=study.games if variant.games is None else variant.games,
    )


def check_levels(room: Game, levels: Sequence[str], at: tuple[str | int, ...]) -> None:
    for level in levels:
        try:
            manner(room, level)
        except Refusal as flaw:
            raise Flaw(at, str(flaw)) from None


def habits_of(study: Study, room: Game) -> Iterator[tuple[str, int]]:
    """The habits that are tried: name, and place in the room's list."""
    known = [habit.name for habit in room.habits]
    for name in known if study.habits == [ALL] else study.habits:
        if name not in known:
            raise Flaw(
                ("habits",), f"{room.facts.title} knows no habit {name!r}; it knows {', '.join(known) or 'none'}"
            )
        yield name, known.index(name)


def levels_of(study: Study) -> list[str]:
    """The levels of the ladder: as listed, or all, and the best once more with twice its time."""
    return [*RUNGS, f"{RUNGS[-1]}:{2 * LONG}"] if study.ladder == [ALL] else study.ladder


def steps_of(study: Study, room: Game, base: Case) -> Iterator[Case]:
    """The ladder: each level as a guest of the one before; of a team, each at all seats."""
    levels = levels_of(study)
    check_levels(room, levels, ("ladder",))
    base = msgspec.structs.replace(base, games=study.ladder_games or base.games)
    if room.facts.together:
        for level in levels:
            yield msgspec.structs.replace(base, kind=LADDER, name=level, bots=[level] * base.players)
    else:
        for host, level in pairwise(levels):
            yield from guests(room, base, LADDER, level, level, [host] * base.players, FREE)


def guests(room: Game, base: Case, kind: str, name: str, level: str, hosts: Sequence[str], habit: int) -> list[Case]:
    """One seat plays another way, each in turn and with the same dice; of a team all do."""
    if room.facts.together:
        return [msgspec.structs.replace(base, kind=kind, name=name, habits=[habit] * base.players)]
    return [
        msgspec.structs.replace(
            base,
            kind=kind,
            name=name,
            bots=[level if at == seat else host for at, host in enumerate(hosts)],
            habits=[habit if at == seat else FREE for at in range(base.players)],
            games=-(-base.games // base.players),
            guest=seat,
        )
        for seat in range(base.players)
    ]
