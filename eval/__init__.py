"""Labelled scenarios and external data: what the engines find, measured."""
