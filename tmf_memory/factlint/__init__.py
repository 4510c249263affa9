"""Engine 2: the linter for stored facts."""
