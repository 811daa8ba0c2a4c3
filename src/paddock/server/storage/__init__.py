"""The database: schema, queries, statements, the writer with group commit, migrations."""
