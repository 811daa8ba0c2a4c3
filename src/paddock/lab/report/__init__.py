"""The report of a study: HTML page, charts, tables and number format."""
