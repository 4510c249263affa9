"""Shared words and tools; knows no engine."""
