"""Text to vector; every back end degrades to a named state."""
