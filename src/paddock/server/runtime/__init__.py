"""The tables in memory: sessions, execution of commands, timers, bots, presence, rate limits."""
