"""Find what the evidence of a finding lacks to make its sentences concrete."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from piquet_records.report import sentences


def placeholders(sentence: str) -> set[str]:
    """Return the names of a sentence's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def lacking(code: str, kind: sentences.Kind, evidence: Mapping[str, Any]) -> set[str]:
    """Return what the evidence lacks to fill a finding's sentence: placeholders, or the ``variant`` that it names."""
    catalogue, known = sentences._catalogue("en"), sentences._completed(evidence)
    sentence = sentences._sentence(catalogue, code, kind, evidence)
    absent = {name for name in placeholders(sentence) if known.get(name) is None}
    unknown = evidence.get("variant") and evidence["variant"] not in catalogue["findings"][code]
    return absent | {"variant"} if unknown else absent
