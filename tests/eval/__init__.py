"""The evaluations measure what they say they measure."""
