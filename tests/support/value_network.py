"""The value network, called from Python."""

from paddock.bots.algorithms.value_network import predict
from paddock.engine.compilation.decorators import compiled
from paddock.engine.types import Numbers, Positions


@compiled
def predict_at(memory: Positions, position: Positions, out: Numbers) -> None:
    """Write each seat's predicted win chance in a settled position."""
    predict(memory[0], position[0], out)
