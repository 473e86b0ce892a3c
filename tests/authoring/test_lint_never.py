"""`layerlaw lint` finds abilities that can never apply, and places what breaks a base."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from layerlaw.model import BadInput, load_rulebook
from layerlaw.solver.shell.authoring.linting import lint

if TYPE_CHECKING:
    from pathlib import Path

SORCERY, GRAND = ("sorcery-2026-01", "minion"), ("grand-archive-2025-09", "ally")
NEVER = {
    "both sides": ("your minions an opponent controls: power += 1", "yours and an opponent's"),
    "is and is not": ("mortal minions but not mortals: power += 1", "nothing is that and is not"),
    "other self": ("other self: power += 1", "nothing is that and is not"),
    "numbers": ("minions with power <= 1 with power >= 3: silenced", "no power is as asked for"),
    "from the cemetery": (
        "nearby minions: power += 1 while in cemetery",
        "what is not in play is near nothing",
    ),
    "a condition": (
        "self: power += 1 as long as there is a mortal that is not mortal",
        "never holds: nothing is that and is not",
    ),
    "two turns": (
        "self: power += 1 as long as it is your turn and it is an opponent's turn",
        "a turn is one player's",
    ),
    "given": ("minions: gain [your minions an opponent controls: power += 1]", "yours and an"),
}


def findings(folder: Path, book: str, type: str, ability: str) -> list[tuple[str, str, int]]:
    """What lint says of a card with that ability, but for its edition."""
    file = folder / "mine.scenario.yaml"
    file.write_text(
        f"title: A card has an ability that is looked at\nrulebook: {book}\nplayers: [you, me]\n"
        f'cards:\n  Hex:\n    is: [{type}]\n    has:\n      - "{ability}"\n'
        "play: [you: Hex as H]\n"
    )
    found = lint([file]).findings
    return [(one.message, one.severity, one.line) for one in found if one.rule == "never-applies"]


@pytest.mark.parametrize("name", NEVER)
def test_an_ability_that_can_never_apply_is_found(name: str, tmp_path: Path) -> None:
    """A contradiction in scope or condition is a warning at the ability."""
    ability, why = NEVER[name]
    ((message, severity, line),) = findings(tmp_path, *SORCERY, ability)
    assert why in message and severity == "warning" and line == 8


@pytest.mark.parametrize(
    ("ability", "why"),
    [
        ("sites: gain [self: controller := you]", "comes too late: it is given in layer ability"),
        ('minions named ""Foot Soldir"": power += 1', "no card here is called 'Foot Soldir'"),
    ],
)
def test_what_comes_too_late_or_names_no_card_is_a_note(
    ability: str, why: str, tmp_path: Path
) -> None:
    """Documents have such abilities themselves, and tokens are no cards."""
    ability = ability.replace('""', '\\"')
    ((message, severity, _),) = findings(tmp_path, *SORCERY, ability)
    assert why in message and severity == "note"


@pytest.mark.parametrize(
    ("book", "ability"),
    [
        (SORCERY, "minions with power >= 1 with power <= 3: silenced"),
        (SORCERY, "your minions or minions an opponent controls: power += 1"),
        (SORCERY, "self: power += 1 while in cemetery"),
        (SORCERY, 'minions named \\"Foot Soldier\\": power += 1'),
        (GRAND, "allies: gain [self: power += 1]"),
        (SORCERY, "minions: gain [self: enters as [subtypes += beast]]"),
    ],
)
def test_an_ability_that_may_apply_is_left_alone(
    book: tuple[str, str], ability: str, tmp_path: Path
) -> None:
    """The neighbours of the contradictions."""
    assert not findings(tmp_path, *book, ability)


@pytest.mark.parametrize(
    ("without", "line", "column", "message", "advice"),
    [
        (
            "without: {keywords: [Stealth, Waterbound]}",
            3,
            31,
            "unknown keyword 'Waterbound': needed by 'waterbound' under 'rules' (",
            "`without: {rules: [waterbound]}`",
        ),
        (
            "without:\n  nouns: [unit]",
            4,
            11,
            "unknown noun 'units': needed by 'Ward' under 'keywords' (",
            "`without: {keywords: [Ward]}`",
        ),
        (
            "characteristics:\n  subtypes: {kind: set, words: [mortal, monument]}",
            4,
            13,
            "unknown noun 'undead': needed by 'evil' under 'nouns' (",
            "`without: {nouns: [evil]}`",
        ),
    ],
)
def test_what_breaks_a_base_is_told_where_it_is_written(
    without: str, line: int, column: int, message: str, advice: str, tmp_path: Path
) -> None:
    """At the place in the file at hand, naming what of the base speaks of it."""
    file = tmp_path / "child.yaml"
    file.write_text(f"rulebook: child\nbased on: sorcery-2026-01\n{without}\n")
    with pytest.raises(BadInput) as refused:
        load_rulebook(file)
    problems = refused.value.problems
    assert {(one.file, one.line, one.column) for one in problems} == {(str(file), line, column)}
    problem = next(one for one in problems if message in one.message)
    assert advice in problem.suggestion


def test_a_base_that_is_wrong_itself_keeps_its_places(tmp_path: Path) -> None:
    """What is wrong with the base alone is not the fault of what is based on it."""
    base, child = tmp_path / "base.yaml", tmp_path / "child.yaml"
    base.write_text("rulebook: base\nbased on: sorcery-2026-01\nnouns: {odd: minons}\n")
    child.write_text("rulebook: child\nbased on: ./base.yaml\nwithout: {keywords: [Waterbound]}\n")
    with pytest.raises(BadInput) as refused:
        load_rulebook(child)
    assert str(base) in {one.file for one in refused.value.problems}
