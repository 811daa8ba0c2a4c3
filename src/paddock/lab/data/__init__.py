"""The raw data of a study: games played in chunks, their measures, and Parquet files."""
