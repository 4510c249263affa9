"""References of one file resolved against the symbol tables of all."""
