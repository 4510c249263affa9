"""A module that forgot to declare its command."""
