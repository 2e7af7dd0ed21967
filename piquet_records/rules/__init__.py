"""Rules profiles: the parameters in which authorities differ, and the shipped profiles (``profiles/*.toml``).

This room does not know games or laws.
"""
