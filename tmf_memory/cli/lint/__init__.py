"""The verbs of `memory-lint`, one module for each kind."""
