"""Tools with which the promises of the service are tested: a real PostgreSQL, real processes, real clients."""
