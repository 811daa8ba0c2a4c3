"""The table: a service where people and bots sit down. The truth is the log of a table; all else is a reading of it."""
