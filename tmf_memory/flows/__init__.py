"""Use cases that need two engines."""
