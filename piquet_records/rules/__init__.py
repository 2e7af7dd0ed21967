"""Rules profiles: the parameters in which authorities differ, and the shipped profiles (``profiles/*.toml``).

This room knows no game and no law.
"""
