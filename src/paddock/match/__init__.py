"""A match in progress: events, records, provable dice, and the simulation of many games."""
