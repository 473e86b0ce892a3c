"""A rulebook that answers every question of procedure and keeps what it says; and its faults."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from layerlaw.model.rulebooks.load import load_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.shipped import shipped_rulebook

Data = dict[str, Any]
Fault = Callable[[Data], None]

BASE = "sorcery-2026-01"

ANSWERS = {
    "process": ("layered", "Effects are applied layer after layer, in a layer one after another."),
    "test": ("action", "An effect depends on another if that one changes what it does."),
    "parity": ("none", "Effects of different kinds can depend on each other."),
    "graph": ("each step", "Dependencies are looked at anew after each effect applied."),
    "freed": ("compete", "What has ceased to wait for anything competes with the rest."),
    "dependents": ("topological", "An effect is applied after all that it waits for."),
    "independent": (
        "outside its loop",
        "An effect is independent if it depends on nothing outside its loop.",
    ),
    "loop": ("members", "Effects that depend on each other in a circle are a loop."),
    "set": ("again", "In a later layer an effect applies to whatever it selects then."),
    "ability lost": ("continues", "An effect that has begun goes on without its ability."),
    "loss": ("bar", "What is lost can't be gained."),
    "ability added or removed": (
        "in its own layer",
        "What gives or takes an ability is applied in its own layer.",
    ),
    "condition on a later layer": (
        "read in its own layer",
        "A condition is read in its own layer, on the board so far.",
    ),
    "granted timestamp": ("grant", "A granted ability is as old as the effect that gave it."),
    "several": ("printed order", "The abilities of one card count in the order printed."),
    "condition read": (
        "while applying",
        "A condition is looked at whenever the effect is about to be applied.",
    ),
    "resolved set": ("locked", "What resolves keeps to the objects that are there then."),
    "resolved variable": ("once", "A value is worked out once, as it resolves."),
    "members leave": ("zone", "It is over for an object that goes to another zone."),
    "no duration": (
        "source",
        "An effect without a stated duration lasts as long as its source is there.",
    ),
    "prohibition": ("ranks", "What a card forbids or allows prevails over a rule."),
    "floor": ("when read", "A number is never below zero when it is read."),
    "timestamps": ("oldest first", "In a layer effects go from the oldest to the newest."),
    "a copy reads": ("printed values", "A copy has what is printed on what it copies."),
    "static copy": ("reads anew", "What a static ability copies is read each time."),
    "copy on entry": ("as printed", "What is printed to enter as a copy does so."),
    "what has left": ("last known", "Of what has left is asked what was last true of it."),
    "ability of what has left": (
        "is ignored",
        "An ability whose source has left is ignored.",
    ),
    "new timestamp": ("nothing", "What is transformed keeps its timestamp."),
    "static timestamp": (
        "entry of its card",
        "A static ability's effect is as old as its card's stay in the realm.",
    ),
    "resolved timestamp": (
        "resolution",
        "The effect of a spell or an ability is as old as its resolution.",
    ),
    "timestamp in an open set": ("of the effect", "What joins a set has the effect's own age."),
    "age of what is not at rest": ("its own", "Being at rest makes nothing older."),
    "simultaneous entry": (
        "active player first",
        "Of what enters at one moment the active player's comes first.",
    ),
}
"""Each question of procedure with its answer, and the clause that says so."""


def clause_id(policy: str) -> str:
    """The id of the clause that answers a policy."""
    return f"S-{policy.upper().replace(' ', '-')}"


@cache
def _sound() -> Data:
    points = list(shipped_rulebook(BASE).points)
    clauses = [
        {"id": clause_id(policy), "place": f"rule {number}", "says": says, "fixes": [policy]}
        for number, (policy, (_, says)) in enumerate(ANSWERS.items(), 1)
    ]
    return {
        "rulebook": "sound",
        "based on": BASE,
        "without": {
            "points": points,
            "clauses": ["SORC-TS-0", "SORC-TS-2", "SORC-SELF-1", "SORC-SIM-1", "SORC-DEP-1"],
        },
        "clauses": [
            *clauses,
            {
                "id": "S-CHECKS",
                "place": "rule 90",
                "says": "Whether a minion dies is looked at "
                "only when all effects have been applied.",
                "fixes": ["checks"],
            },
        ],
        "policies": {
            policy: {"value": value, "clause": clause_id(policy)}
            for policy, (value, _) in ANSWERS.items()
        },
        "axioms": [
            {
                "clause": "SORC-LAYER-1",
                "when": "layer of x before layer of y",
                "then": "x before y",
            },
            {
                "clause": "S-DEPENDENTS",
                "when": "x waits for something",
                "then": "x is not next",
            },
            {
                "clause": "S-TIMESTAMPS",
                "when": "x and y in one layer and x is ready and x older than y",
                "then": "y is not next",
            },
        ],
    }


def rulebook(folder: Path, *faults: Fault) -> Rulebook:
    """The sound rulebook with these faults seeded."""
    data = deepcopy(_sound())
    for fault in faults:
        fault(data)
    file = folder / "sound.yaml"
    file.write_text(yaml.safe_dump(data, sort_keys=False, width=1000), encoding="utf-8")
    return load_rulebook(file)
