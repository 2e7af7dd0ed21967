"""Audits, score sheets and lists: what they show, in which words, and that they leave nothing out."""

import json
import re
import tomllib
from importlib import resources
from pathlib import Path
from string import Formatter

import msgspec
import pytest

import piquet_records as piquet
from piquet_records import render
from piquet_records.bulk.judgements import judgements
from piquet_records.record import steps
from piquet_records.record.game import Fault, Game, to_json
from piquet_records.record.reading import Document, RecordFault
from piquet_records.render.findings_list import INVALID, LISTS
from piquet_records.render.game_page import in_ranges
from piquet_records.render.phrases import phrases_in
from piquet_records.render.source_lines import SourceLines, line_of
from piquet_records.render.step_sentences import step_sentence
from piquet_records.report.build import validate
from piquet_records.report.select import choose

SAMPLES = Path(__file__).parent.parent / "sample_games"
REVOKE = {
    "format": "piquet-record/1",
    "id": "taken-back",
    "players": {"A": "Rose & <b>Cie</b>", "B": "Ines"},
    "notes": "A note of the recorder.",
    "deals": [
        {
            "dealer": "B",
            "held": {"elder": "AS KS QS JS TS 9S AH KH QH AD 8C 7C", "younger": "8S 7S JH TH 9H KD QD JD AC KC QC JC"},
            "declarations": [
                {"act": "call", "by": "elder", "what": "point", "cards": 6, "value": 60, "reply": "good"},
                {"act": "call", "by": "elder", "what": "set", "cards": 3, "rank": "A", "reply": "good"},
                {"act": "call", "by": "younger", "what": "sequence", "cards": 3, "top": "K", "shown": "KD QD JD"},
            ],
            "play": ["AS JH", {"act": "rewind", "by": "elder", "to": 1, "notes": "at once"}, "AS 8S"],
        }
    ],
    "result": {"ended": "unfinished"},
}


def sample(name):
    """Return a sample game."""
    return next(piquet.read(SAMPLES / f"{name}.json"))


def game(document=REVOKE):
    """Return a game of a document."""
    return msgspec.convert(document, Game)


def lines(text):
    """Return the lines of a page with single spaces between words."""
    return [" ".join(line.split()) for line in text.splitlines()]


def judgement(part, lang):
    """Return the judgement on one document or fault."""
    (found,) = judgements([part], lang=lang)
    return found


def judged(document, file="game.json", line=1):
    """Judge a document as a list's entry."""
    return judgement(Document(file, line, json.dumps(document).encode(), line), "en")


def test_audit_of_the_article_s_repic_and_capot():
    """The article: 35 is 95 before a card is played, 96 at the first lead, 107 at the last; 40 more make 147."""
    page = lines(piquet.audit(sample("repic-and-capot")))
    assert "Deal 1. E deals; F is the elder hand." in page
    assert "F to play A Q 9 8 A A A K Q J 10 8" in page
    assert "F “A point of 6 making 59.”" in page
    assert "Before the first card: F 95, E 0" in page
    assert "1 F A♣ E 9♥ F 96 0" in page
    assert "12 F A♥ E K♦ F 107 0" in page
    assert "total 147 0" in page


def test_audit_in_french():
    page = lines(piquet.audit(sample("repic-and-capot"), lang="fr"))
    assert "Coup 1. E donne ; F est premier en main." in page
    assert "F pour jouer A D 9 8 A A A R D V 10 8" in page
    assert "F « Un point de 6 cartes valant 59. »" in page
    assert "Avant la première carte : F 95, E 0" in page
    assert "1 F A♣ E 9♥ F 96 0" in page


def test_audit_of_an_unknown_card():
    """The article does not give the third card of the second player in its example of the pic."""
    page = lines(piquet.audit(sample("pic")))
    assert "3 D Q♠ C ? D 61 0" in page


def test_audit_tells_irregular_steps_where_they_happened():
    page = lines(piquet.audit(game()))
    back = page.index("1 elder A♠ younger J♥ elder 10 3 taken back [1]")
    assert page[back + 1] == "Rose & <b>Cie</b> has the tricks from trick 1 on taken back. (at once)"
    assert page[back + 2].startswith("1 elder A♠ younger 8♠ elder 10 3")
    finding = page.index("[1] law-01.revoke · Law 1 · remedied · Ines, the younger · trick 1 · at")
    assert page[finding + 1] == "/deals/0/play/0"


def test_audit_cuts_nothing_where_there_is_little_room(monkeypatch):
    """A narrow page breaks lines, but every card and both names are on it."""
    monkeypatch.setattr(render, "WIDTH", 30)
    page = piquet.audit(sample("repic-and-capot"))
    assert max(map(len, page.splitlines())) <= 30
    assert "…" not in page
    assert [card for card in ("A♣", "9♥", "K♦") if page.count(card) < 1] == []


def test_audit_breaks_no_label_where_there_is_room_for_a_card_of_each_suit(monkeypatch):
    """A terminal of 40 columns: suits run down the page, and the tricks name the players by the initials of roles."""
    monkeypatch.setattr(render, "WIDTH", 40)
    page = piquet.audit(next(piquet.read(SAMPLES / "laws/law-03/thirteen.json")))
    assert max(map(len, page.splitlines())) <= 40
    belin = lines(page).index("Belin as dealt J K 10 9 8")
    assert lines(page)[belin + 1] == "10 10 8 7"
    assert {"discarded 7 8 9 8", "the talon K 8 A J 10", "10 Y Q♠ E 10♠ Y 22 38", "total 99 21 25 49"} <= set(
        lines(page)
    )


def test_audit_puts_the_younger_s_calls_after_the_first_lead():
    page = lines(piquet.audit(game()))
    lead = page.index("Rose & <b>Cie</b> leads A♠.")
    assert page[lead - 1] == "Ines “Good.”"
    assert page[lead + 1] == "Ines “A tierce to the king.”"
    assert page[lead + 2] == "shows K♦, Q♦ and J♦."


def test_audit_shows_the_scores_side_by_side_where_they_differ():
    """Three aces beat three jacks: the denial was false, and counts only as played."""
    document = json.loads((SAMPLES / "laws" / "law-14" / "false-set.json").read_text("utf-8"))
    page = piquet.audit(game(document))
    heading = next(line for line in page.splitlines() if "as ruled" in line)
    assert heading.split() == ["as", "ruled", "as", "played"]


def test_audit_of_a_void_deal():
    document = {
        **REVOKE,
        "deals": [
            {
                "dealer": "A",
                "hands": {"elder": "AS"},
                "dealing": [{"act": "redeal", "by": "elder", "notes": "a card fell"}],
            },
            *REVOKE["deals"],
        ],
    }
    page = lines(piquet.audit(game(document)))
    assert "Void." in page
    assert "Ines has the deal made again. (a card fell)" in page
    assert "Deal 2. Ines deals; Rose & <b>Cie</b> is the elder hand." in page
    only = lines(piquet.audit(game(document), deal=2))
    assert "Void." not in only


def test_a_blank_name_is_the_seat():
    document = {**REVOKE, "players": {"A": "", "B": " "}}
    assert lines(piquet.audit(game(document)))[0] == "A against B"


def test_html_escapes_and_needs_nothing_else():
    page = piquet.audit_html(game())
    assert "Rose &amp; &lt;b&gt;Cie&lt;/b&gt;" in page
    assert "<b>Cie" not in page
    assert re.findall(r"(?:src|href)=\"(?!#)[^\"]*\"|url\(|@import|https?:", page) == []
    assert '<html lang="en">' in page
    marks = set(re.findall(r'href="#([^"]+)"', page))
    assert marks == set(re.findall(r'id="([^"]+)"', page)) == {"g1-f1"}


def test_score_sheet_of_the_article_s_repic_and_capot():
    sheet = lines(piquet.score(sample("repic-and-capot")))
    assert sheet[1] == "deal blanche point seq. sets repique pique play last cards capot total"
    assert sheet[2] == "1 F 6 15 14 60 12 40 147"
    assert sheet[3] == "E 0"
    assert sheet[4:6] == ["total F 147", "E 0"]


def test_score_sheet_explains_what_is_not_checkable():
    """Cavendish's fifth example does not say who wins the last trick."""
    sheet = piquet.score(sample("cavendish-playing-05"))
    assert "–" in sheet.splitlines()[2]
    assert "– not checkable: the record does not hold the facts." in sheet


@pytest.mark.parametrize(
    ("numbers", "said"), [((), ""), ((2,), "2"), ((1, 2), "1–2"), ((1, 3, 4, 5, 9), "1, 3–5, 9")], ids=str
)
def test_numbers_in_ranges(numbers, said):
    assert in_ranges(numbers) == said


def catalogue(lang):
    """Return the phrases of a language as written."""
    return tomllib.loads((resources.files("piquet_records.report") / "words" / f"pages-{lang}.toml").read_text("utf-8"))


def placed(node, at=""):
    """Return the placeholders of every phrase, by its path."""
    if isinstance(node, str):
        return {at: {name for _, name, _, _ in Formatter().parse(node) if name}}
    return {path: names for key, value in node.items() for path, names in placed(value, f"{at}/{key}").items()}


def test_both_languages_have_the_same_phrases_and_placeholders():
    assert placed(catalogue("en")) == placed(catalogue("fr"))


def test_every_act_can_be_told():
    acts = [
        kind.__struct_config__.tag
        for kind in vars(steps).values()
        if isinstance(kind, type) and issubclass(kind, steps.BaseStep) and kind.__struct_config__.tag != kind.__name__
    ]
    assert len(acts) == 38
    assert [act for act in acts if act != "call" and "say" not in catalogue("en")["acts"].get(act, {})] == []


@pytest.mark.parametrize(
    ("step", "english"),
    [
        (steps.Expose(by="younger", card="AS", from_="talon"), "faces A♠ while dealing to the talon."),
        (steps.Draw(by="elder", count=2, announced=False), "draws 2, without saying how many."),
        (steps.PutBack(by="elder", count=1, seen=True), "puts cards back on the talon, 1 in number, having seen them."),
        (steps.Correct(by="elder", what="point", cards=5), "corrects: “a point of 5”."),
        (steps.Correct(by="elder", what="set", cards=0), "withdraws his call (sets)."),
        (steps.Answer(by="elder", what="discarded-card", card=False), "answers, refuses to name it."),
        (steps.Answer(by="elder", what="discarded-card", card="TD"), "answers, 10♦."),
        (steps.TakeBack(by="younger", card="7H", after_lead=True), "takes back 7♥, after the lead."),
        (steps.DemandSuit(by="younger", suit="H", notes="loudly"), "demands hearts. (loudly)"),
        (
            steps.CorrectCount(by="elder", to=30, gathered=False),
            "corrects his count to 30, before the cards were gathered.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_steps_are_told(step, english):
    assert step_sentence(step, phrases_in("en")) == english


def test_text_has_a_line_for_each_that_is_not_clean():
    wrong = judgement(RecordFault("b.json", 1, (Fault("/id", "is missing"), Fault("", "is odd"))), "en")
    found = [judged(REVOKE), judged({**REVOKE, "id": ""}, "c.jsonl", 7), wrong]
    *told_lines, summary = LISTS["text"](found, "en")
    assert told_lines[0] == "game.json:1: taken-back: settled: law-01.revoke (deal 1, remedied)"
    assert told_lines[1].startswith("c.jsonl:7: /id: ")
    assert told_lines[2:] == ["b.json:1: /id: is missing", "b.json:1: is odd"]
    assert summary == "3 records, 1 deal: clean 0, settled 1, violations 0, invalid 2"


def test_json_is_one_report_a_line():
    first, second = LISTS["json"]([judged(REVOKE), judged({})], "en")
    assert json.loads(first)["verdict"] == "settled"
    assert json.loads(second)["verdict"] == "invalid"


def test_sarif_holds_the_findings():
    log = json.loads("\n".join(LISTS["sarif"]([judged(REVOKE), judged({**REVOKE, "id": ""})], "en")))
    run = log["runs"][0]
    assert [result["ruleId"] for result in run["results"]] == ["law-01.revoke", INVALID]
    assert [result["level"] for result in run["results"]] == ["warning", "error"]
    assert {result["ruleId"] for result in run["results"]} <= {rule["id"] for rule in run["tool"]["driver"]["rules"]}


def test_sarif_of_nothing_is_a_log():
    assert json.loads("\n".join(LISTS["sarif"]([], "en")))["runs"][0]["results"] == []


def test_github_escapes_what_would_end_a_command():
    fault = RecordFault("a,b:c.json", 2, (Fault("", "100% wrong\nindeed"),))
    told_lines = list(LISTS["github"]([judgement(fault, "en")], "en"))
    assert told_lines == ["::error file=a%2Cb%3Ac.json,line=2,title=record-invalid::100%25 wrong%0Aindeed"]


def test_lines_of_a_document():
    text = '{\n "a": [1,\n  {"b/c": "x\\n]"}, 3\n ],\n "d": {}\n}'
    assert [line_of(text, at) for at in ("", "/a", "/a/1", "/a/1/b~1c", "/d", "/d/none", "/none")] == [
        0,
        1,
        2,
        2,
        4,
        4,
        0,
    ]


def test_lines_of_a_file(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(REVOKE, indent=1), "utf-8")
    place = SourceLines().line(str(file), 1, "/deals/0/play/0")
    assert '"AS JH"' in file.read_text("utf-8").splitlines()[place - 1]
    assert SourceLines().line(str(tmp_path / "none.json"), 1, "/deals") == 1
    assert SourceLines().line("games.jsonl", 9, "/deals") == 9


def test_findings_left_out():
    report = validate(game())
    assert choose(report) is report
    without = choose(report, ignore=["law-01"])
    assert (without.verdict, without.complete, without.findings) == ("clean", False, [])
    kept = choose(report, select=["law-"])
    assert (kept.verdict, kept.complete, kept.findings) == ("settled", False, report.findings)
    assert choose(report, select=["record-"]).findings == []


def test_a_report_with_findings_left_out_says_so():
    left = choose(validate(game()), ignore=["law-01"])
    assert "Findings were left out as asked." in piquet.audit(game(), left)
    assert to_json(game()).startswith(b"{")
