"""Putting tmf into the configuration files of agents, and taking it out again."""
