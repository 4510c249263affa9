"""One module per command, each declaring `COMMAND`."""
