"""Wrong use of the library: exceptions of its own, which can be sent to another process."""

import math
import pickle

import pytest

from piquet_records.archive.ask import ask
from piquet_records.errors import ArchiveError, InputError, UnknownRulesError


@pytest.mark.parametrize(
    "error", [UnknownRulesError("rubikon", ("classic", "rubicon")), InputError("no file"), ArchiveError("no archive")]
)
def test_exceptions_can_be_pickled(error):
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 -- written one call before
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


@pytest.mark.parametrize("seconds", [1e10, math.inf, math.nan, 0, -1])
def test_a_time_limit_that_cannot_be_set_is_told(tmp_path, seconds):
    with pytest.raises(ArchiveError, match="time limit"):
        ask(tmp_path / "club.duckdb", "SELECT 1", seconds=seconds)
