"""Many games at once: our batch compared with pgx, which steps JAX games in the same way."""

from collections.abc import Callable

from benchmarks.paddock import usual_players
from paddock.envs import batch
from paddock.games import GAMES

GAMES_AT_ONCE = 1024
PEER = "connect_four"


def players() -> dict[str, Callable[[], int]]:
    """Return functions by name. Each plays one random decision in every game and returns their number."""
    return {f"{name} batch": batch_player(name) for name in GAMES}


def batch_player(name: str) -> Callable[[], int]:
    env = batch(name, GAMES_AT_ONCE, players=usual_players(name), seed=1)

    def play() -> int:
        env.step(env.sample_legal())
        return env.n

    return play


def peers() -> dict[str, Callable[[], int]]:
    return {f"{PEER} pgx": pgx_player(PEER)}


def pgx_player(name: str) -> Callable[[], int]:
    """Return the same function for pgx, with its own auto-reset and mask. The compiled function draws the actions."""
    try:
        import jax
        import pgx
    except ImportError as error:
        raise ModuleNotFoundError(
            "pgx is not installed: run `make bench`, or `pip install -c constraints.txt -e '.[bench]'`.", name="pgx"
        ) from error
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    @jax.jit
    def onwards(state, key):  # type: ignore[no-untyped-def]
        key, choosing, dealing = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choosing, odds, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(dealing, GAMES_AT_ONCE)), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES_AT_ONCE))

    def play() -> int:
        nonlocal state, key
        state, key = onwards(state, key)
        state.observation.block_until_ready()
        return GAMES_AT_ONCE

    return play
