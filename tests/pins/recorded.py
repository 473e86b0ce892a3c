"""Which commands are recorded: everything shipped is solved, the rest is sampled by name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pins.command import ROOT, SCENARIOS

RULEBOOKS = (
    "duel-masters-1.28-en",
    "duel-masters-1.28-ja",
    "grand-archive-2021",
    "grand-archive-2025-09",
    "grand-archive-2026-08",
    "grand-archive-zh",
    "magic-2026-04",
    "sorcery-2026-01",
    "sorcery-2026-05",
    "sorcery-2026-07",
)
"""The shipped rulebooks."""

AUDITED = "grand-archive-zh"
"""The one whose audit is quick; what audits find of the others has tests of its own."""

MALFORMED = "../../tests/pins/malformed"
PICTURES = (
    "--html OUT/page.html --svg OUT/picture.svg --mermaid OUT/picture.md --dot OUT/picture.dot"
)


@dataclass(frozen=True)
class Pin:
    """A command whose text is recorded; a slow one is left out of the quick suite."""

    command: str
    slow: bool = True


def pins() -> tuple[Pin, ...]:
    """Every command that is recorded, each once; one listed as quick stays quick."""
    slow: dict[str, bool] = {}
    for pin in (*_scenarios(), *_questions(), *_rulebooks(), *_shelf(), *_mistakes()):
        slow[pin.command] = pin.slow and slow.get(pin.command, True)
    return tuple(Pin(command, is_slow) for command, is_slow in slow.items())


def _sample(one_in: int, salt: str = "") -> list[str]:
    """Shipped scenarios picked by a hash of their names: a new one moves none of the others."""
    files = sorted(SCENARIOS.rglob("*.scenario.yaml"))
    names = [file.relative_to(SCENARIOS).as_posix() for file in files]
    return [
        name
        for name in names
        if int(hashlib.sha256((salt + name).encode()).hexdigest()[:8], 16) % one_in == 0
    ]


def _scenarios() -> Iterator[Pin]:
    """One in eight shipped scenarios solved with its certificate, and samples of all else."""
    few = set(_sample(40))
    for name in sorted({*few, *_sample(8)}):
        yield Pin(f"solve {name} --json", slow=name not in few)
    for template, quick, all_of_them in (
        ("solve {}", 120, 48),
        ("solve {} --plain --json --no-certificate", 120, 48),
        ("solve {} --each", 120, 80),
        ("solve {} --readings --json --limit 64", 120, 40),
        ("solve {} --readings --limit 64", 240, 80),
        ("solve {} " + PICTURES, 120, 48),
        ("orders {} --json", 60, 40),
        ("orders {}", 120, 40),
        ("why {}", 30, 12),
        ("why {} --json", 60, 30),
        ("what-if {} --timestamps-only --json", 60, 48),
        ("what-if {} --timestamps-only", 120, 40),
        ("check {} --verbose", 40, 40),
        ("format {}", 40, 24),
    ):
        few = set(_sample(quick, template))
        # Every name of the quick sample is in the large one too.
        for name in sorted({*few, *_sample(all_of_them, template)}):
            yield Pin(template.format(name), slow=name not in few)


def _questions() -> Iterator[Pin]:
    """Questions that name objects, on boards that people know."""
    kings, sisters = "sorcery/two-kings.scenario.yaml", "sorcery/two-sisters.scenario.yaml"
    mesmerism = "sorcery/king-mesmerism.scenario.yaml"
    dragon = "duel-masters/batorai-bushin.scenario.yaml"
    silence = "grand-archive/2021-mutual-silence.scenario.yaml"
    for question in (
        f"why {kings} K2.controller",
        f"why {kings} 'controller of K1' --json",
        f"why {sisters} B.abilities",
        f"why {sisters} A.abilities --json",
        f"why {dragon} B",
        f"why {dragon} B.power --json",
        f"may {dragon} B attack",
        f"may {dragon} B attack --json",
        f"may {dragon} B be attacked --readings --json --limit 64",
        f"may {dragon} K block",
        f"may {kings} K1 attack K2",
        f"what-if {kings} --swap K1,K2",
        f"what-if {kings} --swap K1,K2 --json",
        f"what-if {kings} --without K1.2",
        f"what-if {kings} --without K1 --json",
        f"what-if {mesmerism} --swap K,M --html OUT/page.html",
        f"what-if {sisters} --order B,A --json",
        f"orders {kings} --cross-check --json",
        f"sweep {sisters} {kings} --workers 1 --json",
        f"shrink {silence} --rulebook grand-archive-2025-09 --limit 40",
        f"shrink {sisters} --reading SORC-OPEN-DEPENDENTS=timestamps --limit 40",
        f"solve {silence} --rulebook grand-archive-2021,grand-archive-2025-09",
        f"solve {silence} --rulebook grand-archive-2021,grand-archive-2025-09 --json",
        f"what-if {silence} --rulebook grand-archive-2025-09 --json",
        f"solve {sisters} --rulebook sorcery-2026-01,grand-archive-2021",
        f"solve {kings} --strict --json",
    ):
        yield Pin(question, slow=False)


def _rulebooks() -> Iterator[Pin]:
    """Audits, comparisons, coverage, and a census of a few pairs."""
    for rulebook in RULEBOOKS:
        yield Pin(f"rulebook {rulebook}", slow=False)
        yield Pin(f"rulebook {rulebook} --json", slow=False)
        yield Pin(f"schema scenario --rulebook {rulebook}")
    yield Pin(f"audit {AUDITED} --n 1 --json")
    yield Pin(f"audit {AUDITED} --n 1 --markdown --html OUT/page.html --save OUT/boards")
    yield Pin("compare duel-masters-1.28-en duel-masters-1.28-ja --json", slow=False)
    yield Pin("compare duel-masters-1.28-en duel-masters-1.28-ja --markdown")
    yield Pin("compare duel-masters-1.28-en duel-masters-1.28-ja")
    yield Pin(
        "compare grand-archive-2021 sorcery-2026-01 --n 2 --html OUT/page.html --save OUT/boards"
    )
    yield Pin("compare grand-archive-2025-09 grand-archive-zh --n 1 --json")
    yield Pin("coverage grand-archive-zh", slow=False)
    yield Pin("coverage grand-archive-2021 --json")
    yield Pin("coverage grand-archive-zh --markdown")
    yield Pin("coverage grand-archive-zh --mutate --limit 20 --json")
    yield Pin("examples grand-archive-zh --json")
    yield Pin("examples grand-archive-2021")
    yield Pin("census sorcery-2026-01 --limit 6 --workers 1 --json -")
    few_cards = "--cards ../../tests/pins/few-cards.yaml --workers 1"
    yield Pin(f"census sorcery-2026-01 {few_cards}", slow=False)
    yield Pin(f"census sorcery-2026-01 {few_cards} --of both --json -")


def _shelf() -> Iterator[Pin]:
    """What the shelf commands print."""
    for command in (
        "--help",
        "solve --help",
        "rulebook",
        "rulebook --json",
        "scenarios",
        "scenarios --json",
        "notation",
        "notation --short",
        "card 'King of the Realm'",
        "card 'King of the Realm' --json",
        "card 'Sisters of Silence'",
        "card 'Batorai Bushin, Blazing Deluxe' --json",
        "card 'Beastsoul Visage'",
        "schema scenario",
        "schema cards",
        "schema rulebook",
        "schema rulings",
        "lint --rules",
        "new OUT/table.scenario.yaml --rulebook sorcery-2026-01 --cards 'King of the Realm'",
        "new OUT/cards.yaml --kind cards --rulebook sorcery-2026-01",
        "new OUT/rulebook.yaml --kind rulebook --rulebook sorcery-2026-01",
        "rulings grand-archive --counts",
    ):
        yield Pin(command, slow=False)
    yield Pin("lint --shipped --notes --json")
    yield Pin("rulings grand-archive --lacking --json")
    for file in sorted((ROOT / "fixtures" / "rulebooks").glob("*.yaml")):
        yield Pin(f"format ../rulebooks/{file.name}")
    for file in sorted((ROOT / "fixtures" / "cards").glob("*.yaml")):
        yield Pin(f"format ../cards/{file.name}")


def _mistakes() -> Iterator[Pin]:
    """Mistaken files and words: what is said, and the exit code."""
    for file in sorted(Path(__file__).with_name("malformed").glob("*.yaml")):
        command = "rulebook" if file.stem.startswith("rulebook") else "solve"
        yield Pin(f"{command} {MALFORMED}/{file.name}", slow=False)
    sisters = "sorcery/two-sisters.scenario.yaml"
    for command in (
        f"check {MALFORMED}/expects-wrongly.yaml",
        f"check {MALFORMED}/expects-wrongly.yaml --json",
        f"lint {MALFORMED}/unknown-key.yaml",
        f"format {MALFORMED}/unknown-card.yaml",
        "solve nowhere.yaml",
        "solve",
        f"solve {sisters} --rulebook nowhere",
        f"solve {sisters} --reading SORC-OPEN-DEPENDENTS=sideways",
        f"solve {sisters} --reading NO-SUCH-POINT=1",
        f"why {sisters} C.power",
        f"why {sisters} A.hunger",
        f"may {sisters} A fly-away",
        f"what-if {sisters} --without C",
        f"what-if {sisters} --swap A",
        "card 'No Such Card'",
        "audit nowhere",
        "compare sorcery-2026-01",
        "frobnicate",
        "solve --limit many",
    ):
        yield Pin(command, slow=False)
