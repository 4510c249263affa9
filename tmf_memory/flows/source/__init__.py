"""What the source code says about stored facts: the rules that need code memory and linter."""
