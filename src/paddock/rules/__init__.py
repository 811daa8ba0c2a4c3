"""The verbs that every game speaks, chance, and the compiled kernels that know no game."""
