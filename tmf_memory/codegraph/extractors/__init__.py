"""One module (or folder) per language, each declaring `EXTRACTOR`."""
