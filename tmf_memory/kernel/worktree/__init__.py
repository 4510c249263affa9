"""The working tree: walking, ignore rules, blob ids, decoding."""
