"""Many documents judged at once: regular games by a fast path, all others step by step, on several cores.

This room does not know why a game is irregular; it leaves that to ``ruling``.
"""
