"""Read records from an archive: as stored, or rebuilt from the rows of their deals."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from duckdb import DuckDBPyConnection as Connection

from piquet_records.archive.record_text import StoredCall, StoredDeal, record_text

GAMES_AT_A_TIME: Final = 512
"""Games read by one statement."""

_SOME: Final = "WHERE game BETWEEN $first AND $last AND game IN (SELECT unnest($games))"
"""The range lets the database skip what lies outside it."""
_RECORDS: Final = f"SELECT game, record, record_start, record_end FROM games {_SOME} ORDER BY game"  # noqa: S608 - our own text
_DEALS: Final = f"""
SELECT game, deal, dealer, packets, elder_dealt, younger_dealt, cards_of_talon(talon),
    elder_discard, younger_discard, elder_drew, younger_drew, announced, elder_hand, younger_hand,
    elder_carte_blanche, younger_carte_blanche, cards_of_tricks(tricks_1_to_6) || cards_of_tricks(tricks_7_to_12),
    elder_written, younger_written
FROM regular_deals {_SOME} ORDER BY game, deal"""  # noqa: S608 - our own text
_CALLS: Final = f"""
SELECT game, deal, call_role(code), call_category(code), call_number(code), call_reply(code), call_shown_suit(code)
FROM regular_calls {_SOME} ORDER BY game, deal, call"""  # noqa: S608 - our own text

Deals = list[tuple[StoredDeal, list[StoredCall]]]


def records(connection: Connection, games: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the record of games, byte for byte as it was read, in the order of the numbers."""
    numbers = sorted(games)
    for start in range(0, len(numbers), GAMES_AT_A_TIME):
        rows = _rows(connection, _RECORDS, numbers[start : start + GAMES_AT_A_TIME])
        deals = _deals(connection, [game for game, record, *_ in rows if record is None])
        for game, record, record_start, record_end in rows:
            yield game, record_text(record_start, record_end, deals[game]) if record is None else record.encode()


def _rows(connection: Connection, statement: str, games: Sequence[int]) -> list[tuple[Any, ...]]:
    if not games:
        return []
    return connection.execute(statement, {"games": list(games), "first": games[0], "last": games[-1]}).fetchall()


def _deals(connection: Connection, games: Sequence[int]) -> dict[int, Deals]:
    """Return the regular deals of games, by number, in the order of the deals."""
    calls: dict[tuple[int, int], list[StoredCall]] = defaultdict(list)
    for game, deal, *fields in _rows(connection, _CALLS, games):
        calls[game, deal].append(StoredCall(*fields))
    deals: dict[int, Deals] = defaultdict(list)
    for game, deal, *fields in _rows(connection, _DEALS, games):
        deals[game].append((_stored_deal(*fields), calls[game, deal]))
    return deals


def _stored_deal(dealer: Any, packets: Any, *fields: Any) -> StoredDeal:
    (
        elder_dealt, younger_dealt, talon, elder_discard, younger_discard, elder_drew, younger_drew, announced,
        elder_hand, younger_hand, elder_blanche, younger_blanche, play, elder_written, younger_written,
    ) = fields  # fmt: skip
    return StoredDeal(
        dealer,
        packets,
        (elder_dealt, younger_dealt),
        talon,
        (elder_discard, younger_discard),
        (elder_drew, younger_drew),
        announced,
        (elder_hand, younger_hand),
        (elder_blanche, younger_blanche),
        play,
        (elder_written, younger_written),
    )
