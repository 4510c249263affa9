"""One module per rule, each declaring `RULE`; its docstring is the explain text."""
