"""Reads the abilities of cards: a keyword, one line, or several keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model import algebra as a
from layerlaw.model.algebra.by_kind import by_kind
from layerlaw.model.algebra.chosen import Chosen, choices_in
from layerlaw.model.algebra.defining import MARK
from layerlaw.model.algebra.mentions import chooses_word, given_abilities, speaks_of_target
from layerlaw.model.algebra.trees import mentions, nodes, operations_of, rebuilt, with_keywords
from layerlaw.model.cards import card_format as keys
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.cards.lingering import lingers_never
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, NotationError
from layerlaw.model.files.nodes import list_of, one_of, texts_of
from layerlaw.model.files.yaml_text import Mapping, Problems, Scalar, Sequence
from layerlaw.model.notation.binding_operations import done_or_entering, instruction_of
from layerlaw.model.notation.bounds import check_parts
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_duration,
    parse_marked_scope,
    parse_operations,
    parse_selector,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards.card import Use
    from layerlaw.model.files.format import Fields
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.notation.binding_operations import Done
    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.rulebook import Rulebook


PART_BY_PART = "locked for characteristics, part by part"
"""The policy by which what a resolved effect says of the same objects is split by its kind."""

_OTHER = "other: "


class _Line(NamedTuple):
    """One `selector: operations` and what stands before and behind it."""

    instruction: a.Instruction | a.Entering | None
    condition: a.Condition | None
    duration: a.Duration | None
    zones: tuple[str, ...]
    defines: bool


def _but_copied(ability: a.Ability) -> a.Ability:
    """The ability without what it copies, which is read once, as it resolves."""

    def nothing(node: object) -> object:
        return a.CopyOf(a.Self()) if isinstance(node, a.CopyOf) else node

    return rebuilt(ability, nothing)


@dataclass(frozen=True, slots=True)
class AbilityReader:
    """Reads abilities with the words of one rulebook (and, maybe, one scenario)."""

    rulebook: Rulebook
    words: Vocabulary
    problems: Problems

    def read(self, node: Node, use: Use) -> Iterator[PrintedAbility]:
        """The ability that an item is, unless there is something wrong."""
        label = ""
        chooses: a.Selector | None = None
        only_if: a.Condition | None = None
        before = len(self.problems.noted)
        ability: a.Ability | None
        if isinstance(node, Scalar):
            ability = self._one_line(node)
        elif isinstance(node, Mapping):
            ability, label, chooses, only_if = self._spread_out(node)
        else:
            self.problems.add(node, "an ability is a keyword, or `selector: operations`")
            ability = None
        if ability is None or len(self.problems.noted) > before:
            return
        self._check_duration(node, ability, use)
        if ability.defines and use != "has":
            message = f"an ability under '{use}' is not '{MARK}': only a static one is"
            self.problems.add(node, message, suggestion="write it under `has`")
        if use != "has" and Chosen("object") in choices_in(_but_copied(ability)):
            message = "what resolves speaks of the chosen object only as what is copied"
            self.problems.add(node, message, suggestion="write `target`")
        other = ability.keyword is not None and ability.keyword.startswith(_OTHER)
        chosen = other or speaks_of_target(ability, only_if) or chooses_word(ability)
        if chooses is not None and not chosen:
            self.problems.add(node, "it says nothing of a 'target', so nothing is chosen for it")
        if only_if is not None and use in ("has", "enters"):
            message = f"an ability under '{use}' has no 'if': it does not resolve"
            self.problems.add(node, message, suggestion="write `as long as`")
        if ability.zones and use in ("enters", "resolves"):
            message = f"an ability under '{use}' has no 'while in': what resolves works at once"
            self.problems.add(node, message)
        if ability.entering:
            self._check_entering(node, ability, use)
        self._check_exceptions(node, ability, use)
        if use == "enters":
            self._check_enters(node, ability)
        self._check_layers(node, ability)
        worked = with_keywords(ability, self.rulebook.keywords)
        if use not in ("has", "enters") and self.rulebook.policy("resolved set") == PART_BY_PART:
            worked = by_kind(worked)
        try:
            check_parts(worked)
        except NotationError as error:
            self.problems.add(node, error.message, expected=error.expected)
            return
        yield PrintedAbility(use, worked, label, chooses=chooses, only_if=only_if)

    def _one_line(self, node: Scalar) -> a.Ability | None:
        known = self.words.with_number(node.text)
        if known is not None:
            keyword, number = known
            return a.Ability(keyword, number=number)
        if node.text.startswith(_OTHER):
            return a.Ability(node.text)
        return self.problems.parsed(node, parse_ability, self.words)

    def _spread_out(
        self, node: Mapping
    ) -> tuple[a.Ability | None, str, a.Selector | None, a.Condition | None]:
        fields = keys.ABILITY.fields(node, self.problems)
        label, written = fields.text(keys.NAME), fields[keys.CHOOSES]
        chooses = self.problems.parsed(written, parse_selector, self.words) if written else None
        asked = fields[keys.IF]
        only_if = self.problems.parsed(asked, parse_condition, self.words) if asked else None
        other = fields[keys.OTHER]
        conditions: list[a.Condition] = []
        for key in (keys.AS_LONG_AS, keys.UNLESS):
            text = fields[key]
            condition = self.problems.parsed(text, parse_condition, self.words) if text else None
            if condition is not None:
                conditions.append(a.Negation(condition) if key is keys.UNLESS else condition)
        if len(conditions) > 1:
            conditions = [a.AllOf(tuple(conditions))]
        until = fields[keys.UNTIL]
        duration = self.problems.parsed(until, parse_duration, self.words) if until else None
        durations = [duration] if duration else []
        zones = self._working(fields)
        scopes = fields.rest()
        if other is not None:
            if scopes or conditions or durations:
                self.problems.add(node, "an ability that is 'other' has no operations")
            anywhere = zones == self.rulebook.zones
            unknown = a.Ability(f"{_OTHER}{other.text}", zones=zones, anywhere=anywhere)
            return unknown, label, chooses, only_if
        if not scopes:
            self.problems.add(node, "an ability has at least one `selector: operations`")
            return None, label, chooses, only_if
        # What stands behind operations counts for the whole ability, so it has to be the same.
        behind = [self._instruction(key, value) for key, value in scopes]
        for _, condition, duration, working, _ in behind:
            conditions += [condition] if condition else []
            durations += [duration] if duration else []
            zones = working or zones
        split = len(behind) > 1 and any(line[1:4] != behind[0][1:4] for line in behind)
        if split or len(set(conditions)) > 1 or len(set(durations)) > 1:
            self.problems.add(
                node,
                "one ability has one condition and one duration, for all of its instructions",
                suggestion="write it once, as a key of its own, or make it two abilities",
            )
        parts = [instruction for instruction, *_ in behind if instruction]
        try:
            instructions, entering = done_or_entering(parts, 0)
        except NotationError as error:
            self.problems.add(node, error.message, expected=error.expected)
            return None, label, chooses, only_if
        ability = a.Ability(
            None,
            instructions,
            conditions[0] if conditions else None,
            durations[0] if durations else None,
            zones,
            defines=any(line[4] for line in behind),
            anywhere=zones == self.rulebook.zones,
            entering=entering,
        )
        return ability, label, chooses, only_if

    def _working(self, fields: Fields) -> tuple[str, ...]:
        """The zones behind the key `while in`."""
        words = fields[keys.WHILE_IN]
        known = self.rulebook.zones
        if [word.text for word in words] == ["anywhere"]:
            return known
        zones = dict.fromkeys(known[0] if word.text == "play" else word.text for word in words)
        for word in words:
            if word.text != "play":
                one_of(word, known, self.problems, "zone")
        return tuple(zones)

    def _instruction(self, key: Scalar, node: Node) -> _Line:
        operations: list[Done] = []
        condition: a.Condition | None = None
        duration: a.Duration | None = None
        zones: tuple[str, ...] = ()
        if isinstance(node, Scalar | Sequence) and not list_of(node):
            self.problems.add(node, "there is no operation here")
        for text in texts_of(list_of(node), self.problems, "an operation"):
            written = self.problems.parsed(text, parse_operations, self.words)
            if written is not None:
                operations += written[0]
                condition, duration = written[1] or condition, written[2] or duration
                zones = written[3] or zones
        # YAML takes the quotes of an object's id, or of a player's name, for its own.
        quoted = key.style == '"' and key.text in (*self.words.ids, *self.words.players)
        try:
            spelt = f'"{key.text}"' if quoted else key.text
            scope, locked, defines = parse_marked_scope(spelt, self.words)
        except NotationError as error:
            self.problems.notation(key, error)
            return _Line(None, condition, duration, zones, False)
        try:
            instruction = instruction_of(scope, operations, locked, 0)
        except NotationError as error:
            self.problems.add(key, error.message, expected=error.expected)
            return _Line(None, condition, duration, zones, False)
        return _Line(instruction, condition, duration, zones, defines)

    def _check_duration(self, node: Node, ability: a.Ability, use: Use) -> None:
        lingers = isinstance(ability.until, a.AfterLeaving)
        if use == "has" and ability.until is not None and not lingers:
            self.problems.add(
                node,
                f"an ability under '{use}' has no 'until'",
                suggestion="write `as long as` for a static ability, or "
                "`until ... after it leaves` if it goes on after its source has left",
            )
        elif lingers and use != "has":
            self.problems.add(
                node,
                f"an ability under '{use}' does not wait for its source to leave",
                suggestion="leave out 'after it leaves'; only a static effect ends with its source",
            )
        for message in lingers_never((ability, *given_abilities(ability))):
            self.problems.add(node, message)
        if use != "has" and ability.condition is not None:
            self.problems.add(
                node,
                f"an ability under '{use}' has no 'as long as' or 'unless'",
                suggestion="write `until` for how long a resolved effect lasts",
            )

    def _check_entering(self, node: Node, ability: a.Ability, use: Use) -> None:
        """Static abilities say what objects enter with or as, of others what resolves, too."""
        until = ability.until
        if use == "enters" or ability.defines or (use == "has" and until is not None):
            message = f"an ability under '{use}' says nothing of what objects enter with"
            self.problems.add(node, message, suggestion="write it under `has`")
        elif use != "has" and any(isinstance(one.scope, a.Self) for one in ability.entering):
            message = "what resolves says nothing of what its own source enters with: that is there"
            self.problems.add(node, message, suggestion="write it under `has`")
        elif mentions(ability.entering, (a.EnterAsOneOf, a.LoseStatusAsOneOf)):
            self._check_one_of(node, ability)
        elif use != "has" and mentions(ability.entering, a.EnterAsCopy):
            message = "only a static ability says as a copy of what objects enter"
            self.problems.add(node, message, suggestion="write it under `has`")
        elif isinstance(until, a.UntilFact) and mentions(until.condition, a.It, closed=a.Compared):
            message = "what is said of later entries ends for all at once, so 'it' means nothing"
            self.problems.add(node, message, suggestion="write a condition without 'it'")

    def _check_one_of(self, node: Node, ability: a.Ability) -> None:
        """As one of several an object enters by its own ability, where copies are made of that."""
        if not all(isinstance(one.scope, a.Self) for one in ability.entering):
            message = "as one of several an object enters by its own ability alone"
            self.problems.add(node, message, expected="`self: enters as [...] or [...]`")
        if ability.condition is not None and mentions(ability.entering, a.LoseStatusAsOneOf):
            message = "what it becomes as it loses a status hangs on no condition"
            self.problems.add(node, message, suggestion="leave out `as long as`")
        layered = self.rulebook.policy("process") == "layered"
        if not layered or self.rulebook.policy("a copy reads") != "what the copy layer left":
            message = f"under {self.rulebook.id} nothing enters, or changes, as one of several"
            suggestion = "write a card for each choice"
            self.problems.add(node, message, suggestion=suggestion)

    def _check_enters(self, node: Node, ability: a.Ability) -> None:
        """As a card enters it is a copy of what the scenario names, and nothing else is done.

        It is over for all that it is, so what it lasts until speaks of `self`.
        """
        every = [one for each in ability.instructions for one in each.operations]
        copies = [one for one in every if isinstance(one, a.CopyOf)]
        others = tuple(one for one in every if one not in copies)
        alone = all(isinstance(each.scope, a.Self) for each in ability.instructions)
        one_known = a.Self | a.It | a.Bearer | a.Identified
        named = len(copies) == 1 and not isinstance(copies[0].of, one_known)
        if every and not (alone and named and not mentions(others, (a.Target,))):
            self.problems.add(
                node,
                "an ability under 'enters' only makes the card a copy of one target",
                expected="`self: copy of target`, perhaps with `except [...]`",
                suggestion="write under `on entry` what is done to others as it enters",
            )
        until = ability.until
        if isinstance(until, a.UntilFact) and any(isinstance(one, a.It) for one in nodes(until)):
            message = "what it lasts until, as it enters, speaks of `self` and not of `it`"
            self.problems.add(node, message, suggestion="write `self`")

    def _check_exceptions(self, node: Node, ability: a.Ability, use: Use) -> None:
        """What a copy enters with, and exceptions on a condition, are of what enters as a copy."""
        own = [one for each in ability.instructions for one in each.operations]
        for operation in operations_of(ability):
            if not isinstance(operation, a.CopyOf) or (use == "enters" and operation in own):
                continue
            if operation.arrivals or operation.provided:
                what = "'except if'" if operation.provided else "what it enters with"
                self.problems.add(
                    node,
                    f"{what} is no exception here: nothing enters as this copy",
                    suggestion="write it under `enters`",
                )

    def _check_layers(self, node: Node, ability: a.Ability) -> None:
        layered = self.rulebook.policy("process") == "layered"
        entering = (one for each in ability.entering for one in each.arrivals)
        copies = (one.copy for one in entering if isinstance(one, a.EnterAsCopy))
        for operation in (*operations_of(ability), *copies):
            if isinstance(operation, a.GainActivated) and not layered:
                message = "activated abilities of others are gained only where effects have layers"
                self.problems.add(node, message)
            try:
                self.rulebook.layer_of(operation, ability.defines)
            except LayerlawError as error:
                self.problems.add(node, str(error))
