"""Messages, English lists, rulebook clauses, rankings, and positions as one line of text."""
