"""Speed benchmarks, measured against peers in the same run. `make bench` runs them."""
