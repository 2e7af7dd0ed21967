from typing import Any

SIZES: dict[str, int]

def recognise(
    text: Any,
    start: int,
    end: int,
    tables: Any,
    rules: Any,
    games: Any,
    deals: Any,
    calls: Any,
    canonical: Any,
    first_deal: int,
    first_call: int,
    first_canonical: int,
    /,
) -> tuple[int, int, int, int, int]: ...
