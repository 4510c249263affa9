"""A package of commands to drive the shell with."""
