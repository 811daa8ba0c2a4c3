"""The lab: ask a game a question, and get an answer with its interval. Nothing here names a game."""
