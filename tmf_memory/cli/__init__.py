"""Command line face: parse, one use-case call, render."""
