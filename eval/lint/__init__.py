"""The evaluation of the memory linter."""
