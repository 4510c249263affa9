"""One module per schema version, `v<N>.py`, that brings older documents to it: `UPGRADE`."""
