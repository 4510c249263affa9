"""Prompt to text; every back end degrades to a named state."""
