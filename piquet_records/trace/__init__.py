"""What physically happened in a deal, in order of time, and which of two calls is better.

This room does not know rules profiles or effects, and does not say what was right or wrong.
"""
