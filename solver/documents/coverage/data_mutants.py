"""Mutants that take away one piece of a rulebook's data: a check, a rule, an immunity, a mark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from layerlaw.model.algebra import Ability
from layerlaw.model.algebra.trees import rebuilt
from layerlaw.model.errors import Where
from layerlaw.model.notation.printing import print_selector
from layerlaw.solver.answer.explain import fixing
from layerlaw.solver.documents.coverage.mutants import Mutant, always, given, named, unless
from layerlaw.solver.documents.coverage.questions import POLICY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook, StateCheck, Status
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.coverage.exercise import Exercise
    from layerlaw.solver.documents.coverage.mutants import Skip

V = TypeVar("V")


def data_mutants(rulebook: Rulebook) -> Iterator[Mutant]:
    """Every mutant that drops or weakens a piece of data, in the order of the rulebook's parts."""
    for status in rulebook.statuses.values():
        yield from _of_status(rulebook, status)
    for characteristic in rulebook.characteristics.values():
        yield from _of_characteristic(rulebook, characteristic)
    yield from _keywords(rulebook)
    yield from _rules(rulebook)
    for check in rulebook.checks:
        yield from _of_check(rulebook, check)
    yield from _immunities(rulebook)
    yield from _marks(rulebook)
    yield from _objects(rulebook)


def _mentions(word: str) -> Skip:
    return unless(lambda done: word in done.words, f"'{word}' occurs nowhere in it")


def _has(*kinds: str) -> Skip:
    return unless(
        lambda done: {f"events.{kind}" for kind in kinds} <= done.kinds,
        f"no event is of the kind {' and '.join(kinds)}",
    )


def _with(table: Mapping[str, V], key: str, value: V) -> Mapping[str, V]:
    return MappingProxyType({**table, key: value})


# --- statuses and characteristics ------------------------------------------------------------


def _of_status(rulebook: Rulebook, status: Status) -> Iterator[Mutant]:
    weaker: dict[str, Status] = {}
    if status.silences:
        weaker["silences"] = replace(status, silences=False)
    if status.disables:
        weaker["disables"] = replace(status, disables=False)
    if status.empties:
        weaker["empties"] = replace(status, empties=())
    if status.hides:
        weaker["hides"] = replace(status, hides=False)
    if status.nameless:
        weaker["nameless"] = replace(status, nameless=False)
    if status.renews:
        weaker["renews"] = replace(status, renews=False)
    if status.other_half is not None:
        weaker["turns"] = replace(status, other_half=None)
    for what, other in weaker.items():
        yield Mutant(
            f"status {status.name} not {what}",
            f"'{status.name}' {what} nothing",
            named(status.clause, *fixing(rulebook, f"status {status.name}")),
            given(statuses=_with(rulebook.statuses, status.name, other)),
            _mentions(status.name),
        )


def _of_characteristic(rulebook: Rulebook, one: Characteristic) -> Iterator[Mutant]:
    def mutant(what: str, says: str, other: Characteristic, topic: str, skip: Skip) -> Mutant:
        return Mutant(
            f"characteristic {one.name} {what}",
            says,
            named(*fixing(rulebook, one.name), *fixing(rulebook, topic)),
            given(characteristics=_with(rulebook.characteristics, one.name, other)),
            skip,
        )

    turns = _has("Count", "TurnBegins")
    if one.floor is not None:
        skip = _has("Count") if one.counter else unless(_cut, "nothing falls below a floor")
        says = f"{one.name} may be less than {one.floor}"
        yield mutant("without floor", says, replace(one, floor=None), "floor", skip)
    if one.lasting:
        says = f"{one.name} goes away when a turn begins"
        yield mutant("not lasting", says, replace(one, lasting=False), "counters", turns)
    elif one.counter:
        says = f"{one.name} stays when a turn begins"
        yield mutant("lasting", says, replace(one, lasting=True), "counters", turns)
    if one.opposite:
        says = f"{one.name} and {one.opposite} do not take each other away"
        yield mutant("apart", says, replace(one, opposite=""), "counters", _has("Count"))
    if one.gives:
        says = f"{one.name} gives nothing"
        yield mutant("giving nothing", says, replace(one, gives=""), "counters", _has("Count"))


def _cut(done: Exercise) -> bool:
    """Whether some floor makes a difference."""
    return "none" in done.told_apart.get(f"{POLICY}floor", ())


# --- keywords, rules, checks -----------------------------------------------------------------


def _keywords(rulebook: Rulebook) -> Iterator[Mutant]:
    for name, ability in rulebook.keywords.items():
        if ability.instructions:
            yield Mutant(
                f"keyword {name} does nothing",
                f"{name} has no effect",
                named(rulebook.keyword_clause(name), *fixing(rulebook, f"keyword {name}")),
                partial(_with_nothing_behind, keyword=name),
                _mentions(name),
            )


def _with_nothing_behind(scenario: Scenario, *, keyword: str) -> Scenario:
    """The scenario with a keyword that does nothing, on whatever card and in whatever rule."""
    book = scenario.rulebook

    def without(node: object) -> object:
        if (
            isinstance(node, Ability)
            and node.keyword == keyword
            and node.instructions == book.with_keyword(keyword, node.number).instructions
        ):
            return replace(node, instructions=(), condition=None)
        return node

    nothing = replace(book.keywords[keyword], instructions=(), condition=None)
    rulebook = replace(
        book,
        keywords=_with(book.keywords, keyword, nothing),
        rules=rebuilt(book.rules, without),
    )
    return replace(scenario, rulebook=rulebook, play=rebuilt(scenario.play, without, closed=Where))


def _rules(rulebook: Rulebook) -> Iterator[Mutant]:
    for rule in rulebook.rules:
        yield Mutant(
            f"rule {rule.id} dropped",
            f"the rule '{rule.id}' is not there",
            named(rule.clause, *fixing(rulebook, f"rule {rule.id}")),
            given(rules=tuple(one for one in rulebook.rules if one is not rule)),
            always,
        )


def _of_check(rulebook: Rulebook, check: StateCheck) -> Iterator[Mutant]:
    def fell(done: Exercise) -> bool:
        found = {(check.verdict, check.zone, check.clause), ("", "", check.clause)}
        return not found.isdisjoint(done.fired)

    yield Mutant(
        f"check {check.id} dropped",
        f"nothing is checked for '{check.id}'",
        named(check.clause),
        given(checks=tuple(one for one in rulebook.checks if one is not check)),
        unless(fell, "the check never found anything"),
    )
    if check.obeys:
        weaker = replace(check, obeys="")
        yield Mutant(
            f"check {check.id} obeys nothing",
            f"the check '{check.id}' takes what can't be {check.obeys} too",
            named(check.clause),
            given(checks=tuple(weaker if one is check else one for one in rulebook.checks)),
            always,
        )

    if check.cannot:
        stronger = replace(check, cannot="")
        yield Mutant(
            f"check {check.id} asks of no action",
            f"the check '{check.id}' takes what can {check.cannot} what carries it too",
            named(check.clause),
            given(checks=tuple(stronger if one is check else one for one in rulebook.checks)),
            always,
        )


# --- immunities, marks, and what happens to objects ------------------------------------------


def _immunities(rulebook: Rulebook) -> Iterator[Mutant]:
    for entry in rulebook.immune:
        who, verb, clause = entry
        yield Mutant(
            f"immunity of {print_selector(who, rulebook.plurals)} to {verb} dropped",
            f"{print_selector(who, rulebook.plurals)} are not immune to '{verb}'",
            named(clause),
            given(immune=tuple(one for one in rulebook.immune if one is not entry)),
            _does(verb),
        )


def _does(verb: str) -> Skip:
    return unless(lambda done: verb in done.verbs, f"nothing does '{verb}'")


def _marks(rulebook: Rulebook) -> Iterator[Mutant]:
    for keyword in rulebook.marks:
        clauses = named(rulebook.keyword_clause(keyword), *fixing(rulebook, f"keyword {keyword}"))
        yield Mutant(
            f"mark of {keyword} dropped",
            f"{keyword} comes back when what took it away ends",
            clauses,
            given(marks=tuple(one for one in rulebook.marks if one != keyword)),
            _mentions(keyword),
        )
        if keyword in rulebook.mark_on:
            rest = {one: who for one, who in rulebook.mark_on.items() if one != keyword}
            yield Mutant(
                f"mark of {keyword} on anything",
                f"whatever has {keyword} may keep it",
                clauses,
                given(mark_on=MappingProxyType(rest)),
                _mentions(keyword),
            )


def _objects(rulebook: Rulebook) -> Iterator[Mutant]:
    """What is carried, linked, put on top, and healed."""
    carried = named(rulebook.carried_clause, *fixing(rulebook, "carried"))
    if rulebook.carried is not None:
        says = "what nobody carries has a controller, and what is carried its own"
        yield Mutant("carried dropped", says, carried, given(carried=None), always)
    if rulebook.carriers is not None:
        says = "anything may carry something"
        yield Mutant("carriers dropped", says, carried, given(carriers=None), always)
    if rulebook.carried_drops:
        says = "what carries no more keeps what it carried"
        clauses = named(rulebook.carried_drops)
        yield Mutant("drops dropped", says, clauses, given(carried_drops=""), always)
    if rulebook.carried_falls is not None:
        says = "what may not be carried by its bearer stays there"
        clauses = named(rulebook.carried_drops)
        yield Mutant("falls dropped", says, clauses, given(carried_falls=None), always)
    for action in rulebook.carried_cannot:
        says = f"what can't {action} its bearer stays there"
        clauses = named(rulebook.carried_drops)
        kept = {name: who for name, who in rulebook.carried_cannot.items() if name != action}
        without = given(carried_cannot=MappingProxyType(kept))
        yield Mutant(f"falls by '{action}' dropped", says, clauses, without, always)
    if rulebook.two_faced:
        says = "anything is transformed, into anything, and is a copy no more"
        clauses = named(rulebook.two_faced)
        yield Mutant("faces dropped", says, clauses, given(two_faced=""), _has("Transform"))
    if rulebook.two_faced_unless:
        says = "what has two faces is transformed under every status"
        clauses = named(rulebook.two_faced)
        off = given(two_faced_unless=())
        yield Mutant("faces in every status", says, clauses, off, _has("Transform"))
    if rulebook.two_faced_never:
        says = "what has two faces gets every status"
        off = given(two_faced_never=())
        clauses = named(*fixing(rulebook, "states"))
        yield Mutant("faces get every status", says, clauses, off, _has("GetsStatus"))
    for word, melding in rulebook.melding.items():
        clauses = named(melding.clause, *fixing(rulebook, "melding"))
        for zone in [zone for zone in rulebook.zones[1:] if zone != melding.through][:1]:
            yield Mutant(
                f"{word}: by way of {zone}",
                f"what can't {word} stays in the {zone}, not in the {melding.through}",
                clauses,
                given(melding=_with(rulebook.melding, word, replace(melding, through=zone))),
                _has("Meld"),
            )
            yield Mutant(
                f"{word}: the second card in {zone}",
                f"after '{word}' the second card is in the {zone}, not in the {melding.zone}",
                clauses,
                given(melding=_with(rulebook.melding, word, replace(melding, zone=zone))),
                _has("Meld"),
            )
    for name in rulebook.linked:
        yield Mutant(
            f"linked {name} dropped",
            f"{name} is not added up when objects are linked",
            named(*fixing(rulebook, "linked")),
            given(linked=tuple(one for one in rulebook.linked if one != name)),
            _has("Link"),
        )
    for word, stacking in rulebook.stacking.items():
        clauses = named(stacking.clause, *fixing(rulebook, "stacking"))
        for zone in [zone for zone in rulebook.zones[1:] if zone != stacking.zone][:1]:
            yield Mutant(
                f"{word}: the card below in {zone}",
                f"after '{word}' the card below is in the {zone}, not in the {stacking.zone}",
                clauses,
                given(stacking=_with(rulebook.stacking, word, replace(stacking, zone=zone))),
                _has("Stack"),
            )
    if rulebook.resets is not None:
        yield Mutant(
            "resets everything",
            "counters go away on everything when a turn begins",
            named(*fixing(rulebook, "resets"), *fixing(rulebook, "damage")),
            given(resets=None),
            _has("Count", "TurnBegins"),
        )
