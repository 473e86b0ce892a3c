"""The explorer in a real browser: what is typed, dragged and chosen changes what is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from exploring import KINGS, pasted, says, shown, typed

from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.answer_json import derivation_json

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


def controlled(page: Page, text: str) -> str:
    """The controller of F: what the solver says of the text, once board and reasons say so, too."""
    document: Any = derivation_json("", solve(loads_scenario(text)), None)
    expected = str(document["objects"]["F"]["controller"])
    frame = page.frame_locator("#panel-picture iframe:not(.coming)")
    card = "article[data-card=F]:visible [data-characteristic=controller]"
    frame.locator(card, has_text=expected).wait_for()
    page.click("#tab-why")
    page.select_option("#why-object", "F")
    page.select_option("#why-characteristic", "controller")
    page.click("text=Why?")
    says(page, "#why-answer h3", f"controller of F is {expected}")
    page.click("#tab-picture")
    return expected


@pytest.mark.slow
def test_the_picture_follows_the_text_and_survives_mistakes(explorer: Page) -> None:
    """Typing changes the picture; a mistake is shown with its place while the last picture stays;
    Undo brings everything back.
    """
    pasted(explorer, KINGS.replace("Two Kings\n", "Three & <b>Kings</b>\n", 2))
    shown(explorer, "Three & <b>Kings</b>")
    wrong = typed(explorer).replace("Realm as K2", "Raelm as K2")
    pasted(explorer, wrong)
    says(explorer, "#problems", "line 9, column 9: unknown card 'King of the Raelm'")
    assert explorer.locator("#panel-picture.stale").count() == 1
    shown(explorer, "Three & <b>Kings</b>")
    explorer.click("#problems button")
    area = "document.activeElement"
    assert explorer.evaluate("getSelection().toString()") == "King of the Raelm"
    explorer.keyboard.press("Control+z")
    explorer.locator("#panel-picture:not(.stale)").wait_for()
    assert "Raelm" not in typed(explorer)
    assert explorer.is_hidden("#problems")
    explorer.click("#undo")
    shown(explorer, "Two Kings")
    assert typed(explorer) == KINGS and explorer.is_disabled("#undo")
    explorer.focus("#text")
    explorer.keyboard.press("Control+End")
    explorer.keyboard.press("Tab")
    assert typed(explorer) == KINGS + "  "
    explorer.keyboard.press("Escape")
    explorer.keyboard.press("Tab")
    assert explorer.evaluate(f"{area}.id") != "text"


@pytest.mark.slow
def test_an_old_answer_never_looks_like_a_new_one(explorer: Page) -> None:
    """While an answer takes its time, what is shown is greyed and said to be worked on; what
    makes the text no YAML leads to its place; what is known to fail has a mark of its own.
    """
    held: list[Route] = []
    explorer.route("**/ask", lambda route: held.append(route))
    failing = "  - {xfail: power of F is 4, reason: a gap}\n"
    pasted(explorer, KINGS + failing)
    says(explorer, "#state.busy", "working")
    for part in ("#panel-picture", "#events", "#expected"):
        assert explorer.locator(f"{part}.stale").count() == 1
    held[-1].continue_()
    explorer.unroute("**/ask")
    says(explorer, "#expected h2", "As expected: 1 of 2, 1 known to fail")
    assert explorer.inner_text("#expected .known button") == "known to fail: power of F is 4"
    assert explorer.locator(".stale").count() == 0
    says(explorer, "#state", "certificate confirmed")
    pasted(explorer, KINGS.replace("[you, me]", "[you, me"))
    says(explorer, "#problems button", "line 5, column 5")
    explorer.locator("#text-pane .cm-lint-marker-error").wait_for()


@pytest.mark.slow
def test_cards_are_put_into_another_order(explorer: Page) -> None:
    """By mouse and by keys a card changes its place in the text, with its comments, and the answer
    changes with it; what cannot happen in that order is refused with the solver's words.
    """
    assert controlled(explorer, KINGS) == "you"
    says(explorer, "#state", "Settled as far as asked (20 points)")
    says(explorer, "#expected", "✓")
    cards = explorer.locator("#events li")
    first, last = (cards.nth(number).bounding_box() for number in (1, 2))
    assert first and last
    explorer.mouse.move(last["x"] + 90, last["y"] + last["height"] / 2)
    explorer.mouse.down()
    explorer.mouse.move(first["x"] + 90, first["y"] + 4, steps=4)
    explorer.mouse.up()
    says(explorer, "#told", "Moved to place 2 of 3")
    king = "  # the first King\n  - you: King of the Realm as K1 at 8  # his square\n"
    other = "  - me: King of the Realm as K2 at 12\n"
    swapped = KINGS.replace(king + other, other + king)
    assert typed(explorer) == swapped
    says(explorer, "#expected", "✗")
    assert controlled(explorer, swapped) == "me"
    explorer.locator("#events li").nth(1).locator("[data-kind=down]").focus()
    explorer.keyboard.press("Enter")
    says(explorer, "#told", "Moved to place 3 of 3")
    assert typed(explorer) == KINGS
    focused = "document.activeElement.getAttribute('aria-label')"
    assert explorer.evaluate(focused) == "Move down: me: King of the Realm as K2 at 12"
    pasted(explorer, KINGS.replace("expect:", "  - damage: K2 1\nexpect:"))
    says(explorer, "#events li:nth-child(4)", "damage: K2 1")
    explorer.locator("#events li").nth(3).locator("[data-kind=up]").click()
    says(explorer, "#order-problem", "'K2' is used here before it enters")
    assert "K2 at 12\n  - damage" in typed(explorer)


@pytest.mark.slow
def test_another_rulebook_and_another_reading_change_the_answer(explorer: Page) -> None:
    """A choice is shown at once, is said not to be in the text, and can be written into it."""
    explorer.select_option("#rulebook", "grand-archive-2021")
    says(explorer, "#problems", "grand-archive-2021 has no squares")
    explorer.click("#drop")
    explorer.locator("#panel-picture:not(.stale)").wait_for()
    explorer.click("#points summary")
    explorer.check("input[name='SORC-OPEN-TEST'][value=result]")
    says(explorer, "#choice", "SORC-OPEN-TEST = result")
    shown(explorer, "SORC-OPEN-TEST = result")
    explorer.check("#beside")
    shown(explorer, "sorcery-2026-01, as written")
    explorer.click("#write")
    says(explorer, "#told", "Written into the text")
    assert "\nreadings: {SORC-OPEN-TEST: result}\n" in typed(explorer)
    assert loads_scenario(typed(explorer)).readings == {"SORC-OPEN-TEST": "result"}
    explorer.click("#tab-readings")
    explorer.frame_locator("#panel-readings iframe:not(.coming)").locator("h1").wait_for()


@pytest.mark.slow
def test_files_and_links_hold_what_is_typed(explorer: Page, address: str) -> None:
    """A file that is saved, a file that is opened and a link all give the same text."""
    text = KINGS.replace("Two Kings", "Zwei Könige 王")
    pasted(explorer, text)
    shown(explorer, "Zwei Könige 王")
    says(explorer, "#file-name", "not saved")
    with explorer.expect_download() as saved:
        explorer.click("#save")
    assert saved.value.suggested_filename == "kings.scenario.yaml"
    assert Path(saved.value.path()).read_bytes() == text.encode()
    assert "not saved" not in explorer.inner_text("#file-name")
    with explorer.expect_download() as page:
        explorer.click("#save-page")
    assert page.value.suggested_filename == "kings.html"
    assert "Zwei Könige 王" in Path(page.value.path()).read_text(encoding="utf-8")
    explorer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer.click("#link")
    says(explorer, "#told", "The link is copied")
    link = explorer.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{address}#s=")
    explorer.set_input_files(
        "#file", {"name": "x.yaml", "mimeType": "text/yaml", "buffer": KINGS.encode()}
    )
    shown(explorer, "Two Kings")
    assert typed(explorer) == KINGS
    for bytes_, message in ((b"\xff\xfe", "not UTF-8"), (b" " * 300_000, "too large")):
        explorer.set_input_files(
            "#file", {"name": "x.yaml", "mimeType": "text/yaml", "buffer": bytes_}
        )
        says(explorer, "#told", message)
    explorer.evaluate("link => { location.href = link; }", link)
    shown(explorer, "Zwei Könige 王")
    assert typed(explorer) == text
    explorer.evaluate("link => { location.href = link; }", link[:-9])
    says(explorer, "#told", "the link is damaged")
    assert typed(explorer) == text
    explorer.go_back()
    explorer.go_back()
    says(explorer, "#told", "what was here before the link")
    assert typed(explorer) == KINGS and explorer.evaluate("location.hash") == ""
    says(explorer, "#file-name", "x.yaml")
    explorer.go_forward()
    says(explorer, "#told", "came with the link")
    assert typed(explorer) == text


@pytest.mark.slow
def test_shipped_scenarios_are_looked_at_and_nothing_typed_is_run(
    explorer: Page, forgiven: list[str]
) -> None:
    """The shelf is searched by words and by game, another rulebook of the game shows its own
    picture, and names that look like code stay names.
    """
    explorer.click("#shelf summary")
    explorer.fill("#search", "mordred caliburn")
    explorer.select_option("#game", "Grand Archive")
    explorer.locator("#shelf-list button[data-id='grand-archive/mordred-caliburn']").click()
    says(explorer, "#told", "mordred-caliburn.scenario.yaml")
    says(explorer, "#state", "grand-archive-2025-09, certificate confirmed")
    explorer.select_option("#rulebook", "grand-archive-zh")
    says(explorer, "#state", "grand-archive-zh, certificate confirmed")
    shown(explorer, "which is not the file's own rulebook")
    explorer.click("#drop")
    evil = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
    explorer.on("dialog", lambda dialog: pytest.fail(f"it was run: {dialog.message}"))
    card = f"{json.dumps(evil)}: {{is: [minion], power: 1}}"
    play = f"""  - 'you: "{evil}" as E at 3'\n"""
    text = KINGS.replace("Two Kings\n", f"T {evil}\n", 2).replace("# T", "# ")
    text = text.replace("play:\n", f"cards:\n  {card}\nplay:\n{play}")
    pasted(explorer, text)
    shown(explorer, f"T {evil}")
    shown(explorer, "alert(2)</script>")
    says(explorer, "#events", evil)
    pasted(explorer, text.replace("as E at 3", "as E at 99"))
    says(explorer, "#problems", "line")
    sandbox = explorer.get_attribute("#panel-picture iframe", "sandbox")
    assert sandbox == "allow-scripts"
    pasted(explorer, "a: &a [x]\nb: *a\nrulebook: /etc/passwd\ntitle: !include x")
    says(explorer, "#problems", "an anchor (&a) is not read here")
    says(explorer, "#problems", "a tag (!include) is not read here")
    forgiven.append("status of 413")
    pasted(explorer, "#" * 300_000)
    says(explorer, "#state", "too large for the explorer")
    assert explorer.is_hidden("#problems")
    assert explorer.locator("#events.stale").count() == 1
    pasted(explorer, KINGS)
    shown(explorer, "Two Kings")
