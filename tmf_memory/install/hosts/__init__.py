"""One file per agent host."""
