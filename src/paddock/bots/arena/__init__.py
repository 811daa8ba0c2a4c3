"""Tournaments between bots.

- `tournament` plays them and writes the report; `pairings` has the tables of each pairing.
- `entrants` has the participants and the games between them.
- `ratings` computes Elo ratings, `intervals` confidence intervals, `luck` the control variate.
"""
