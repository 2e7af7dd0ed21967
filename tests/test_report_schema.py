"""The schemas of reports and rules profiles: they reject what they should, and describe every property."""

import json
import tomllib
from importlib import resources

import pytest
from jsonschema import Draft202012Validator

from piquet_records.laws import BY_CODE
from piquet_records.record.explain import schema
from piquet_records.record.game import Fault
from piquet_records.record.reading import RecordFault
from piquet_records.report.build import validate
from piquet_records.rules.parameters import Rules
from piquet_records.ruling import record_faults, written_vs_computed
from piquet_records.simulation.games import simulate

PROFILES = sorted(
    (file for file in (resources.files("piquet_records.rules") / "profiles").iterdir() if file.name.endswith(".toml")),
    key=lambda file: file.name,
)


def properties(node, at=""):
    """Yield every property of a schema with its path."""
    if isinstance(node, dict):
        for name, value in node.get("properties", {}).items():
            if not at.endswith(("/if", "/then", "/else")) and "/else/" not in at:
                yield f"{at}/{name}", value
        for key, value in node.items():
            yield from properties(value, f"{at}/{key}")
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from properties(value, f"{at}/{place}")


def plain(report):
    """Return a report as it reads in JSON."""
    return json.loads(report.to_json())


@pytest.fixture(scope="module")
def report():
    """Return the report on a game as it reads in JSON."""
    return plain(validate(next(simulate(1, 5))))


def faults(of, document):
    """Return the paths at which a schema rejects a document."""
    return [error.json_path for error in Draft202012Validator(schema(of)).iter_errors(document)]


@pytest.mark.parametrize("of", ["record", "report", "rules"])
def test_is_a_schema(of):
    Draft202012Validator.check_schema(schema(of))


@pytest.mark.parametrize("of", ["report", "rules"])
def test_every_property_is_described(of):
    found = list(properties(schema(of)))
    assert len(found) > 20
    undescribed = [at for at, value in found if isinstance(value, dict) and not value.get("description")]
    assert [at for at in undescribed if not at.endswith("/value")] == []


def test_finding_codes_are_those_of_the_laws_and_of_the_record():
    codes = schema("report")["$defs"]["finding"]["properties"]["code"]["enum"]
    expected = sorted({*BY_CODE, *record_faults.FAULTS, *written_vs_computed.FAULTS})
    file = "schemas/piquet-report-1.schema.json, in the list of finding codes"
    assert not set(expected) - set(codes), f"{file}: add {sorted(set(expected) - set(codes))}"
    assert not set(codes) - set(expected), f"{file}: {sorted(set(codes) - set(expected))} are given by no law"
    assert codes == expected, f"{file}: keep the order of the alphabet"


def test_a_report_keeps_it(report):
    assert faults("report", report) == []


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"verdict": "fine"}, "$.verdict"),
        ({"verdict": "invalid"}, "$"),
        ({"errors": []}, "$.errors"),
        ({"more": 1}, "$"),
        ({"rules": None}, "$.rules"),
        ({"deals": []}, "$.deals"),
        ({"format": "piquet-report/2"}, "$.format"),
    ],
    ids=str,
)
def test_what_is_no_report_is_rejected(report, change, at):
    assert at in faults("report", report | change)


def test_a_report_on_no_record_has_errors_and_no_deals():
    fault = RecordFault("a.json", 3, (Fault("/id", "the field is missing"), Fault("", "and more")))
    report = plain(validate(fault))
    assert faults("report", report) == []
    assert report["verdict"] == "invalid"
    assert report["errors"] == [{"at": "/id", "message": "the field is missing"}, {"at": "", "message": "and more"}]
    assert report["record"] == {"file": "a.json", "line": 3, "id": None, "sha256": None}
    assert (report["deals"], report["result"], report["rules"]) == ([], None, None)


def test_points_are_null_or_not_negative(report):
    for wrong in (-1, 1.5, "6"):
        deal = report["deals"][0]
        deal["score"]["elder"]["play"] = wrong
        assert "$.deals[0].score.elder.play" in faults("report", report)
    report["deals"][0]["score"]["elder"]["play"] = None
    assert faults("report", report) == []


@pytest.mark.parametrize("profile", PROFILES, ids=lambda file: file.name)
def test_profiles_keep_the_schema_of_rules(profile):
    found = faults("rules", tomllib.loads(profile.read_text("utf-8")))
    assert not found, f"piquet_records/rules/profiles/{profile.name}: wrong at {found}; see `piquet schema rules`"


def test_rules_have_every_parameter():
    assert list(schema("rules")["properties"]) == list(Rules.__struct_fields__)


def test_a_value_without_its_source_is_rejected():
    profile = tomllib.loads(PROFILES[0].read_text("utf-8"))
    del profile["target"]["source"]
    assert faults("rules", profile) == ["$.target"]
