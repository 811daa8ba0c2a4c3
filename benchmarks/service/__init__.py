"""The service under load, compared with boardgame.io in the same run."""
