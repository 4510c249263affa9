"""One module per memory-file format, each declaring `FORMAT`."""
