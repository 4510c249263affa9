"""Tokenizers and the on-disk inverted index."""
