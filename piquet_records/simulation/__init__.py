"""Simulated games: lawful play by simple players, and faults put in on purpose, with the findings that must follow.

This room uses no law. Only the injectors in ``faults`` name finding codes.
"""
