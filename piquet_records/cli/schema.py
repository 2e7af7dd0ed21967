"""``piquet schema``: prints a JSON Schema."""

from typing import Annotated, Literal

import typer


def schema(
    of: Annotated[
        Literal["record", "report", "rules"],
        typer.Argument(metavar="NAME", help="What it is the schema of."),
    ] = "record",
) -> None:
    """Print the JSON Schema of a record, of a report, or of a rules profile."""
    import json

    from piquet_records.record.explain import schema as schema_of

    print(json.dumps(schema_of(of), indent=2, ensure_ascii=False))
