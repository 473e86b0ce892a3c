"""Loads cards from YAML: their printed facts, and their abilities in the notation."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, get_args

from layerlaw.model.algebra import (
    Ability,
    AllOf,
    Condition,
    Duration,
    Instruction,
    Negation,
    Operation,
)
from layerlaw.model.algebra.trees import operations_of, with_keywords
from layerlaw.model.arguments import checked
from layerlaw.model.cards.card import Card, PrintedAbility, Use
from layerlaw.model.cards.never_applies import never_applies
from layerlaw.model.errors import LayerlawError, NotationError
from layerlaw.model.files.fields import Fields
from layerlaw.model.files.nodes import list_of, one_of, texts_of
from layerlaw.model.files.yaml_text import Mapping as YamlMapping
from layerlaw.model.files.yaml_text import Problems, Scalar, Sequence, parse, read, stop_if_bad
from layerlaw.model.notation.bounds import check_parts
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_duration,
    parse_operations,
    parse_scope,
)
from layerlaw.model.rulebooks.load import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.files.yaml_text import Document, Node
    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.rulebook import Rulebook

USES: tuple[Use, ...] = get_args(Use)


@checked()
def load_cards(path: Path | str, rulebook: Rulebook) -> dict[str, Card]:
    """The cards of a YAML file by name; raises `BadInput` with everything that is wrong."""
    return _cards(read(path), rulebook)


@checked()
def loads_cards(text: str, rulebook: Rulebook, file: str = "<text>") -> dict[str, Card]:
    """The cards in YAML text by name; `file` names it in messages. Raises `BadInput`."""
    return _cards(parse(text, file), rulebook)


def _cards(document: Document, rulebook: Rulebook) -> dict[str, Card]:
    reader = CardReader(rulebook, vocabulary(rulebook), Problems(document.file, document.lines))
    fields = Fields(document.root, reader.problems, "a file of cards")
    cards = {key.text: reader.card(key, node) for key, node in fields.rest()}
    stop_if_bad(reader.problems.noted)
    return cards


class CardReader:
    """Reads cards of one file with the words of one rulebook (and, maybe, one scenario)."""

    def __init__(self, rulebook: Rulebook, words: Vocabulary, problems: Problems) -> None:
        self.rulebook = rulebook
        self.words = words
        self.problems = problems

    def card(self, name: Scalar, node: Node) -> Card:
        """One card; notes what is wrong with it."""
        fields = Fields(node, self.problems, "a card")
        sets: dict[str, list[str]] = {}
        numbers: dict[str, int] = {}
        for word in fields.words("is", required=True):
            if one_of(word, self.words.members, self.problems, "type"):
                sets.setdefault(self.words.members[word.text], []).append(word.text)
        for characteristic in self.rulebook.characteristics.values():
            if characteristic.kind == "number" and not characteristic.counter:
                number = fields.whole(characteristic.name)
                if number is not None:
                    numbers[characteristic.name] = number
            elif characteristic.kind == "set":
                what = f"word of {characteristic.name}"
                for word in fields.words(characteristic.name):
                    if one_of(word, characteristic.words, self.problems, what):
                        sets.setdefault(characteristic.name, []).append(word.text)
        written = [
            (item, PrintedAbility(use, ability, label))
            for use in USES
            for item in fields.items(use)
            for ability, label in self._ability(item, use)
        ]
        abilities = tuple(printed for _, printed in written)
        self._check_uses(name, fields, abilities)
        card = Card(
            name=name.text,
            sets=MappingProxyType({key: tuple(dict.fromkeys(v)) for key, v in sets.items()}),
            numbers=MappingProxyType(numbers),
            abilities=abilities,
            left_out=tuple(text.text for text in fields.words("left out")),
            edition=fields.text("edition"),
            token=fields.flag("token"),
        )
        fields.finish()
        for item, printed in written:
            for never in never_applies(printed.ability, printed.use, card, self.rulebook):
                self.problems.add(item, never.message, suggestion=never.suggestion)
        return card

    def _check_uses(
        self, name: Scalar, fields: Fields, abilities: tuple[PrintedAbility, ...]
    ) -> None:
        written = [use for use in USES if fields.take(use) is not None]
        if "resolves" not in written:
            return
        if not any(fields.items(use) for use in USES):
            self.problems.add(
                name,
                "a spell needs an ability under 'resolves'",
                suggestion="write `- other: what it does` if it has no continuous effect",
            )
        # What works in other zones does so on a card that never is in play, too.
        in_play = {each.use for each in abilities if not each.ability.zones}
        more = [use for use in written if use == "enters" or (use in in_play and use != "resolves")]
        if more:
            others = ", ".join(f"'{use}'" for use in more)
            self.problems.add(name, f"a card that 'resolves' leaves no object, so no {others}")

    # --- abilities ------------------------------------------------------------------------

    def _ability(self, node: Node, use: Use) -> Iterator[tuple[Ability, str]]:
        """The ability that an item is, with its name, unless there is something wrong."""
        label = ""
        before = len(self.problems.noted)
        ability: Ability | None
        if isinstance(node, Scalar):
            ability = self._one_line(node)
        elif isinstance(node, YamlMapping):
            ability, label = self._spread_out(node)
        else:
            self.problems.add(node, "an ability is a keyword, or `selector: operations`")
            ability = None
        if ability is None or len(self.problems.noted) > before:
            return
        self._check_duration(node, ability, use)
        if ability.zones and use in ("enters", "resolves"):
            message = f"an ability under '{use}' has no 'while in': what resolves works at once"
            self.problems.add(node, message)
        self._check_layers(node, ability)
        worked = with_keywords(ability, self.rulebook.keywords)
        try:
            check_parts(worked)
        except NotationError as error:
            self.problems.add(node, error.message, expected=error.expected)
            return
        yield worked, label

    def _one_line(self, node: Scalar) -> Ability | None:
        keyword = self.words.keyword(node.text)
        if keyword is not None:
            return Ability(keyword)
        try:
            return parse_ability(node.text, self.words)
        except NotationError as error:
            self.problems.notation(node, error)
            return None

    def _spread_out(self, node: YamlMapping) -> tuple[Ability | None, str]:
        fields = Fields(node, self.problems, "an ability")
        label = fields.text("name")
        other = fields.scalar("other")
        conditions: list[Condition] = []
        for key in ("as long as", "unless"):
            text = fields.scalar(key)
            if text is not None:
                conditions += self._condition(text, negated=key == "unless")
        if len(conditions) > 1:
            conditions = [AllOf(tuple(conditions))]
        until = fields.scalar("until")
        durations = self._duration(until) if until is not None else []
        zones = self._working(fields)
        scopes = fields.rest()
        if other is not None:
            if scopes or conditions or durations:
                self.problems.add(node, "an ability that is 'other' has no operations")
            return Ability(f"other: {other.text}", zones=zones), label
        if not scopes:
            self.problems.add(node, "an ability has at least one `selector: operations`")
            return None, label
        # What stands behind operations counts for the whole ability, so it has to be the same.
        behind = [self._instruction(key, value) for key, value in scopes]
        for _, condition, duration, working in behind:
            conditions += [condition] if condition else []
            durations += [duration] if duration else []
            zones = working or zones
        split = len(behind) > 1 and any(each[1:] != behind[0][1:] for each in behind)
        if split or len(set(conditions)) > 1 or len(set(durations)) > 1:
            self.problems.add(
                node,
                "one ability has one condition and one duration, for all of its instructions",
                suggestion="write it once, as a key of its own, or make it two abilities",
            )
        ability = Ability(
            None,
            tuple(instruction for instruction, *_ in behind if instruction),
            conditions[0] if conditions else None,
            durations[0] if durations else None,
            zones,
        )
        return ability, label

    def _working(self, fields: Fields) -> tuple[str, ...]:
        """The zones behind the key `while in`."""
        words = fields.words("while in")
        known = self.rulebook.zones
        if [word.text for word in words] == ["anywhere"]:
            return known
        zones = dict.fromkeys(known[0] if word.text == "play" else word.text for word in words)
        for word in words:
            if word.text != "play":
                one_of(word, known, self.problems, "zone")
        return tuple(zones)

    def _condition(self, node: Scalar, *, negated: bool) -> list[Condition]:
        try:
            condition = parse_condition(node.text, self.words)
        except NotationError as error:
            self.problems.notation(node, error)
            return []
        return [Negation(condition) if negated else condition]

    def _duration(self, node: Scalar) -> list[Duration]:
        try:
            return [parse_duration(node.text, self.words)]
        except NotationError as error:
            self.problems.notation(node, error)
            return []

    def _instruction(
        self, key: Scalar, node: Node
    ) -> tuple[Instruction | None, Condition | None, Duration | None, tuple[str, ...]]:
        operations: list[Operation] = []
        condition: Condition | None = None
        duration: Duration | None = None
        zones: tuple[str, ...] = ()
        if isinstance(node, Scalar | Sequence) and not list_of(node):
            self.problems.add(node, "there is no operation here")
        for text in texts_of(list_of(node), self.problems, "an operation"):
            try:
                found, while_, until, working = parse_operations(text.text, self.words)
            except NotationError as error:
                self.problems.notation(text, error)
                continue
            operations += found
            condition, duration = while_ or condition, until or duration
            zones = working or zones
        # YAML takes the quotes of an object's id, or of a player's name, for its own.
        quoted = key.style == '"' and key.text in (*self.words.ids, *self.words.players)
        try:
            scope, locked = parse_scope(f'"{key.text}"' if quoted else key.text, self.words)
        except NotationError as error:
            self.problems.notation(key, error)
            return None, condition, duration, zones
        return Instruction(scope, tuple(operations), locked), condition, duration, zones

    def _check_duration(self, node: Node, ability: Ability, use: Use) -> None:
        if use in ("has", "enters") and ability.until is not None:
            self.problems.add(
                node,
                f"an ability under '{use}' has no 'until'",
                suggestion="write `as long as` for a static ability" if use == "has" else "",
            )
        if use != "has" and ability.condition is not None:
            self.problems.add(
                node,
                f"an ability under '{use}' has no 'as long as' or 'unless'",
                suggestion="write `until` for how long a resolved effect lasts",
            )

    def _check_layers(self, node: Node, ability: Ability) -> None:
        for operation in operations_of(ability):
            try:
                self.rulebook.layer_of(operation)
            except LayerlawError as error:
                self.problems.add(node, str(error))


def is_spell(card: Card) -> bool:
    """Whether the card resolves and leaves no object."""
    return any(printed.use == "resolves" for printed in card.abilities)


def card_entries(document: Document, problems: Problems) -> Mapping[str, tuple[Scalar, Node]]:
    """The cards of a file by name, not yet read any further."""
    fields = Fields(document.root, problems, "a file of cards")
    return {key.text: (key, node) for key, node in fields.rest()}
