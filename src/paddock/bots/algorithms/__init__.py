"""The search algorithms and evaluations of the bots.

- `registry` names the algorithms that a game package can choose, and creates bot memories.
- `expectimax`, `turn_enumeration` and `plan_search` (with `search_tree`) evaluate moves.
- `exact` plays from a solved game.
- `value_network` evaluates settled positions; `rollouts` estimates win chances and margins.
- `memory` has the fields and the move choice that all algorithms share.
"""
