"""One module per command, each declaring `COMMAND`; its row is in `cli/catalog.py`."""
