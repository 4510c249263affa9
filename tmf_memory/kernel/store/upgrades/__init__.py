"""One module per schema version, each with `upgrade(document)`."""
