"""Python: symbols, node hashes and references of one file."""
