"""Edges from an index that another tool made (SCIP): read, held against source, and imported."""
