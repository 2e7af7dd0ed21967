"""Judges a game: the passes over its deals, what became of each finding, and which laws could be checked.

This room knows no law by number, no language and no file.
"""
