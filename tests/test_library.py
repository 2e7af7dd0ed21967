"""The public names of the library."""

import subprocess
import sys

import pytest

import piquet_records as piquet


def test_names_are_sorted_and_can_be_had():
    assert sorted(piquet.__all__) == piquet.__all__
    assert [name for name in piquet.__all__ if not hasattr(piquet, name)] == []
    assert set(piquet.__all__) <= set(dir(piquet))


def test_a_name_that_is_none():
    with pytest.raises(AttributeError, match="has no attribute 'valdate'"):
        piquet.valdate  # noqa: B018 - asking is the test


def test_names_are_not_covered_by_modules_of_the_same_name():
    """An import of ``piquet_records.replay`` puts that module on the package; the function must stay."""
    code = (
        "import piquet_records.replay, piquet_records.simulate, piquet_records.schema, piquet_records as piquet;"
        "print(all(map(callable, (piquet.replay, piquet.simulate, piquet.schema))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own code
    assert done.stdout == "True\n"
