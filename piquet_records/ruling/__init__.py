"""Judges a game: applies the laws and scores each deal, decides the status of each finding, says what was checkable.

This room knows no law by number, no language and no file.
"""
