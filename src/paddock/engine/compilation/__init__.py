"""The Numba decorators and the building blocks that only compiled code needs."""
