"""Learning the value networks and calibrating the levels.

- `self_play` plays games; `td_learning` computes their targets and trains a network, by `gradient_descent`.
- `weight_files` writes the trained networks with their origin.
- `calibrate_levels` finds the settings with which the levels are evenly spaced in strength.
- `weights/` has the trained networks and the settings of the levels.
"""
