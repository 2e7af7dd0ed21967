"""Every report that the judge makes in a test is held against the report's schema."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from piquet_records import judge, validation
from piquet_records.report import Report
from piquet_records.schema import schema

VALIDATOR = Draft202012Validator(schema("report"))


def checked(**fields: Any) -> Report:
    """Make a report, and hold it against the schema."""
    report = Report(**fields)
    VALIDATOR.validate(json.loads(report.to_json()))
    return report


@pytest.fixture(autouse=True, scope="session")
def _reports_keep_their_schema():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judge, "Report", checked)
        patch.setattr(validation, "Report", checked)
        yield
