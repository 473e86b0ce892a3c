"""Pages of readings, audits and comparisons open on their verdict, and fold what is below."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from sound_rulebook import Data, clause_id, rulebook

from layerlaw.model import load_scenario, shipped_rulebook, shipped_scenarios
from layerlaw.solver import Answer, solve
from layerlaw.solver.certainty.readings import readings
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.compare import Comparison, compare
from layerlaw.solver.shell.report.audit import Audit, AuditedFinding
from layerlaw.solver.shell.report.notebook_pages import audit, comparison
from layerlaw.solver.shell.report.page import readings_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.rulebooks.rulebook import Rulebook

DESKTOP, PHONE = (1440, 900), (390, 844)
BOOK = shipped_rulebook("sorcery-2026-01")


@cache
def answer(name: str) -> Answer:
    """The answer to a shipped scenario."""
    found = {path.name.split(".")[0]: path for path in shipped_scenarios()}
    return solve(load_scenario(found[name]))


def text_of(page: str) -> str:
    """What is to be read of a page or a part of it, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def opening(page: str) -> tuple[str, str, list[str], list[str]]:
    """What the page's first box is styled as, its headline, other sentences, and what is below."""
    main = page[page.index('<main id="main"') :]
    box = re.search(r'<section class="(ruling[^"]*)" aria-label="The ruling">(.*?)</section>', main)
    # Nothing stands above it but a heading that is for screen readers.
    assert box is not None and text_of(main[: box.start()]) in ("", "The answer")
    said = re.findall(r'<p(?: class="([^"]*)")?>(.*?)</p>', box[2])
    words = [(kind, unescape(re.sub(r"<[^>]+>", "", text))) for kind, text in said]
    (head,) = (text for kind, text in words if kind.startswith("headline"))
    return (
        box[1],
        head,
        [text for kind, text in words if not kind],
        [text for kind, text in words if kind == "lead"],
    )


def sections(page: str) -> list[tuple[str, bool]]:
    """The headings of a report that can be folded, and whether they are open."""
    found = re.findall(r"<details( open)?><summary><h2>(.*?)</h2></summary>", page)
    return [(unescape(head), bool(opened)) for opened, head in found]


# --- readings -------------------------------------------------------------------------------------


@cache
def open_page() -> str:
    """Of a board that is read in two ways."""
    return readings_page("Read in two ways", readings(answer("becomes-dependent")))


def test_open_readings_open_on_the_default_and_what_the_point_decides() -> None:
    """GA-DEP-1 read as what an effect would do: tamer; as what the board looks like: ranger."""
    kind, head, sentences, lead = opening(open_page())
    assert kind == "ruling open"
    assert head == "By the default reading: Inquisitive Magician (X) is now tamer instead of mage."
    [decides] = [one for one in sentences if one.startswith("GA-OPEN-TEST: ")]
    assert "with action" in decides and "with result" in decides
    assert re.search(r"tamer.*ranger", decides)
    [settled] = lead
    assert settled.startswith("Open: of the 20 points asked of this document GA-OPEN-TEST and ")
    assert re.search(r"\. \d+ histories played\.$", settled)


def test_boards_of_open_readings_stand_above_what_the_points_ask() -> None:
    """Ruling, what comes out, the boards side by side, then each point with where it parts them.

    The document, which is one for all columns, is named once.
    """
    page = open_page().split("</style>", 1)[1]
    places = [
        page.index(one)
        for one in ('aria-label="The ruling"', "What comes out", 'class="panels"', 'class="matter"')
    ]
    assert places == sorted(places)
    book = answer("becomes-dependent").rulebook
    assert text_of(page.split("<script", 1)[0]).count(f"{book.title} , {book.version}") == 1


def test_settled_readings_open_on_the_ruling_of_the_one_board() -> None:
    """The Kings come out alike under every reading, so the page has one panel, that opens it."""
    page = readings_page("Kings", readings(answer("two-kings")))
    kind, head, _, lead = opening(page)
    assert (kind, page.count('aria-label="The ruling"')) == ("ruling", 1)
    assert head.startswith("You now control all 4 objects in play; ")
    assert lead[0].startswith("Settled as far as asked: under every reading of the ")
    assert page.count('class="panel"') == 1


def test_without_an_outcome_the_verdict_is_the_headline() -> None:
    """Where looking was over before any history had been played nothing comes out yet."""
    page = readings_page("Nothing", readings(answer("becomes-dependent"), limit=0))
    kind, head, _, _ = opening(page)
    assert (kind, head) == ("ruling open", "Not known: no reading was worked out.")


# --- audits ---------------------------------------------------------------------------------------

FAULT = Finding("conflict", "Two clauses can't be kept together.", ("SORC-DEP-3", "SORC-DEP-4"))
POINT = next(iter(BOOK.points.values()))
OPEN = Finding("open", "A question is open.", point=POINT.id)
NOTE = Finding("redundant", "A clause could be struck.", ("SORC-DEP-5",))
FINE = Finding("clean", "No case has two orders.", bound=2)


def audited(*findings: Finding) -> str:
    """The page of an audit that found these."""
    return audit(Audit(BOOK, tuple(AuditedFinding(one, None) for one in findings), 2, 2))


@pytest.mark.parametrize(
    ("findings", "kind", "head", "first"),
    [
        ((FAULT, OPEN, NOTE, FINE), "ruling bad", "1 contradiction, ", FAULT.title),
        ((OPEN, NOTE, FINE), "ruling open", "No contradictions, ", OPEN.title),
        ((NOTE, FINE), "ruling", "No contradictions, ", ""),
    ],
)
def test_an_audit_opens_on_how_much_was_found_and_the_gravest_of_it(
    findings: tuple[Finding, ...], kind: str, head: str, first: str
) -> None:
    """Red with a fault, yellow with an open point, else green; then up to where was looked."""
    found = opening(audited(*findings))
    assert found[0] == kind
    assert found[1].startswith(head) and found[1].endswith(", and 1 further note.")
    assert found[2] == ([f"First of them: {first}"] if first else [])
    assert found[3][0].startswith("What the clauses demand was looked at in cases of up to 2 ")


def test_each_finding_of_an_audit_is_a_fold_the_first_one_open() -> None:
    """In order of their gravity, and at the end what is as it should be; nothing is left out."""
    page = audited(FAULT, OPEN, NOTE, FINE)
    assert sections(page) == [
        ("1. Contradiction: Two clauses can't be kept together.", True),
        ("2. Open point: A question is open.", False),
        ("3. Clause not needed: A clause could be struck.", False),
        ("In order", False),
    ]
    text = text_of(page)
    assert BOOK.clauses["SORC-DEP-5"].says in text
    assert "No case has two orders. (none up to n = 2)" in text
    assert text.index("further note") < text.index("1. Contradiction")


# --- comparisons ----------------------------------------------------------------------------------


def momentary(data: Data) -> None:
    """What is lost can be gained again: the other answer to the question of `loss`."""
    data["policies"]["loss"] = {"value": "momentary", "clause": clause_id("loss")}
    data["rulebook"] = "forgiving"


@pytest.fixture(scope="module")
def parted(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Two rulebooks that part in whether what was lost can be gained again."""

    def made(*faults: Callable[[Data], None]) -> Rulebook:
        return rulebook(tmp_path_factory.mktemp("book"), *faults)

    return compare(made(), made(momentary), n=1)


@pytest.mark.slow
def test_a_comparison_that_parts_opens_on_both_sides_of_the_smallest_board(
    parted: Comparison,
) -> None:
    """What has lost Airborne gains it where a loss is momentary, and not where it is a bar."""
    kind, head, sentences, lead = opening(comparison(parted))
    assert (kind, head) == ("ruling open", "sound and forgiving lead to different boards.")
    assert re.fullmatch(
        r"On the smallest such board with sound (.*) has no 'Airborne', "
        r"with forgiving \1 has 'Airborne'\.",
        sentences[-1],
    )
    assert lead[0].startswith("sound: ") and lead[1].startswith("forgiving: ")
    assert lead[-1].startswith("Boards of up to n = 1 effects were looked at (")


@pytest.mark.slow
def test_what_a_comparison_tells_besides_is_folded_below_the_board(parted: Comparison) -> None:
    """The smallest board stands open, all else folded; the board can be stepped below it."""
    page = comparison(parted)
    [(head, first), *others] = sections(page)
    assert (head, first) == ("1. The smallest board on which they part", True)
    assert "What the documents fix differently" in [name for name, _ in others]
    assert not any(opened for _, opened in others)
    assert page.index("</details>") < page.index("The boards") < page.index('data-stage="0"')


@pytest.mark.slow
def test_rulebooks_that_agree_open_on_that_in_green() -> None:
    """A rulebook against itself: one sentence, no board, nothing to step."""
    page = comparison(compare(BOOK, BOOK, n=1))
    kind, head, sentences, _ = opening(page)
    assert kind == "ruling"
    assert head.startswith("one and other ") or head.startswith("sorcery-2026-01 and ")
    assert not any("smallest" in one for one in sentences)
    assert "data-stage" not in page.split("<script", 1)[0]


# --- as they are seen -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("name", ["readings", "audit", "comparison"])
def test_the_verdict_is_on_the_first_screen(
    name: str,
    size: tuple[int, int],
    parted: Comparison,
    open_html: Callable[..., Any],
    tabs: Callable[..., Any],
) -> None:
    """Above all else, nothing wider than the screen; folds are as high as a line until opened."""
    make: dict[str, Callable[[], str]] = {
        "readings": open_page,
        "audit": lambda: audited(FAULT, OPEN, NOTE, FINE),
        "comparison": lambda: comparison(parted),
    }
    wide, high = size
    tab = open_html(make[name](), page=tabs(viewport={"width": wide, "height": high}))
    place = tab.locator(".ruling").first.evaluate("one => one.getBoundingClientRect().toJSON()")
    assert 0 <= place["top"] < 120 and place["bottom"] < high
    assert tab.evaluate("document.documentElement.scrollWidth") <= wide
    folds = tab.locator(".report > details").all()
    assert name != "audit" or len(folds) == 4
    for fold in folds[1:]:
        before = fold.bounding_box()["height"]
        assert before < 100
        fold.locator("summary").click()
        assert fold.bounding_box()["height"] > before


@pytest.mark.slow
def test_a_printed_audit_has_every_fold_open(open_html: Callable[..., Any]) -> None:
    """What a fold hides on the screen is on paper."""
    tab = open_html(audited(FAULT, OPEN, NOTE, FINE))
    hidden = tab.get_by_text("No case has two orders.")
    assert not hidden.is_visible()
    tab.emulate_media(media="print")
    assert hidden.is_visible()
