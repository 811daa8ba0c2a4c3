"""Lists and counted nouns in English sentences."""

from collections.abc import Iterable


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Return the words as a list in a sentence.

    >>> join_words(["a1"]), join_words(["a1", "b1", "c1"]), join_words(["easy", "hard"], "or")
    ('a1', 'a1, b1 and c1', 'easy or hard')
    """
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def count_noun(number: int, thing: str) -> str:
    """Return a number with its noun, singular or plural.

    >>> count_noun(1, "row"), count_noun(3, "square")
    ('1 row', '3 squares')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
