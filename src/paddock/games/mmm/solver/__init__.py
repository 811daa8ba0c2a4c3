"""The exact solver of Mmm!: the value of every position between turns, and the best play within a turn.

The modules share these words:

- *remains*: the unfinished squares of one food, as the lengths of its items, longest first. `(3, 2)` is an item of
  three squares and one of two. Compiled code uses the index of the remains in `all_remains`.
- *position*: the remains of all five foods between two turns, in any order, since all foods are equally likely.
- *node*: the board during a turn: the remains of the five foods, with squares under dice counted as gone. A turn is a
  graph of nodes; a link leads from a node to a node with one more die.
- *hand*: the foods that the rolled dice show, without crosses.
- *way*: one of the items, by its length, on which a die of a food can be placed.
"""
