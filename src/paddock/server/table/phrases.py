"""Preset chat phrases. The page shows each one in the reader's language."""

from typing import Final

PHRASES: Final = {
    "hello": {"en": "Hello!", "de": "Hallo!"},
    "good_luck": {"en": "Good luck!", "de": "Viel Glück!"},
    "nice": {"en": "Nice one!", "de": "Schön gemacht!"},
    "thanks": {"en": "Thank you!", "de": "Danke!"},
    "oops": {"en": "Oops.", "de": "Hoppla."},
    "lucky": {"en": "What luck!", "de": "So ein Glück!"},
    "your_turn": {"en": "It is your turn.", "de": "Du bist dran."},
    "moment": {"en": "Just a moment.", "de": "Einen Moment."},
    "again": {"en": "Another round?", "de": "Noch eine Runde?"},
    "bye": {"en": "See you!", "de": "Bis bald!"},
    "smile": {"en": "😊", "de": "😊"},
    "laugh": {"en": "😂", "de": "😂"},
    "wow": {"en": "😮", "de": "😮"},
    "cry": {"en": "😢", "de": "😢"},
    "clap": {"en": "👏", "de": "👏"},
    "heart": {"en": "❤️", "de": "❤️"},
}
"""Phrase -> language -> text. The last six are reactions."""
