"""The Numba decorators, the compile cache and the building blocks that only compiled code needs."""
