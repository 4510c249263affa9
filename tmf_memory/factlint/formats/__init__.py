"""Memory formats: one file each, declaring FORMAT."""
