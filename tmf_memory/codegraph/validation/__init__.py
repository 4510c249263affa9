"""Checks of the trust claims themselves."""
