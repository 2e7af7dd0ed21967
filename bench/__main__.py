"""Prints how fast the program is on this machine: ``python -m bench``. It measures, and asserts nothing."""

from bench import explaining

PARTS = (explaining.figures,)
"""What is measured, in this order."""


def main() -> None:
    """Measure and print, a figure a line."""
    for figures in PARTS:
        for name, value in figures():
            print(f"{name:<50} {value}", flush=True)


if __name__ == "__main__":
    main()
