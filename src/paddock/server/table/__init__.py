"""One table without input and output: commands, events, state, permissions, snapshots."""
