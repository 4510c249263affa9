"""One module per output format, each declaring `REPORTER`."""
