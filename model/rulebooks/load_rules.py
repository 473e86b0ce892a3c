"""Reads what a rulebook says in the notation: checks, rules, actions, stacking, what is carried."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Everything, Selector
from layerlaw.model.algebra.trees import operations_of, with_keywords
from layerlaw.model.errors import LayerlawError, NotationError
from layerlaw.model.files.event_format import EVENT_WORDS
from layerlaw.model.files.fields import Fields
from layerlaw.model.files.nodes import one_of, texts_of
from layerlaw.model.notation.bounds import check_parts
from layerlaw.model.notation.parsing import parse_ability, parse_selector
from layerlaw.model.rulebooks.never_applies import rule_never_applies
from layerlaw.model.rulebooks.rulebook import Rule, Stacking, StateCheck

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.files.yaml_text import Problems, Scalar
    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.files import Lineage
    from layerlaw.model.rulebooks.rulebook import Rulebook

RULES = "rules"
"""The zone of the rulebook's own rules, and what they are called where an effect has a source."""


class RuleReader:
    """Reads the keys that are written with all of a rulebook's words."""

    def __init__(self, files: Lineage, words: Vocabulary) -> None:
        self.files = files
        self.words = words

    def checks(self) -> Iterator[StateCheck]:
        """The state-based checks."""
        fields, problems, procedure = self.files.of("checks")
        seen: set[str] = set()
        for node in fields.items("checks"):
            check = Fields(node, problems, "a check")
            name = check.scalar("id", required=True)
            if name and name.text in seen:
                problems.add(name, f"two checks with the id '{name.text}'")
            seen.add(name.text if name else "")
            who = check.scalar("who", required=True)
            verdict = check.text("verdict", required=True)
            zone = check.scalar("zone", required=True)
            obeys = check.scalar("obeys")
            clause = procedure.clause(check)
            check.finish()
            if obeys:
                one_of(obeys, self.words.actions.values(), problems, "passive action")
            if name and who and zone and one_of(zone, self.words.zones, problems, "zone"):
                selector = self._selector(who, problems)
                obeyed = obeys.text if obeys else ""
                yield StateCheck(name.text, selector, verdict, zone.text, clause, obeyed)

    def rules(self, rulebook: Rulebook) -> Iterator[Rule]:
        """The rules that work as effects do; each of their operations has a layer."""
        fields, problems, procedure = self.files.of("rules")
        seen: set[str] = set()
        for node in fields.items("rules"):
            rule = Fields(node, problems, "a rule")
            name = rule.scalar("id", required=True)
            does = rule.scalar("does", required=True)
            layer = rule.scalar("layer")
            clause = procedure.clause(rule)
            rule.finish()
            if name and name.text in seen:
                problems.add(name, f"two rules with the id '{name.text}'")
            seen.add(name.text if name else "")
            known = [one.id for one in rulebook.layers]
            if layer and layer.text not in known and fields is not self.files.own[0]:
                # Taken over from a rulebook with other layers, it goes by its words.
                layer = None
            elif layer and not one_of(layer, known, problems, "layer"):
                continue
            ability = self._ability(does, problems) if does else None
            if name is None or does is None or ability is None:
                continue
            if ability.keyword is not None or ability.until is not None or ability.zones:
                problems.add(does, "a rule is `selector: operations`, perhaps with 'as long as'")
            _check_layers(rulebook, ability, does, problems, given=layer is not None)
            worked = with_keywords(ability, rulebook.keywords)
            for never in rule_never_applies(worked, carried=rulebook.carried is not None):
                problems.add(does, never.message, suggestion=never.suggestion)
            try:
                check_parts(worked)
            except NotationError as error:
                problems.notation(does, error)
                continue
            id = layer.text if layer else None
            yield Rule(name.text, replace(worked, zones=(RULES,), layer=id), clause)

    def stacking(self, taken: tuple[str, ...], statuses: tuple[str, ...]) -> Mapping[str, Stacking]:
        """The words for putting a card on top of an object; `taken` mean something else."""
        fields, problems, procedure = self.files.of("stacking")
        found: dict[str, Stacking] = {}
        for key, node in fields.entries("stacking"):
            stacking = Fields(node, problems, "a way of stacking")
            zone = stacking.scalar("zone", required=True)
            clause = procedure.clause(stacking)
            loses = [
                word.text
                for word in stacking.words("loses")
                if one_of(word, statuses, problems, "status")
            ]
            stacking.finish()
            if key.text in (*EVENT_WORDS, *taken):
                problems.add(key, f"'{key.text}' is an event or a counter already")
            if zone and one_of(zone, self.words.zones[1:], problems, "zone"):
                found[key.text] = Stacking(key.text, zone.text, clause, tuple(loses))
        return MappingProxyType(found)

    def linked(self) -> tuple[str, ...]:
        """The numbers that are added up when objects are linked."""
        fields, problems, _ = self.files.of("linked")
        numbers = [name for name, kind in self.words.kinds.items() if kind == "number"]
        words = fields.words("linked")
        return tuple(word.text for word in words if one_of(word, numbers, problems, "number"))

    def resets(self) -> Selector | None:
        """The objects whose counters go away when a turn begins."""
        fields, problems, _ = self.files.of("resets")
        who = fields.scalar("resets")
        return self._selector(who, problems) if who else None

    def carried(self) -> tuple[Selector | None, Selector | None, str, bool]:
        """What is carried, by what, the clause that says so, and whether the bearer's controller
        controls it."""
        fields, problems, procedure = self.files.of("carried")
        node = fields.take("carried")
        if node is None:
            return None, None, "", True
        carried = Fields(node, problems, "'carried'")
        who = carried.scalar("who", required=True)
        by = carried.scalar("by")
        clause = procedure.clause(carried)
        control = carried.scalar("control")
        if control is not None:
            one_of(control, ("bearer", "own"), problems, "controller of what is carried")
        carried.finish()
        carriers = self._selector(by, problems) if by else None
        bearers = control is None or control.text == "bearer"
        return self._selector(who, problems) if who else None, carriers, clause, bearers

    def immune(self, verbs: tuple[str, ...]) -> Iterator[tuple[Selector, str, str]]:
        """Who an operation passes by unless it names them."""
        fields, problems, procedure = self.files.of("immune")
        for node in fields.items("immune"):
            immune = Fields(node, problems, "an immunity")
            who = immune.scalar("who", required=True)
            to = immune.scalar("to", required=True)
            clause = procedure.clause(immune)
            immune.finish()
            if who and to and one_of(to, verbs, problems, "operation"):
                yield self._selector(who, problems), to.text, clause

    def _ability(self, node: Scalar, problems: Problems) -> Ability | None:
        try:
            return parse_ability(node.text, self.words)
        except NotationError as error:
            problems.notation(node, error)
            return None

    def _selector(self, node: Scalar, problems: Problems) -> Selector:
        try:
            return parse_selector(node.text, self.words)
        except NotationError as error:
            problems.notation(node, error)
            return Everything()


def actions_of(files: Lineage) -> Mapping[str, str]:
    """The verbs for what objects do, each with the word for having it done to one."""
    fields, problems, _ = files.of("actions")
    found: dict[str, str] = {}
    for key, node in fields.entries("actions"):
        for word in texts_of([node], problems, "a passive action"):
            if word.text in found.values():
                problems.add(word, f"'{word.text}' is the passive of another action already")
            found[key.text] = word.text
    return MappingProxyType(found)


def _check_layers(
    rulebook: Rulebook, ability: Ability, node: Scalar, problems: Problems, *, given: bool
) -> None:
    """given: the rule says its layer, so only what it gives has to find one."""
    own = [operation for each in ability.instructions for operation in each.operations]
    for operation in operations_of(ability):
        if given and operation in own:
            continue
        try:
            rulebook.layer_of(operation)
        except LayerlawError as error:
            problems.add(node, str(error))
