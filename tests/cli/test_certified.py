"""A certificate is confirmed, refused or unknown; each has a word and an exit code of its own."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.algebra import Ability, ChangeNumber
from layerlaw.solver.certificate import BEGINS, certificate_of, together
from layerlaw.solver.layers import cells as shown
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.notebook import verdict_line
from layerlaw.solver.shell.testing.collected import CertificateTest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from conftest import Run

BOOT = """
title: Holds itself up
rulebook: duel-masters-1.28-en
players: [A, B]
cards:
  Self: {is: [creature], power: 1000, has: ["self: gain Blocker as long as self has Blocker"]}
play:
  - A: Self as S
expect:
  - S lacks Blocker
"""

STRONG = """
title: Strong together
rulebook: sorcery-2026-01
players: [me, you]
cards:
  Strong: {is: [minion], power: 1, has: ["other minions: power += 2"]}
  Base: {is: [minion], power: 3, has: ["other minions: power := 1"]}
play:
  - me: Strong as S at 8
  - you: Base as B at 9
expect:
  - power of B is 5
"""


@pytest.fixture
def boot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A scenario about which the certificate has no time to find out."""
    monkeypatch.setattr(together, "MOST_FOUND", 0)
    file = tmp_path / "boot.scenario.yaml"
    file.write_text(BOOT, encoding="utf-8")
    return str(file)


@pytest.fixture
def strong(tmp_path: Path) -> str:
    """A scenario with two layers of numbers."""
    file = tmp_path / "strong.scenario.yaml"
    file.write_text(STRONG, encoding="utf-8")
    return str(file)


def test_unknown_is_neither_confirmed_nor_refused(run: Run, boot: str) -> None:
    """The answer is shown with the reason, and exit code 3."""
    ran = run("solve", boot, "--no-color")
    assert ran.code == 3
    assert "Certificate: UNKNOWN, neither confirmed nor refused" in ran.out
    assert "REFUSED" not in ran.out and "Certificate: confirmed" not in ran.out
    found = json.loads(run("solve", boot, "--json").out)["certificate"]
    assert (found["ok"], found["verdict"]) == (False, "unknown")
    assert any(one["outcome"].startswith("unknown: ") for one in found["checked"])


def test_check_counts_what_is_unknown_apart(run: Run, boot: str, strong: str) -> None:
    """It neither passed nor failed; a failure beside it goes before it."""
    ran = run("check", boot, strong, "--no-color")
    assert ran.code == 3
    assert "1 passed, 0 failed, 1 with a certificate neither confirmed nor refused" in " ".join(
        ran.out.split()
    )
    document = json.loads(run("check", boot, strong, "--json").out)
    assert (document["passed"], document["failed"], document["unknown"]) == (1, 0, 1)
    text = Path(boot).read_text(encoding="utf-8").replace("S lacks", "S has")
    Path(boot).write_text(text, encoding="utf-8")
    assert run("check", boot, strong).code == 1


@pytest.mark.slow
def test_other_interfaces_say_unknown(run: Run, boot: str) -> None:
    """Side by side, in a notebook, and in pytest, where the test is skipped with the reason."""
    both = "duel-masters-1.28-en,duel-masters-1.28-ja"
    ran = run("solve", boot, "--rulebook", both, "--no-color")
    assert ran.code == 3
    assert "UNKNOWN" in ran.out
    document = json.loads(run("solve", boot, "--rulebook", both, "--json").out)
    assert [one["certified"] for one in document["rulebooks"]] == ["unknown", "unknown"]
    answer = solve(loads_scenario(BOOT))
    line = verdict_line(certificate_of(answer).check())
    assert line.startswith("Certificate: UNKNOWN") and "more than 0 states" in line
    judged: Any = SimpleNamespace(derivation=answer)
    with pytest.raises(pytest.skip.Exception, match="neither confirmed nor refused"):
        CertificateTest.hold(CertificateTest.__new__(CertificateTest), judged)


def test_where_the_certificate_begins_is_said_with_it(run: Run, strong: str) -> None:
    """In text, in JSON, and on the verdict itself."""
    ran = run("solve", strong, "-v", "--no-color")
    assert ran.code == 0
    assert BEGINS in " ".join(ran.out.split())
    assert json.loads(run("solve", strong, "--json").out)["certificate"]["begins"] == BEGINS
    assert certificate_of(solve(loads_scenario(STRONG))).check().begins == BEGINS


def test_an_operation_sorted_into_a_wrong_layer_is_refused(
    run: Run, strong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replay sorts by itself: what the solver's table has wrong, it does not have wrong too."""

    def wrong(operation: ChangeNumber) -> tuple[str, ...]:
        return (f"set {operation.characteristic}",)

    monkeypatch.setattr(ChangeNumber, "layer_words", property(wrong))
    ran = run("solve", strong, "--no-color")
    assert ran.code == 1
    assert "Certificate: REFUSED" in ran.out


@pytest.mark.parametrize(
    "text",
    ["minions: power += 3", "minions: power += 3, lose Stealth", "other minions: power += 2"],
)
def test_an_ability_under_a_wrong_text_is_refused(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Abilities are compared as trees, and what they are called is read back."""
    scenario = loads_scenario(STRONG.replace("other minions: power := 1", "minions: power += 1"))
    assert certificate_of(solve(scenario)).check().outcome == "confirmed"
    right = shown.text_of

    def wrong(ability: Ability, plurals: Mapping[str, str]) -> str:
        told = right(ability, plurals)
        return text if told == "minions: power += 1" else told

    monkeypatch.setattr(shown, "text_of", wrong)
    assert certificate_of(solve(scenario)).check().outcome == "refused"
