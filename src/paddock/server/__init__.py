"""The service: tables where people and bots play. The event log of a table is its only truth."""
