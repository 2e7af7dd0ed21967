"""Simulated games: legal play by simple players, and faults put in on purpose with what must be found (``faults``).

This room uses no law; only the injectors name finding codes.
"""
