"""From measures to results: formulas, bootstrap intervals and findings."""
