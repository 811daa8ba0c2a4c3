"""A match is its options and a list of small events; this layer plays, keeps, checks and simulates them."""
