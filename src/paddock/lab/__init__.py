"""The lab: studies and board searches, with statistics, confidence intervals and reports for every game."""
