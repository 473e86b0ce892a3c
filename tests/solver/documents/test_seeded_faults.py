"""Faults of every kind, seeded one at a time into a sound rulebook, are noticed by name."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sound_rulebook import ANSWERS, Data, Fault, clause_id, rulebook

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.against_words import wording_findings
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.unasked import unasked_findings


def audited(folder: Path, *faults: Fault) -> list[Finding]:
    """What an audit says of the rulebook with the faults, but for what is as it should be."""
    book = rulebook(folder, *faults)
    every = (*wording_findings(book), *unasked_findings(book, n=2), *abstract_findings(book, n=3))
    return [each for each in every if each.severity != "fine"]


def says(policy: str, text: str) -> Fault:
    """The clause on a policy says another thing."""

    def seed(data: Data) -> None:
        [clause] = [each for each in data["clauses"] if each["id"] == clause_id(policy)]
        clause["says"] = text

    return seed


def does(policy: str, value: str) -> Fault:
    """The procedure does another thing than the clause on the policy says."""
    return lambda data: data["policies"][policy].update(value=value)


def adds(clause: str, text: str, *fixes: str) -> Fault:
    """A clause is added."""
    entry = {"id": clause, "place": "rule 99", "says": text, "fixes": list(fixes)}
    return lambda data: data["clauses"].append(entry)


def entry(key: str, **fields: object) -> Fault:
    """An entry of a list (layers, rules, checks) is written anew, or added."""
    written = {name.replace("_", " "): value for name, value in fields.items()}
    return lambda data: data.setdefault(key, []).append(written)


def keyword(name: str, clause: str, text: str) -> Fault:
    """A keyword does another thing than its clause says."""
    return lambda data: data.update(keywords={name: {"clause": clause, "does": text, "layer": "9"}})


def axiom(number: int, **fields: str) -> Fault:
    """An axiom is another one."""
    return lambda data: data["axioms"][number].update(fields)


def without_axiom(number: int) -> Fault:
    """An axiom is missing."""
    return lambda data: data["axioms"].pop(number)


def all_of(*faults: Fault) -> Fault:
    """One fault that takes several changes."""

    def seed(data: Data) -> None:
        for fault in faults:
            fault(data)

    return seed


@pytest.mark.slow
def test_the_sound_rulebook_comes_out_clean(tmp_path: Path) -> None:
    """Nothing is wrong, nothing is open, and every question of procedure is answered."""
    assert [each.title for each in audited(tmp_path)] == []


CASES: dict[str, tuple[Fault, str, str]] = {
    # layers against their clauses
    "two layers change places": (
        all_of(
            entry(
                "layers", id="2", name="control", clause="SORC-LAYER-3", does=["change controller"]
            ),
            entry(
                "layers",
                id="3",
                name="silence",
                clause="SORC-LAYER-2",
                does=["silenced", "disabled"],
            ),
        ),
        "against its clause",
        "SORC-LAYER-2",
    ),
    "two layers exchange their work": (
        all_of(
            entry(
                "layers", id="2", name="silence", clause="SORC-LAYER-2", does=["change controller"]
            ),
            entry(
                "layers",
                id="3",
                name="control",
                clause="SORC-LAYER-3",
                does=["silenced", "disabled"],
            ),
        ),
        "against its clause",
        "SORC-LAYER-3",
    ),
    "multiplying before setting": (
        all_of(
            entry("layers", id="6", name="x", clause="SORC-LAYER-8", does=["multiply power"]),
            entry(
                "layers",
                id="8",
                name="y",
                clause="SORC-LAYER-6",
                does=["set power", "limit power", "swap power"],
            ),
        ),
        "against its clause",
        "SORC-LAYER-6",
    ),
    "adding just behind copying": (
        all_of(
            lambda data: data["without"].update(layers=["7"]),
            entry(
                "layers",
                id="7",
                name="add power",
                clause="SORC-LAYER-7",
                does=["add power"],
                after="1",
            ),
        ),
        "against its clause",
        "SORC-LAYER-7",
    ),
    # clauses against each other
    "a second clause on timestamps": (
        adds("S-NEW", "In a layer effects go from the newest to the oldest.", "timestamps"),
        "rivals",
        "S-NEW",
    ),
    "a second clause on what is lost": (
        adds("S-NEW", "What was lost can be gained again.", "loss"),
        "rivals",
        "S-NEW",
    ),
    # policies against their clauses
    "a floor that the clause denies": (does("floor", "none"), "against its clause", "S-FLOOR"),
    "a clause that denies the floor": (
        says("floor", "A number can be negative."),
        "against its clause",
        "S-FLOOR",
    ),
    "as old as the activation": (
        says("resolved timestamp", "An effect of an ability is as old as its activation."),
        "against its clause",
        "S-RESOLVED-TIMESTAMP",
    ),
    "what is lost can be gained": (does("loss", "momentary"), "against its clause", "S-LOSS"),
    "checks after each effect": (
        lambda data: data["clauses"][-1].update(
            says="Whether a minion dies is looked at after every single effect."
        ),
        "against its clause",
        "S-CHECKS",
    ),
    # policies against axioms
    "dependent ones by timestamps": (
        all_of(does("dependents", "timestamps"), does("freed", "after all"), does("graph", "once")),
        "departure",
        "S-DEPENDENTS",
    ),
    "dependencies looked at once": (does("graph", "once"), "departure", "S-DEPENDENTS"),
    "loops of two alone": (does("loop", "mutual pairs"), "departure", "S-DEPENDENTS"),
    # axioms
    "the youngest first too": (
        lambda data: data["axioms"].append(
            {
                "clause": "S-AGE-OF-WHAT-IS-NOT-AT-REST",
                "when": "x and y in one layer and y older than x and x is ready",
                "then": "y is not next",
            }
        ),
        "conflict",
        "S-TIMESTAMPS",
    ),
    "no axiom on timestamps": (without_axiom(2), "two orders", ""),
    "no axiom on dependencies": (without_axiom(1), "departure", "S-TIMESTAMPS"),
    "no axiom on layers": (without_axiom(0), "two orders", ""),
    "an axiom that never applies": (
        lambda data: data["axioms"].append(
            {"clause": "S-SET", "when": "x older than y and y older than x", "then": "x before y"}
        ),
        "vacuous",
        "S-SET",
    ),
    # rules, checks, keywords
    "a check against its clause": (
        all_of(
            adds("S-FRAIL", "A minion without power lives.", "checks"),
            entry(
                "checks",
                id="frail",
                who="minions with power <= 0",
                verdict="dies",
                zone="cemetery",
                clause="S-FRAIL",
            ),
        ),
        "against its clause",
        "S-FRAIL",
    ),
    "a rule against its clause": (
        entry(
            "rules",
            id="sickness",
            clause="SORC-SICK-1",
            layer="9",
            does="minions without Charge that entered this turn: can attack",
        ),
        "against its clause",
        "SORC-SICK-1",
    ),
    "a rule that allows what another forbids": (
        all_of(
            adds("S-HASTE", "What has just come can attack."),
            entry(
                "rules",
                id="haste",
                clause="S-HASTE",
                layer="9",
                does="minions that entered this turn: can attack",
            ),
        ),
        "allowed and forbidden",
        "SORC-SICK-1",
    ),
    "a keyword against its clause": (
        keyword("Airborne", "SORC-AIRBORNE-1", "self: can be attacked by units without Airborne"),
        "against its clause",
        "SORC-AIRBORNE-1",
    ),
    # questions
    "a policy that is left out": (
        lambda data: data["policies"].pop("ability added or removed"),
        "unasked",
        "ability added or removed",
    ),
    "a policy on a clause about something else": (
        lambda data: data["policies"]["resolved set"].update(clause="S-FLOOR"),
        "unasked",
        "resolved set",
    ),
    "a clause whose words do not speak of the policy": (
        says("several", "Bears eat honey."),
        "unasked",
        "several",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", CASES)
def test_a_seeded_fault_is_noticed(what: str, tmp_path: Path) -> None:
    """It is found, under its kind, and names the clause or the policy."""
    fault, kind, named = CASES[what]
    found = audited(tmp_path, fault)
    hits = [
        each for each in found if each.kind == kind and named in (*each.clauses, each.policy, "")
    ]
    assert hits, [(each.kind, each.title) for each in found]


REFUSED: dict[str, tuple[Callable[[Data], object], str]] = {
    "a clause that is cited is dropped": (
        lambda data: data["without"]["clauses"].append("SORC-SICK-1"),
        "SORC-SICK-1",
    ),
    "an axiom the wrong way round": (axiom(0, then="y before x"), "x before y"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_seeded_fault_is_refused(what: str, tmp_path: Path) -> None:
    """What makes no sense at all is no rulebook."""
    fault, named = REFUSED[what]
    with pytest.raises(LayerlawError, match=named):
        rulebook(tmp_path, fault)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("policy", ANSWERS)
def test_every_clause_speaks_of_its_policy(policy: str, tmp_path: Path) -> None:
    """A clause that says nothing of the question, and the question is found without an answer."""
    found = audited(tmp_path, says(policy, "Bears eat honey."))
    assert any(policy in (each.policy, *each.title.split("`")) for each in found)
