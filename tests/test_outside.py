"""Named queries, compared with known frequencies and with a plain loop over records and reports."""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from math import sqrt
from pathlib import Path
from statistics import fmean, quantiles, stdev

import pytest

import piquet_records as piquet
from piquet_records.archive import Archive
from piquet_records.record.game import to_json
from piquet_records.simulation.games import simulate

pytestmark = pytest.mark.slow
"""It simulates and counts thousands of deals."""

SAMPLES = Path(__file__).parent.parent / "sample_games"
RANKS = "789TJQKA"
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}


def ingested(archive: Path, *paths: Path) -> Archive:
    """Take games in as the command does, in a process of its own."""
    command = [sys.executable, "-c", "from piquet_records.cli import main; main()", "ingest", archive, *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own code
    assert done.returncode in {0, 1}, done.stderr
    return Archive(archive)


# Known frequencies. Of the C(32, 12) hands: by counting; the means of random play: by an independent simulation.

GAMES = 1100


@pytest.fixture(scope="module")
def random_games(tmp_path_factory) -> Archive:
    """Return an archive of games that are played at random."""
    folder = tmp_path_factory.mktemp("random")
    path = folder / "games.jsonl"
    path.write_bytes(b"".join(to_json(game) + b"\n" for game in simulate(GAMES, seed=77, policy="random")))
    return ingested(folder / "random.duckdb", path)


DEALT = {
    ("carte blanche", 12): 100 / 1792.433,
    ("longest suit", 3): 4.356,
    ("longest suit", 4): 55.149,
    ("longest suit", 5): 33.200,
    ("longest suit", 6): 6.674,
    ("longest suit", 7): 0.602,
    ("longest suit", 8): 0.019,
    ("longest sequence", 0): 35.608,
    ("longest sequence", 3): 43.682,
    ("longest sequence", 4): 15.650,
    ("longest sequence", 5): 4.025,
    ("longest sequence", 6): 0.866,
    ("longest sequence", 7): 0.151,
    ("longest sequence", 8): 0.019,
    ("set", 4): 6.836,
    ("set", 3): 50.499,
}
"""Percent of the hands as dealt."""


def test_hands_are_dealt_as_often_as_they_should(random_games):
    found = {(what, cards): (hands, of) for what, cards, hands, of, *_ in random_games.query("dealt-hands").rows()}
    assert set(found) <= set(DEALT) | {("set", 0)}
    for key, percent in DEALT.items():
        hands, of = found.get(key, (0, found["set", 0][1]))
        share = percent / 100
        assert of > 10_000
        assert abs(hands - of * share) <= 4 * sqrt(of * share * (1 - share)) + 1, (key, hands, of)


def test_random_play_scores_what_it_should(random_games):
    """The expected values are known to a tenth; beyond that the tolerance is four standard errors."""
    (elder, younger) = random_games.query("roles").rows(named=True)
    assert abs(elder["mean"] - 20.5) <= 0.05 + 4 * (elder["high"] - elder["mean"]) / 1.96
    assert abs(younger["mean"] - 19.5) <= 0.05 + 4 * (younger["high"] - younger["mean"]) / 1.96
    divided = random_games.query("frequencies").filter(kind="divided").row(0, named=True)
    assert abs(divided["times"] - 0.128 * divided["deals"]) <= 4 * sqrt(0.128 * 0.872 * divided["deals"])


# A plain loop over records and reports


class Deal:
    """One deal of a record with its report."""

    def __init__(self, record, number, report):
        """Take the parts that belong to the deal."""
        self.record = record["deals"][number]
        self.report = report["deals"][number]
        self.names = record["players"]
        self.elder = self.names[self.report["elder"]]
        self.younger = self.names[self.report["dealer"]]
        self.year = int(record["date"][:4]) if "date" in record else None
        self.simulated = record["id"].startswith("sim-")
        self.whole = self.report["outcome"] == "played" and not self.report["after_end"] and not self.report["assumed"]

    def player(self, role):
        """Return the name of a role's player."""
        return self.elder if role == "elder" else self.younger

    def total(self, role):
        """Return what a role scored."""
        return self.report["score"][role]["total"]

    def exchange(self, role):
        """Return a role's exchange if it is one step."""
        steps = [step for step in self.record["exchange"] if step["act"] == "exchange" and step["by"] == role]
        return steps[0]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory) -> Archive:
    """Return an archive of simulated games of dated years, and of the samples of the laws with all their faults."""
    folder = tmp_path_factory.mktemp("mixed")
    path = folder / "games.jsonl"
    lines = []
    for number, game in enumerate(simulate(60, seed=5)):
        lines.append(json.dumps(json.loads(to_json(game)) | {"date": f"{1880 + number % 3}-05"}))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ingested(folder / "mixed.duckdb", path, SAMPLES / "laws")


@pytest.fixture(scope="module")
def judged(mixed) -> list[tuple[dict, dict]]:
    """Return every record of that archive with its report, judged anew."""
    records = [json.loads(record) for record in mixed.export()]
    folder = mixed.path.parent / "again.jsonl"
    folder.write_bytes(b"".join(record + b"\n" for record in mixed.export()))
    return list(zip(records, [piquet.validate(game).to_dict() for game in piquet.read(folder)], strict=True))


@pytest.fixture(scope="module")
def deals(judged) -> list[Deal]:
    """Return every deal."""
    return [Deal(record, number, report) for record, report in judged for number in range(len(record["deals"]))]


@pytest.fixture(scope="module")
def whole(deals) -> list[Deal]:
    """Return the deals that can be compared."""
    return [deal for deal in deals if deal.whole]


def near(found, expected) -> bool:
    """Return whether two rows are the same except for the last digits of fractions."""
    return len(found) == len(expected) and all(
        one == pytest.approx(two, rel=1e-9) if isinstance(two, float) else one == two
        for one, two in zip(found, expected, strict=True)
    )


def same(found, expected) -> bool:
    """Return whether two answers have the same rows in any order."""
    first, second = sorted(found, key=repr), sorted(expected, key=repr)
    return len(first) == len(second) and all(near(*pair) for pair in zip(first, second, strict=True))


def interval(values):
    """Return mean and 95 % interval."""
    mean = fmean(values)
    if len(values) < 2:
        return mean, None, None
    margin = 1.96 * stdev(values) / sqrt(len(values))
    return mean, mean - margin, mean + margin


def known(deals, role):
    """Return a role's scores, as far as they are known."""
    return [deal.total(role) for deal in deals if deal.total(role) is not None]


def test_the_sample_has_deals_of_every_kind(deals, whole):
    assert len(whole) > 300
    assert {deal.report["outcome"] for deal in deals} >= {"played", "void", "forfeited", "thrown-in"}
    assert any(deal.report["assumed"] for deal in deals)
    assert any(deal.total("elder") is None for deal in deals)


def test_overview(mixed, judged, deals, whole):
    names = {name for record, _ in judged for name in (record["players"]["A"], record["players"]["B"])}
    years = [int(record["date"][:4]) for record, _ in judged if "date" in record]
    verdicts = Counter(report["verdict"] for _, report in judged)
    counts = (len(judged), len(deals), len(whole), len(names), min(years), max(years))
    expected = (*counts, *(verdicts[verdict] for verdict in ("clean", "settled", "violations")), 0)
    assert mixed.query("overview").rows() == [expected]


def test_elder_advantage_and_roles(mixed, whole):
    both = [(d.total("elder"), d.total("younger")) for d in whole if None not in (d.total("elder"), d.total("younger"))]
    margins = [elder - younger for elder, younger in both]
    row = mixed.query("elder-advantage").row(0)
    assert near(row[:6], (len(both), fmean(e for e, _ in both), fmean(y for _, y in both), *interval(margins)))
    assert row[6:] == pytest.approx(
        [100 * fmean(wins) for wins in zip(*[(m > 0, m == 0, m < 0) for m in margins], strict=True)]
    )
    for row in mixed.query("roles").rows():
        scores = sorted(known(whole, row[0]))
        at = [scores[-(-len(scores) * quarter // 4) - 1] for quarter in (1, 2, 3)]
        assert near(row[1:], (len(scores), *interval(scores), scores[0], *at, scores[-1]))
        assert quantiles(scores, n=4, method="inclusive")[1] == pytest.approx(at[1], abs=1)


def test_deal_scores(mixed, whole):
    expected = []
    for role in ("elder", "younger"):
        scores = known(whole, role)
        bins = Counter(score // 7 * 7 for score in scores)
        expected += [(role, points, count, 100 * count / len(scores)) for points, count in bins.items()]
    assert same(mixed.query("deal-scores", width=7).rows(), expected)


def test_frequencies(mixed, whole):
    found = {(kind, role): (times, of) for kind, role, times, of, *_ in mixed.query("frequencies").rows()}
    for (kind, role), (times, of) in found.items():
        if kind == "divided":
            continue
        entries = [deal.report["score"][role][kind] for deal in whole]
        assert (times, of) == (sum((entry or 0) > 0 for entry in entries), sum(entry is not None for entry in entries))
    sides = [
        [deal.report["score"][role][kind] for role in ("elder", "younger") for kind in ("cards", "capot")]
        for deal in whole
    ]
    assert found["divided", None] == (sum(side == [0] * 4 for side in sides), sum(None not in side for side in sides))
    assert len(found) == 19


def calls_of(deals):
    """Yield every call with its deal; those of the play included."""
    for deal in deals:
        for step in deal.record.get("declarations", []) + deal.record.get("play", []):
            if isinstance(step, dict) and step["act"] == "call":
                yield deal, step


def test_holdings(mixed, whole):
    expected = Counter((call["what"], call["cards"], call.get("rank"), call["by"]) for _, call in calls_of(whole))
    found = {tuple(row[:4]): row[4] for row in mixed.query("holdings").rows()}
    assert found == expected
    scored = Counter()
    simulated = [deal for deal in whole if deal.simulated]
    for deal, call in calls_of(simulated):
        entry = {"point": "point", "sequence": "sequences", "set": "sets"}[call["what"]]
        scored[call["what"], call["by"]] += deal.report["score"][call["by"]][entry] > 0
    statement = (
        "SELECT what, role, count(*) FROM calls JOIN games USING (game)"
        " WHERE whole AND scored AND starts_with(id, 'sim-') GROUP BY ALL"
    )
    assert {tuple(row[:2]): row[2] for row in mixed.sql(statement).rows()} == scored


def test_dealt_hands(mixed, deals):
    found = Counter()
    for deal in deals:
        for role in ("elder", "younger"):
            hand = deal.record.get("hands", {}).get(role, "").split()
            if len(set(hand)) != 12 or len(hand) != 12 or "??" in hand:
                continue
            by_suit = [{RANKS.index(card[0]) for card in hand if card[1] == suit} for suit in "SHDC"]
            runs = [
                length
                for suit in by_suit
                for low in suit
                for length in range(3, 9)
                if set(range(low, low + length)) <= suit
            ]
            of_rank = Counter(card[0] for card in hand if card[0] in "AKQJT")
            found["carte blanche", 12] += not {"K", "Q", "J"} & {card[0] for card in hand}
            found["longest suit", max(map(len, by_suit))] += 1
            found["longest sequence", max(runs, default=0)] += 1
            best = max(of_rank.values())
            found["set", best if best > 2 else 0] += 1
    answered = {(what, cards): hands for what, cards, hands, *_ in mixed.query("dealt-hands").rows()}
    assert answered == {key: count for key, count in found.items() if count or key[0] == "carte blanche"}


@pytest.fixture(scope="module")
def exchanged(whole) -> list[Deal]:
    """Return the whole deals of simulated games: every exchange is one step each."""
    return [deal for deal in whole if deal.simulated]


@pytest.fixture(scope="module")
def regular(mixed, tmp_path_factory) -> Archive:
    """Return an archive of the simulated games alone."""
    folder = tmp_path_factory.mktemp("regular")
    path = folder / "games.jsonl"
    path.write_bytes(b"".join(record + b"\n" for record in mixed.export() if b'"id": "sim-' in record))
    return ingested(folder / "regular.duckdb", path)


def test_exchanges_and_their_length(regular, exchanged):
    expected = []
    for role in ("elder", "younger"):
        drawn = Counter(deal.exchange(role)["draw"] for deal in exchanged)
        expected += [(role, cards, count, 100 * count / len(exchanged)) for cards, count in drawn.items()]
    assert same(regular.query("exchanges").rows(), expected)
    by_length = defaultdict(list)
    for deal in exchanged:
        by_length[deal.exchange("elder")["draw"]].append((deal.total("elder"), deal.total("younger")))
    lengths = []
    for cards, pairs in by_length.items():
        elder, younger = zip(*pairs, strict=True)
        margins = [one - two for one, two in pairs]
        lengths.append((cards, len(pairs), fmean(elder), fmean(younger), *interval(margins)))
    assert same(regular.query("exchange-length").rows(), lengths)


def test_discarded_ranks(regular, exchanged):
    expected = []
    for role in ("elder", "younger"):
        dealt = Counter(card[0] for deal in exchanged for card in deal.record["hands"][role].split())
        gone = Counter(card[0] for deal in exchanged for card in deal.exchange(role)["discard"].split())
        for rank in RANKS:
            share = 100 * gone[rank] / dealt[rank]
            expected.append((role, rank, dealt[rank], gone[rank], share, gone[rank] / len(exchanged)))
    assert same(regular.query("discarded-ranks").rows(), expected)


def holding(hand, what):
    """Return the best holding of a hand as a pair that compares as holdings do."""
    by_suit = [[card[0] for card in hand if card[1] == suit] for suit in "SHDC"]
    if what == "point":
        return max((len(suit), sum(PIPS[rank] for rank in suit)) for suit in by_suit)
    if what == "set":
        of_rank = Counter(card[0] for card in hand if card[0] in "AKQJT")
        return max([(count, RANKS.index(rank)) for rank, count in of_rank.items() if count > 2], default=(0, 0))
    runs = [(0, 0)]
    for suit in by_suit:
        places = {RANKS.index(rank) for rank in suit}
        runs += [
            (length, low + length - 1)
            for low in places
            for length in range(3, 9)
            if set(range(low, low + length)) <= places
        ]
    return max(runs)


def called(deal, role, what):
    """Return a role's best call as such a pair; None if he called nothing."""
    detail = {
        "point": lambda c: c["value"],
        "sequence": lambda c: RANKS.index(c["top"]),
        "set": lambda c: RANKS.index(c["rank"]),
    }
    calls = [c for _, c in calls_of([deal]) if c["by"] == role and c["what"] == what]
    return max([(c["cards"], detail[what](c)) for c in calls], default=(0, 0))


def hand_after(deal, role):
    """Return a role's hand after the exchange."""
    talon = deal.record["talon"].split()
    first, second = deal.exchange("elder"), deal.exchange("younger")
    drawn = talon[: first["draw"]] if role == "elder" else talon[first["draw"] :][: second["draw"]]
    step = first if role == "elder" else second
    return [card for card in deal.record["hands"][role].split() if card not in step["discard"].split()] + drawn


def test_sinking(regular, exchanged):
    expected = []
    for what in ("point", "sequence", "set"):
        for role in ("elder", "younger"):
            sunk, shown = [], []
            for deal in exchanged:
                held = holding(hand_after(deal, role), what)
                floor = (0, 0) if role == "elder" else called(deal, "elder", what)
                if held > floor:
                    (sunk if called(deal, role, what) < held else shown).append(deal.total(role))
            count = len(sunk) + len(shown)
            mean = fmean(sunk) if sunk else None
            expected.append((what, role, count, len(sunk), 100 * len(sunk) / count, mean, fmean(shown)))
    found = regular.query("sinking").drop("low", "high").rows()
    assert same(found, expected)
    assert sum(row[3] for row in found) > 0


def violations(deals):
    """Return every violation with its deal."""
    return [(deal, one) for deal in deals for one in deal.report["findings"] if one["severity"] == "violation"]


def test_violations(mixed, deals):
    broken = violations(deals)
    times = Counter(one["code"] for _, one in broken)
    statuses = Counter((one["code"], one["status"]) for _, one in broken)
    found = mixed.query("violations").rows(named=True)
    assert {row["code"]: row["times"] for row in found} == times
    for row in found:
        assert row["deals"] == len({id(deal) for deal, one in broken if one["code"] == row["code"]})
        for status in ("open", "remedied", "waived", "noted"):
            assert row[status] == statuses[row["code"], status]
        assert row["per_1000"] == pytest.approx(1000 * row["times"] / len(deals))
    assert len(times) > 40


def test_violations_by_player(mixed, deals):
    times, played = Counter(), Counter()
    for deal in deals:
        played.update({(deal.elder, deal.year), (deal.younger, deal.year)})
    for deal, one in violations(deals):
        roles = {"both": ("elder", "younger"), None: ()}.get(one["by"], (one["by"],))
        times.update((deal.player(role), deal.year, one["code"]) for role in roles)
    found = mixed.query("violations-by-player").rows(named=True)
    assert {(row["player"], row["year"], row["code"]): row["times"] for row in found} == times
    assert all(row["deals"] == played[row["player"], row["year"]] for row in found)
    name = found[0]["player"]
    assert {row[0] for row in mixed.query("violations-by-player", player=name).rows()} == {name}
    assert mixed.query("violations-by-player", year=1700).is_empty()


def test_fault_cost(mixed, deals):
    costs = defaultdict(list)
    for deal, one in violations(deals):
        if one["by"] not in ("elder", "younger"):
            continue
        other = "younger" if one["by"] == "elder" else "elder"
        ruled, played = deal.report["score"], deal.report["as_played"]
        totals = (played[one["by"]]["total"], ruled[one["by"]]["total"], ruled[other]["total"], played[other]["total"])
        if None not in totals:
            costs[one["code"]].append((totals[0] - totals[1], totals[2] - totals[3]))
    found = {row["code"]: row for row in mixed.query("fault-cost").rows(named=True)}
    assert set(found) == set(costs)
    for code, pairs in costs.items():
        lost, gained = zip(*pairs, strict=True)
        row = found[code]
        assert row["times"] == len(pairs)
        assert (row["lost"], row["gained"]) == (pytest.approx(fmean(lost)), pytest.approx(fmean(gained)))
        assert row["most"] == max(map(sum, pairs))
    assert max(row["cost"] for row in found.values()) > 0
    assert {row[0] for row in mixed.query("fault-cost", code="law-14").rows()} == {
        c for c in costs if c.startswith("law-14")
    }


def test_game_length(mixed, judged):
    lengths = Counter()
    for record, report in judged:
        if report["result"]["ended"] in ("target", "deals"):
            lengths[report["rules"], len(record["deals"])] += 1
    found = {(rules, deals): games for rules, deals, games, *_ in mixed.query("game-length").rows()}
    assert found == lengths
    classic = [deals for (rules, deals), games in lengths.items() if rules == "classic@1" for _ in range(games)]
    assert mixed.query("game-length").filter(rules="classic@1")["mean"][0] == pytest.approx(fmean(classic))


def test_head_to_head(mixed, judged, whole):
    games, won, points = Counter(), Counter(), defaultdict(list)
    for record, report in judged:
        pair = (record["players"]["A"], record["players"]["B"])
        for seat, ordered in (("A", pair), ("B", pair[::-1])):
            games[ordered] += 1
            won[ordered] += report["result"]["winner"] == seat
    for deal in whole:
        elder, younger = deal.total("elder"), deal.total("younger")
        if None not in (elder, younger):
            points[deal.elder, deal.younger].append((elder, younger))
            points[deal.younger, deal.elder].append((younger, elder))
    for row in mixed.query("head-to-head").rows(named=True):
        pair = (row["player"], row["adversary"])
        assert (row["games"], row["won"], row["lost"]) == (games.pop(pair), won[pair], won[pair[::-1]])
        assert row["deals"] == len(points[pair])
        if len(points[pair]) > 1:
            own, other = zip(*points[pair], strict=True)
            margins = [one - two for one, two in points[pair]]
            found = (row["mean"], row["adversary_mean"], row["margin"], row["low"], row["high"])
            assert found == pytest.approx((fmean(own), fmean(other), *interval(margins)), abs=1e-9)
    assert not games


def test_averages_players_and_groups(mixed, judged, whole):
    expected = []
    by_player = defaultdict(list)
    for role, other in (("elder", "younger"), ("younger", "elder")):
        scores, given = defaultdict(list), defaultdict(list)
        for deal in whole:
            scores[deal.player(role)].append(deal.total(role))
            given[deal.player(role)].append(deal.total(other))
        for name, totals in scores.items():
            made = [total for total in totals if total is not None]
            by_player[name] += made
            against = [total for total in given[name] if total is not None]
            means = interval(made) if made else (None, None, None)
            expected.append((name, role, len(made), *means, fmean(against) if against else None))
    assert same(mixed.query("averages").rows(), expected)
    groups = mixed.query("groups", by="player").rows()
    assert same(
        [row[:5] for row in groups], [(name, len(made), *interval(made)) for name, made in by_player.items() if made]
    )
    games, won = Counter(), Counter()
    for record, report in judged:
        games.update(set(record["players"].values()))
        won.update([record["players"][report["result"]["winner"]]] if report["result"]["winner"] else [])
    found = mixed.query("players").rows(named=True)
    assert {row["player"]: (row["games"], row["won"]) for row in found} == {
        name: (n, won[name]) for name, n in games.items()
    }
