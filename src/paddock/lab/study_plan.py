"""The plan of a study: the cases of games that answer its question.

A study becomes cases, and a case becomes chunks of games. The dice of a game depend only on the seed and on the number
of the game. All cases therefore have the same dice, differences between cases are paired, and it does not matter which
machine plays a chunk, or when.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise, product
from math import prod
from typing import Final

import msgspec

from paddock.bots.arena.paired_games import knows_luck
from paddock.bots.levels import LADDER as LEVEL_LADDER
from paddock.bots.levels import LEVELS, OWL_BUDGET, play_style
from paddock.engine.errors import PaddockError
from paddock.engine.game import Game
from paddock.engine.options import OptionValue, from_json_value, option_text, to_json_value
from paddock.games import load_game
from paddock.lab.data.kernels import NO_HABIT
from paddock.lab.study import ALL, KeyPath, OptionInput, Study, StudyError, Variant
from paddock.match.match_state import MatchState

MOST_VARIANTS: Final = 1000
"""The most combinations of values in `vary`. They are counted before they are listed."""
BLOCKS: Final = 500
"""Largest number of blocks of games that the bootstrap resamples."""
BLOCKS_IN_CHUNK: Final = 10
SMALLEST_CHUNK: Final = 32
"""Games. To write a smaller file takes longer than quick bots need to play it."""
LARGEST_BLOCK: Final = 4096
NO_GUEST: Final = -1

RATIO_BASES: Final = ("games", "turns", "decisions")
"""Denominators of ratios other than the event counts of the game."""

# Kinds of cases.
VARIANT: Final = "variant"
HABIT: Final = "habit"
LADDER: Final = "ladder"
LUCK: Final = "luck"
BLUNDERS: Final = "blunders"
SPREAD: Final = "spread"
"""Range of a ladder from its lowest to its highest level. It is a result of the steps, not a case."""


class Case(msgspec.Struct, frozen=True):
    """Games with equal rules, equal players and equal bots."""

    number: int
    game: str
    seed: int
    kind: str
    name: str
    variant: str
    players: int
    options: dict[str, OptionInput]
    bots: list[str]
    habits: list[int]
    """Index of the habit of each seat in the game's list, or `NO_HABIT`."""
    games: int
    guest: int = NO_GUEST
    """Seat of the guest, which plays differently from the others."""

    @property
    def block(self) -> int:
        """Games per block; see `BLOCKS`."""
        return min(LARGEST_BLOCK, -(-self.games // BLOCKS))

    @property
    def chunk(self) -> int:
        """Games per chunk: several whole blocks."""
        return self.block * max(BLOCKS_IN_CHUNK, -(-SMALLEST_CHUNK // self.block))

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yield the first game and the number of games of every chunk."""
        return ((first, min(self.chunk, self.games - first)) for first in range(0, self.games, self.chunk))

    @property
    def match(self) -> MatchState:
        """A match with these rules, before the first event."""
        return MatchState(load_game(self.game), self.players, self.options, attended=False)


class Plan(msgspec.Struct, frozen=True):
    """All cases of a study, with every option value. No default that may change later is left open."""

    study: Study
    title: str
    cases: list[Case]

    @property
    def game(self) -> Game:
        return load_game(self.study.game)

    @property
    def games(self) -> int:
        """Games of all cases. A ladder that becomes flat early plays fewer."""
        return sum(case.games for case in self.cases)

    @property
    def stops_when_flat(self) -> bool:
        """Whether the ladder ends at the first step without a gain."""
        return self.study.ladder == [ALL]

    def stages(self) -> Iterator[list[Case]]:
        """Yield the cases to play together: all others first, then the ladder, step by step if it may end early."""
        yield [case for case in self.cases if case.kind != LADDER]
        steps = [case for case in self.cases if case.kind == LADDER]
        if self.stops_when_flat:
            for _, step in groupby(steps, key=lambda case: case.name):
                yield list(step)
        elif steps:
            yield steps


def plan_of(study: Study) -> Plan:
    """Return the plan of a study; raise `StudyError` if it cannot run."""
    try:
        game = load_game(study.game)
    except PaddockError as error:
        raise StudyError(("game",), str(error)) from None
    check_counts(study)
    check_ratios(study, game)
    variants = list(all_variants(study, game))
    names = [variant.name for _, variant in variants]
    for key_path, variant in variants:
        if names.count(variant.name) > 1:
            raise StudyError(key_path, f"two variants have the name {variant.name!r}")
        if variant.games is not None and variant.games < 1:
            raise StudyError((*key_path, "games"), f"games must be at least 1, not {variant.games}")
    cases = [variant_case(study, game, variant, key_path) for key_path, variant in variants]
    base = cases[0]
    for name, habit in habits_to_play(study, game):
        cases += guest_cases(game, base, HABIT, name, base.bots[0], base.bots, habit)
    if study.luck:
        if not knows_luck(game):
            raise StudyError(("luck",), f"the bots of {game.facts.title} cannot measure luck")
        cases.append(msgspec.structs.replace(base, kind=LUCK, name="luck", games=study.luck))
    if study.blunders:
        for level in [level for level in ladder_levels(study) if level in LEVELS] or dict.fromkeys(base.bots):
            seats = [level] * base.players
            cases.append(msgspec.structs.replace(base, kind=BLUNDERS, name=level, bots=seats, games=study.blunders))
    cases += ladder_cases(study, game, base)
    numbered = [msgspec.structs.replace(case, number=number) for number, case in enumerate(cases)]
    return Plan(study, study.title or f"A study of {game.facts.title}", numbered)


def check_counts(study: Study) -> None:
    for key, least in (("games", 1), ("seed", 0), ("ladder_games", 1), ("luck", 0), ("blunders", 0)):
        if (count := getattr(study, key)) is not None and count < least:
            raise StudyError((key,), f"{key} must be at least {least}, not {count}")
    if (count := prod(map(len, study.vary.values()))) > MOST_VARIANTS:
        raise StudyError(("vary",), f"vary: {count:,} combinations are too many; the limit is {MOST_VARIANTS:,}")


def check_ratios(study: Study, game: Game) -> None:
    count_names = [event_count.name for event_count in game.event_counts]
    for ratio in study.ratios:
        above, _, below = ratio.partition("/")
        if above not in count_names or below not in (*count_names, *RATIO_BASES):
            known = ", ".join([*count_names, *RATIO_BASES])
            raise StudyError(("ratios",), f"ratios: {ratio!r} is not a/b with two of these names: {known}")


def all_variants(study: Study, game: Game) -> Iterator[tuple[KeyPath, Variant]]:
    """Yield the variants with their key paths. For every number of players the base rules come first."""
    counts = study.players if isinstance(study.players, list) else [study.players or game.facts.players[0]]
    if not counts:
        raise StudyError(("players",), "players: give at least one number")
    for players in counts:
        suffix = f" with {players} players" if len(counts) > 1 else ""
        yield ("players",), Variant(f"base rules{suffix}", {}, players)
        for choices in option_combinations(study.vary, game, study.options):
            name = ", ".join(f"{key}={input_text(value)}" for key, value in choices.items())
            yield ("vary",), Variant(f"{name}{suffix}", choices, players)
        for place, variant in enumerate(study.variants):
            if variant.players is None:
                completed = msgspec.structs.replace(variant, name=variant.name + suffix, players=players)
                yield ("variants", place), completed
    for place, variant in enumerate(study.variants):
        if variant.players is not None:
            yield ("variants", place), variant


def input_text(value: OptionInput) -> str:
    return option_text(from_json_value(value))


def option_combinations(
    vary: Mapping[str, list[OptionInput]], game: Game, base: Mapping[str, OptionInput]
) -> Iterator[dict[str, OptionInput]]:
    """Yield all combinations of these values except the base rules."""
    known = {option.name: option for option in game.options}
    for key, values in vary.items():
        if key not in known:
            raise StudyError(("vary", key), f"there is no option {key!r}; this game has {', '.join(known)}")
        if not values:
            raise StudyError(("vary", key), f"{key}: give at least one value")
    if not vary:
        return
    for combination in product(*vary.values()):
        choices = dict(zip(vary, combination, strict=True))
        try:
            same = all(
                known[key].read(value) == known[key].read(base.get(key, as_input(known[key].simulation_default)))
                for key, value in choices.items()
            )
        except PaddockError as error:
            wrong = error.field if error.field in choices else next(iter(choices))
            raise StudyError(("vary", wrong), str(error)) from None
        if not same:
            yield choices


def as_input(value: OptionValue) -> OptionInput:
    return to_json_value(value)


def variant_case(study: Study, game: Game, variant: Variant, key_path: KeyPath) -> Case:
    """Return the case of a variant; raise `StudyError` if no match can start with its rules."""
    players = variant.players or game.facts.players[0]
    options = {**study.options, **variant.options}
    try:
        match = MatchState(game, players, options, attended=False)
    except PaddockError as error:
        wrong = error.field if error.field in options else None
        raise StudyError(option_path(study, variant, key_path, wrong), str(error)) from None
    levels = study.bots if variant.bots is None else variant.bots
    bots_path = (*key_path, "bots") if variant.bots is not None else ("bots",)
    bots = [levels] * players if isinstance(levels, str) else levels * players if len(levels) == 1 else levels
    if len(bots) != players:
        raise StudyError(bots_path, f"bots: give one level for all, or one for each of {players} seats")
    check_levels(game, bots, bots_path)
    return Case(
        number=0,
        game=game.id,
        seed=study.seed,
        kind=VARIANT,
        name=variant.name,
        variant=variant.name,
        players=players,
        options={name: as_input(value) for name, value in match.options.items()},
        bots=list(bots),
        habits=[NO_HABIT] * players,
        games=study.games if variant.games is None else variant.games,
    )


def option_path(study: Study, variant: Variant, key_path: KeyPath, option: str | None) -> KeyPath:
    """Return the place of an option of a variant: in the variant itself, in `vary` or in `options`."""
    if option is None:
        return key_path
    if key_path[0] == "variants" and option in variant.options:
        return (*key_path, "options", option)
    return ("vary", option) if option in study.vary else ("options", option)


def check_levels(game: Game, levels: Sequence[str], key_path: KeyPath) -> None:
    for level in levels:
        try:
            play_style(game, level)
        except PaddockError as error:
            raise StudyError(key_path, str(error)) from None


def habits_to_play(study: Study, game: Game) -> Iterator[tuple[str, int]]:
    """Yield the name of each requested habit and its index in the game's list."""
    known = [habit.name for habit in game.habits]
    for name in known if study.habits == [ALL] else study.habits:
        if name not in known:
            raise StudyError(
                ("habits",), f"{game.facts.title} has no habit {name!r}; it has {', '.join(known) or 'none'}"
            )
        yield name, known.index(name)


def ladder_levels(study: Study) -> list[str]:
    """Return the levels of the ladder: the listed ones, or all and then the best with twice its budget."""
    return [*LEVEL_LADDER, f"{LEVEL_LADDER[-1]}:{2 * OWL_BUDGET}"] if study.ladder == [ALL] else study.ladder


def ladder_cases(study: Study, game: Game, base: Case) -> Iterator[Case]:
    """Yield the cases of the ladder: each level as a guest of the one before, or at all seats of a team."""
    levels = ladder_levels(study)
    check_levels(game, levels, ("ladder",))
    base = msgspec.structs.replace(base, games=study.ladder_games or base.games)
    if game.facts.together:
        for level in levels:
            yield msgspec.structs.replace(base, kind=LADDER, name=level, bots=[level] * base.players)
    else:
        for host, level in pairwise(levels):
            yield from guest_cases(game, base, LADDER, level, level, [host] * base.players, NO_HABIT)


def guest_cases(
    game: Game, base: Case, kind: str, name: str, level: str, hosts: Sequence[str], habit: int
) -> list[Case]:
    """Return one case per seat, in which the guest sits there; all have the same dice. A team plays alike."""
    if game.facts.together:
        return [msgspec.structs.replace(base, kind=kind, name=name, habits=[habit] * base.players)]
    return [
        msgspec.structs.replace(
            base,
            kind=kind,
            name=name,
            bots=[level if seat == guest else host for seat, host in enumerate(hosts)],
            habits=[habit if seat == guest else NO_HABIT for seat in range(base.players)],
            games=-(-base.games // base.players),
            guest=guest,
        )
        for guest in range(base.players)
    ]
