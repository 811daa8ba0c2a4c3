"""Learning the value networks and calibrating the levels.

- `self_play` plays games, computes their targets and trains a network; `gradient_descent` has the gradient and Adam.
- `calibrate_levels` finds the settings with which the levels are evenly spaced in strength.
- `weights/` has the trained networks and the settings of the levels.
"""
