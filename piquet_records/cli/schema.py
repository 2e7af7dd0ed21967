"""``piquet schema``: prints a JSON Schema."""

from typing import Annotated, Literal

import typer

from piquet_records.cli.common import Debug


def schema(
    of: Annotated[
        Literal["record", "report", "rules"],
        typer.Argument(metavar="NAME", help="What it is the schema of."),
    ] = "record",
    debug: Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Print a JSON Schema.

    It is that of a record, of a report, or of a rules profile.
    """
    import json

    from piquet_records.record.explain import schema as schema_of

    print(json.dumps(schema_of(of), indent=2, ensure_ascii=False))
