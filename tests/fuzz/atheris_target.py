"""A target for atheris, which looks for new paths through the program: ``python -m tests.fuzz.atheris_target``.

Needs ``pip install --group fuzz``. The bytes that atheris makes are the choices of a change, or a text as it is.
"""

import random
import sys

from tests.fuzz.mutations import LEVELS, changed
from tests.fuzz.properties import judged, read_as_notation, written_and_read


def one_input(data: bytes) -> None:
    """Try one input. Raise what the program raises, or AssertionError if a property does not hold."""
    kind, rest = (data[0], data[1:]) if data else (0, b"")
    if kind < 64:
        judged(rest)
    elif kind < 128:
        read_as_notation(rest.decode("utf-8", "surrogateescape"))
    else:
        text = changed(random.Random(rest), LEVELS[kind % len(LEVELS)])
        judged(text)
        written_and_read(text)


def main() -> None:
    """Run until something is found, or atheris is stopped."""
    import atheris

    atheris.instrument_all()
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
