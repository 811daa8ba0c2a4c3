"""Tests of the service and their tools: a real PostgreSQL, real processes, real clients."""
