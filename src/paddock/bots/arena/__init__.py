"""Tournaments between bots.

- `tournament` plays them and writes the report; `pairings` has the tables of each pairing.
- `entrants` has the participants, `paired_games` the games between them, `pace` their seconds per decision.
- `ratings` computes Elo ratings, `intervals` confidence intervals, `luck` the control variate.
"""
