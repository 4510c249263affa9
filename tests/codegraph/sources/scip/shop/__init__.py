"""A small shop: enough for an index to know more than syntax does."""
