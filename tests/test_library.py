"""The public names of the library."""

import pkgutil

import pytest

import piquet_records as piquet


def test_names_are_sorted_and_can_be_had():
    assert sorted(piquet.__all__) == piquet.__all__
    assert [name for name in piquet.__all__ if not hasattr(piquet, name)] == []
    assert set(piquet.__all__) <= set(dir(piquet))


def test_a_name_that_is_none():
    with pytest.raises(AttributeError, match="has no attribute 'valdate'"):
        piquet.valdate  # noqa: B018 - asking is the test


def test_no_public_name_is_that_of_a_room():
    """An import of a room puts it on the package, where it would hide a function of the same name."""
    rooms = {module.name for module in pkgutil.iter_modules(piquet.__path__)}
    assert rooms.isdisjoint(piquet.__all__)
