"""What physically happened in a deal, in order of time, and which of two calls is better.

This room knows no rules profile and no effect, and does not say what was right or wrong.
"""
