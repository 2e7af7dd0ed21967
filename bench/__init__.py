"""Measurements of speed, for ``python -m bench``."""
