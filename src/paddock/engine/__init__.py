"""The game interface: verbs, options, random numbers and compiled kernels. It knows no game."""
