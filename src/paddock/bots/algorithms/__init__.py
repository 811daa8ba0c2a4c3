"""The search algorithms and evaluations of the bots.

- `registry` names the algorithms that a game package can choose.
- `expectimax`, `turn_enumeration` and `plan_search` (with `search_tree`) evaluate moves.
- `exact_play` plays from a solved game; `solver_jobs` solves games in the background.
- `value_network` evaluates settled positions, `value_estimates` others; `rollouts` estimates win chances and margins.
- `bot_memory` has the fields that all algorithms share; `memory_construction` creates bot memories.
- `move_choice` has the policies of a seat and the choice of a move.
"""
