"""Where a rulebook does another thing than its clauses say, and where two clauses disagree."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Permission
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.arguments import checked
from layerlaw.model.rulebooks.policies import QUESTIONS
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.rival_rules import rival_rules
from layerlaw.solver.documents.wording.answered import arises
from layerlaw.solver.documents.wording.layer_words import layer_mismatches
from layerlaw.solver.documents.wording.polarity import said_of, said_of_verdict
from layerlaw.solver.documents.wording.policy_phrases import PHRASES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.model.rulebooks.rulebook import Clause


@checked()
def wording_findings(rulebook: Rulebook) -> tuple[Finding, ...]:
    """What the rulebook does otherwise than the clauses say that it names, and rival clauses.

    rulebook: whose policies, readings, layers, rules, keywords and checks are held against what
    their clauses say, as far as set phrases tell it. Raises `WrongArgument` for what is no
    rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> [found.kind for found in wording_findings(shipped_rulebook("sorcery-2026-01"))]
    ['clean']
    """
    found = (
        *_policies(rulebook),
        *_layers(rulebook),
        *_permissions(rulebook),
        *_checks(rulebook),
        *_rival_clauses(rulebook),
        *rival_rules(rulebook),
    )
    if any(each.severity == "fault" for each in found):
        return found
    title = (
        "Policies, readings, layers, rules, keywords and checks say nothing else than the clauses "
        "that they name, and no two clauses answer one question differently."
    )
    return (*found, Finding("clean", title, reason="as far as set phrases in the clauses tell it"))


def _against(title: str, *clauses: str, point: str = "", readings: tuple[str, ...] = ()) -> Finding:
    return Finding("against its clause", title, clauses=clauses, point=point, readings=readings)


# --- policies and readings ----------------------------------------------------------------


def _policies(rulebook: Rulebook) -> Iterator[Finding]:
    """Policies and readings whose clause gives another answer."""
    for policy, given in rulebook.policies.items():
        clause = rulebook.clauses.get(given.clause)
        if clause is not None and arises(rulebook, policy):
            said = _otherwise(policy, given.value, clause)
            if said:
                title = f"`{policy}: {given.value}` names {clause.id}, which says `{said}`."
                yield _against(title, clause.id)
    for point in rulebook.points.values():
        for reading in point.readings:
            for policy, value in reading.policies.items():
                for clause in map(rulebook.clauses.__getitem__, reading.follows):
                    if policy in clause.fixes and (said := _otherwise(policy, value, clause)):
                        title = (
                            f"{point.id} = {reading.id} (`{policy}: {value}`) says that it follows "
                            f"{clause.id}, which says `{said}`."
                        )
                        yield _against(title, clause.id, point=point.id, readings=(reading.id,))
    for name, phrases in PHRASES.items():
        for clause in rulebook.clauses.values():
            if phrases.always and name in clause.fixes:
                said = _otherwise(name, phrases.always, clause)
                if said:
                    title = (
                        f"{clause.id} says `{said}` of the {name}; every procedure here makes them "
                        f"{phrases.always}."
                    )
                    yield _against(title, clause.id)


def _otherwise(policy: str, value: str, clause: Clause) -> str:
    """The answer that the clause gives where it is not the value, or an empty string."""
    given = PHRASES[policy].given(clause.says)
    return "" if not given or value in given else _first(policy, given)


def _first(policy: str, given: frozenset[str]) -> str:
    known = QUESTIONS[policy].answers if policy in QUESTIONS else PHRASES[policy].answers
    return next((answer for answer in known if answer in given), min(given))


# --- layers, rules, keywords, checks ------------------------------------------------------


def _layers(rulebook: Rulebook) -> Iterator[Finding]:
    for mismatch in layer_mismatches(rulebook):
        why = mismatch.why
        yield _against(f"{why[0].upper()}{why[1:]}.", *mismatch.clauses)


def _permissions(rulebook: Rulebook) -> Iterator[Finding]:
    """Rules and keywords that allow what their clause forbids, or the other way round."""
    stating = [(f"rule {rule.id}", rule.ability, rule.clause) for rule in rulebook.rules]
    stating += [
        (f"keyword {keyword}", ability, rulebook.keyword_clause(keyword))
        for keyword, ability in rulebook.keywords.items()
    ]
    for what, ability, id in stating:
        if id in rulebook.clauses:
            for text in _belied(rulebook, ability, rulebook.clauses[id]):
                title = f"The {what} says `{text}`; its clause {id} says the contrary."
                yield _against(title, id)


def _belied(rulebook: Rulebook, ability: Ability, clause: Clause) -> Iterator[str]:
    """The permissions of the ability of which the clause says the contrary."""
    active = {passive: action for action, passive in rulebook.actions.items()}
    told = set()
    for node in nodes(ability):
        if isinstance(node, Permission):
            action = active.get(node.action, node.action) if node.passive else node.action
            passive = rulebook.actions.get(action, "")
            said = said_of(action, passive, node.passive, clause.says)
            text = f"{'can' if node.allowed else 'cannot'} {'be ' * node.passive}{node.action}"
            if said and node.allowed not in said and text not in told:
                told.add(text)
                yield text


def _checks(rulebook: Rulebook) -> Iterator[Finding]:
    for check in rulebook.checks:
        clause = rulebook.clauses.get(check.clause)
        # A check that passes by one of several lets that one stay, as its clause may say.
        if check.one_for_each:
            continue
        if clause is not None and said_of_verdict(check.verdict, clause.says) == {False}:
            title = (
                f"By the check {check.id} what it selects {check.verdict}; its clause {clause.id} "
                "says that it does not."
            )
            yield _against(title, clause.id)


# --- two clauses --------------------------------------------------------------------------


def _rival_clauses(rulebook: Rulebook) -> Iterator[Finding]:
    """Two clauses that answer one question for all effects, each in another way.

    An open point on it that cites both has asked already.
    """
    for policy, phrases in PHRASES.items():
        if not phrases.general or (policy in QUESTIONS and not arises(rulebook, policy)):
            continue
        answering = {
            clause.id: given
            for clause in rulebook.clauses.values()
            if policy in clause.fixes and (given := phrases.given(clause.says))
        }
        for one, other in combinations(answering, 2):
            asked = any({one, other} <= set(point.clauses) for point in rulebook.points.values())
            if not asked and not answering[one] & answering[other]:
                first, second = (_first(policy, answering[each]) for each in (one, other))
                yield Finding(
                    "rivals",
                    f"{one} and {other} both fix {policy}: by the one it is `{first}`, by the "
                    f"other `{second}`.",
                    clauses=(one, other),
                    words=(f"strike {one}", f"strike {other}", "say which of them prevails"),
                )
