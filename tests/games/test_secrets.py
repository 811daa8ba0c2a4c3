"""What a seat may not know never reaches it: change the secret, and every byte it gets stays the same."""

import random
from collections import Counter

import msgspec
import numpy as np
import pytest

from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.errors import PaddockError
from paddock.engine.rng import stream
from paddock.engine.types import Seat
from paddock.engine.verbs import imagine, observe
from paddock.games import GAMES, load_game
from paddock.games.life.data import ANIMALS
from paddock.match.match_state import MatchState
from support.random_matches import positions
from support.variants import VARIANTS


def data_for(match: MatchState, seat: Seat | None) -> bytes:
    return msgspec.json.encode([match.view(seat), match.log(seat)])


def all_that_reaches(match: MatchState, seat: Seat | None) -> bytes:
    """Return all data that a seat receives: view, log and, for players, the observation."""
    tensor = np.zeros(match.game.observation_size, np.float32)
    if seat is not None:
        observe(match.state, seat, tensor)
    return data_for(match, seat) + tensor.tobytes()


def another_past(match: MatchState, seat: Seat, rng: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> MatchState | None:
    """A match that this seat cannot tell from the given one: in the first phase, other hands were dealt.

    The hands at the end of the log are imagined again; the dealt hand of a rival follows from that and from the
    public trades.
    """
    imagined = match.position.copy()
    imagine(imagined[0], seat, rng)
    tokens = list(match.tokens)
    for rival in range(match.players):
        if rival == seat:
            continue
        spots = [i for i, token in enumerate(tokens) if token.startswith(f"hand:{rival + 1}:")]
        before = Counter(token.split(":")[2] for token in match.tokens if token.startswith(f"hand:{rival + 1}:"))
        now, other = match.state.hand[rival], imagined[0].hand[rival]
        for animal, (had, has) in enumerate(zip(now, other, strict=True)):
            before[ANIMALS[animal]] += int(has) - int(had)
        if min(before.values()) < 0:
            return None
        for spot, dealt in zip(spots, before.elements(), strict=True):
            tokens[spot] = f"hand:{rival + 1}:{dealt}"
    past = MatchState(match.game, match.players, match.options)
    try:
        past.play(*tokens)
    except PaddockError:  # the imagined past would have ended the phase before
        return None
    return past


@pytest.mark.interpreted
@pytest.mark.parametrize("declare", ["automatic", "optional"])
def test_hidden_hands_of_life_reach_nobody_else(declare: str) -> None:
    told_apart = 0
    for seed in range(6 if COMPILING else 2):
        rng = stream(seed)
        for match in positions("life", 3 + seed % 3, {"declare": declare}, seed):
            if match.state.phase > 1:
                break
            if len(match.tokens) < 40 and len(match.tokens) % 7:
                continue
            for seat in map(Seat, range(match.players)):
                past = another_past(match, seat, rng)
                if past is not None and past.tokens != match.tokens:
                    told_apart += 1
                    assert all_that_reaches(past, seat) == all_that_reaches(match, seat)
                    assert past.view(None) == match.view(None)
                    assert past.log(None) == match.log(None)
    assert told_apart > 20, "hardly any other past was tried"


@pytest.mark.interpreted
def test_a_hidden_card_is_written_as_a_question_mark_for_all_but_its_owner() -> None:
    *_, match = positions("life", 3, {}, 5)
    for seat in (Seat(0), Seat(1), Seat(2), None):
        for token, seen in zip(match.tokens, match.log(seat), strict=True):
            word, *arguments = token.split(":")
            if word == "hand" and (seat is None or arguments[0] != str(seat + 1)):
                assert seen == f"hand:{arguments[0]}:?"
            else:
                assert seen == token


@pytest.mark.parametrize("name", GAMES)
def test_all_seats_imagine_only_what_they_cannot_see(name: str) -> None:
    rng = stream(1)
    options = random.Random(name).choice(VARIANTS[name])
    players = load_game(name).facts.players[-1]
    for count, match in enumerate(positions(name, players, options, 3)):
        if count % 9:
            continue
        for seat in map(Seat, range(players)):
            imagined = MatchState(match.game, players, match.options)
            imagined.position = match.position.copy()
            imagine(imagined.state, seat, rng)
            assert msgspec.json.encode(imagined.view(seat)) == msgspec.json.encode(match.view(seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_whether_it_has_secrets(name: str) -> None:
    """A game without secrets has one view and one log for all seats and spectators."""
    differ = False
    for count, match in enumerate(positions(name, load_game(name).facts.players[-1], {}, 6)):
        if count % 20 == 0 or match.over:
            received = [data_for(match, seat) for seat in (None, *map(Seat, range(match.players)))]
            differ |= len(set(received)) > 1
        if count == 200:
            break
    assert differ == load_game(name).facts.hidden


def test_imagining_is_not_remembering() -> None:
    """An imagined deal is another one: were it always the true one, a bot would be peeking."""
    rng = stream(2)
    for match in positions("life", 4, {}, 8):
        if len(match.tokens) == 60:
            break
    hands = set()
    for _ in range(30):
        position = match.position.copy()
        imagine(position[0], Seat(0), rng)
        hands.add(position[0].hand[1:].tobytes())
    assert len(hands) == 30
    assert match.state.hand[1:].tobytes() not in hands
