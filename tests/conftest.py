"""Check every report that is made in a test against the schema of reports; let every test be interrupted."""

import json
import signal
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from piquet_records.record.explain import schema
from piquet_records.report import build
from piquet_records.report.model import Report

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts jobs in the background with it ignored

VALIDATOR = Draft202012Validator(schema("report"))


def checked(**fields: Any) -> Report:
    """Make a report, and check it against the schema."""
    report = Report(**fields)
    VALIDATOR.validate(json.loads(report.to_json()))
    return report


@pytest.fixture(autouse=True, scope="session")
def _reports_keep_their_schema():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "Report", checked)
        yield
