"""Text tables, Markdown, JSON and progress for people and tools."""
