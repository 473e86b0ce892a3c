"""Loads cards from YAML: their printed facts, and their abilities in the notation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf, Rename
from layerlaw.model.algebra.chosen import choices_in, chosen_in_texts
from layerlaw.model.algebra.mentions import chooses_as_it_enters, chooses_name, chooses_number
from layerlaw.model.algebra.split import Split
from layerlaw.model.algebra.terms import SEVERAL_NAMES
from layerlaw.model.arguments import checked
from layerlaw.model.cards import card_format as keys
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.cards.given import given_names, read_given
from layerlaw.model.cards.load_abilities import AbilityReader
from layerlaw.model.cards.never_applies import never_applies
from layerlaw.model.files.nodes import one_of
from layerlaw.model.files.yaml_text import Problems, Scalar, parse, read
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.words import vocabulary

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.model.files.format import Fields
    from layerlaw.model.files.yaml_text import Document, Node
    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.rulebook import Characteristic


@checked()
def load_cards(path: Path | str, rulebook: Rulebook) -> dict[str, Card]:
    """The cards of a YAML file by name.

    path: of the file. rulebook: in whose words it is read. Raises `BadInput` with every mistake in
    the file, or `WrongArgument` for what is no path or no rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model import load_cards
    >>> from layerlaw.model.places import shipped_folder
    >>> book = shipped_rulebook("sorcery-2026-01")
    >>> path = shipped_folder() / "cards" / f"{book.cards}.yaml"
    >>> load_cards(path, book)["King of the Realm"].sets["subtypes"]
    ('mortal',)
    """
    return _cards(read(path), rulebook)


@checked()
def loads_cards(text: str, rulebook: Rulebook, file: str = "<text>") -> dict[str, Card]:
    """The cards in YAML text by name.

    text: of the whole file. rulebook: in whose words it is read. file: what messages call it.
    Raises `BadInput` with every mistake in the text, or `WrongArgument` for what is no text or no
    rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model import loads_cards
    >>> cards = loads_cards("Giant: {is: [minion], power: 7}", shipped_rulebook("sorcery-2026-01"))
    >>> cards["Giant"].numbers["power"]
    7
    """
    return _cards(parse(text, file), rulebook)


def _cards(document: Document, rulebook: Rulebook) -> dict[str, Card]:
    problems = Problems(document.file, document.lines)
    reader = CardReader(rulebook, vocabulary(rulebook), problems)
    entries = card_entries(document, problems)
    cards = {name: reader.card(key, node) for name, (key, node) in entries.items()}
    problems.stop_if_bad()
    return cards


_USED = ("activates", "triggers")
"""How abilities work that an event uses."""
_CHOICES = {"player": "a player", "object": "an object", "name": "a name", "number": "a number"}
"""What is chosen, in words; anything else is a word of the set of that name."""


class CardReader:
    """Reads cards of one file with the words of one rulebook (and, maybe, one scenario)."""

    def __init__(self, rulebook: Rulebook, words: Vocabulary, problems: Problems) -> None:
        self.rulebook = rulebook
        self.words = words
        self.problems = problems
        self.abilities = AbilityReader(rulebook, words, problems)
        self.table = keys.card_table(rulebook.characteristics.values())

    def card(self, name: Scalar, node: Node) -> Card:
        """One card; notes what is wrong with it."""
        fields = self.table.fields(node, self.problems)
        names = tuple(given_names(node))
        reader = self.abilities
        if names:
            reader = replace(reader, words=self.words.with_keywords(names))
        written = [
            (item, printed)
            for use, key in keys.USES.items()
            for item in fields[key]
            for printed in reader.read(item, use)
        ]
        if SEVERAL_NAMES in name.text:
            self.problems.add(
                name, f"no name holds '{SEVERAL_NAMES}': it joins those of linked cards"
            )
        abilities = tuple(printed for _, printed in written)
        self._check_uses(name, fields, abilities)
        self._check_choices(written)
        every = self.rulebook.characteristics.values()
        sets = self._sets(fields, every)
        card = Card(
            name=name.text,
            sets=MappingProxyType(sets),
            numbers=MappingProxyType(self._numbers(fields, sets, every)),
            abilities=abilities,
            left_out=tuple(text.text for text in fields[keys.LEFT_OUT]),
            edition=fields.text(keys.EDITION),
            token=fields[keys.TOKEN],
            uncontrolled=fields[keys.UNCONTROLLED],
            gives=tuple(read_given(fields[keys.GIVES], reader, self.rulebook, self.problems)),
            back_face=fields.text(keys.BACK_FACE),
            created_as_copy=fields[keys.CREATED_AS_COPY],
            melds_into=fields.text(keys.MELDS_INTO),
        )
        self._check_faces(card, fields)
        node_of_half = fields.node_of(keys.OTHER_HALF)
        if node_of_half is not None:
            card = replace(card, half=self._half(card, node_of_half))
        for printed in card.gives:
            self._check_choice(fields.node_of(keys.GIVES) or node, {}, printed)
        for item, printed in written:
            for never in never_applies(printed.ability, printed.use, card, self.rulebook):
                self.problems.add(item, never.message, suggestion=never.suggestion)
        return card

    def _check_faces(self, card: Card, fields: Fields) -> None:
        """Only where that matters does a card say which faces it has."""
        for key in (keys.BACK_FACE, keys.CREATED_AS_COPY):
            node = fields.node_of(key)
            if node is not None and not self.rulebook.two_faced:
                message = f"under {self.rulebook.id} cards of one face transform as any other"
                self.problems.add(node, message, expected=f"no `{key.name}`")
        self._check_melding(card, fields)
        node = fields.node_of(keys.CREATED_AS_COPY)
        if node is None or not card.created_as_copy:
            return
        enters = [one for one in card.abilities if one.use == "enters"]
        if not enters and fields.node_of(keys.USES["enters"]) is not None:
            # What is wrong with that is noted already.
            return
        plain = all(
            isinstance(operation, CopyOf)
            and not (operation.arrivals or operation.provided)
            and not any(isinstance(one, Rename) for one in operation.but)
            for one in enters
            for instruction in one.ability.instructions
            for operation in instruction.operations
        )
        if not (card.token and enters and plain):
            self.problems.add(
                node,
                "only a token that enters as a copy is created as that; with the same name, with "
                "nothing else that it enters with, and on no condition",
                expected="`token: true` and `enters: ['self: copy of target']`",
            )

    def _check_melding(self, card: Card, fields: Fields) -> None:
        """A card melds into another one, and the half on its back is no face. CR-712.4b."""
        node = fields.node_of(keys.MELDS_INTO)
        if node is None or not card.melds_into:
            return
        if not self.rulebook.melding:
            message = f"under {self.rulebook.id} no cards meld"
            self.problems.add(node, message, expected=f"no `{keys.MELDS_INTO.name}`")
        elif card.melds_into == card.name:
            self.problems.add(node, f"'{card.name}' melds into itself", expected="another card")
        elif card.back_face:
            message = f"on the back of '{card.name}' is half a face, so it has no back face"
            self.problems.add(fields.node_of(keys.BACK_FACE) or node, message)

    def _half(self, card: Card, node: Node) -> Card | None:
        """The other half of the card, with what is the card's whichever is in use."""
        statuses = self.rulebook.statuses.values()
        keeps = next((one.other_half for one in statuses if one.other_half is not None), None)
        if keeps is None:
            message = f"under {self.rulebook.id} no status brings up another half of a card"
            self.problems.add(node, message)
            return None
        every = self.rulebook.characteristics.values()
        fields = keys.half_table(every, keeps).fields(node, self.problems)
        written = [
            (item, printed)
            for use, key in keys.USES.items()
            if use != "enters"
            for item in fields[key]
            for printed in self.abilities.read(item, use)
        ]
        self._check_choices(written)
        own = [one for one in every if one.name not in keeps]
        sets = self._sets(fields, own)
        half = Card(
            name=fields.text(keys.OTHER_NAME),
            sets=MappingProxyType(
                {**sets, **{name: words for name, words in card.sets.items() if name in keeps}}
            ),
            numbers=MappingProxyType(
                {
                    **self._numbers(fields, sets, own),
                    **{name: value for name, value in card.numbers.items() if name in keeps},
                }
            ),
            abilities=tuple(printed for _, printed in written),
            left_out=tuple(text.text for text in fields[keys.LEFT_OUT]),
            edition=card.edition,
            token=card.token,
            uncontrolled=card.uncontrolled,
        )
        for item, printed in written:
            for never in never_applies(printed.ability, printed.use, half, self.rulebook):
                self.problems.add(item, never.message, suggestion=never.suggestion)
        return half

    def _check_choices(self, written: Sequence[tuple[Node, PrintedAbility]]) -> None:
        """One thing is chosen as a card is played, and one as an ability is used.

        What is chosen as the card is played stands in the abilities that are used, too.
        """
        played: dict[str, None] = {}
        for item, printed in written:
            if printed.use not in _USED:
                self._check_choice(item, played, printed)
        for item, printed in written:
            if printed.use in _USED:
                self._check_choice(item, dict(played), printed)

    def _check_choice(self, item: Node, kinds: dict[str, None], printed: PrintedAbility) -> None:
        """kinds: what is chosen already; adds what is chosen for the ability."""
        before = len(kinds)
        kinds.update(dict.fromkeys(_kinds_chosen(printed)))
        if len(kinds) > max(before, 1):
            all_of_it = " and ".join(_CHOICES.get(kind, f"one of the {kind}") for kind in kinds)
            self.problems.add(
                item,
                f"one thing is chosen for a card, and here it would be {all_of_it}",
                suggestion="leave one of them out, or write what is chosen in its place",
            )

    def _sets(
        self, fields: Fields, every: Collection[Characteristic]
    ) -> dict[str, tuple[str, ...]]:
        """The words under `is` and under the names of sets, each once, by set."""
        sets: dict[str, list[str]] = {}
        among = {one.name for one in every}
        members = {word: name for word, name in self.words.members.items() if name in among}
        for word in fields[keys.is_key(every)]:
            if one_of(word, members, self.problems, "type"):
                sets.setdefault(members[word.text], []).append(word.text)
        for characteristic in every:
            if characteristic.kind == "set":
                for word in fields[keys.set_key(characteristic.name)]:
                    what = f"word of {characteristic.name}"
                    if one_of(word, characteristic.words, self.problems, what):
                        sets.setdefault(characteristic.name, []).append(word.text)
        return {name: tuple(dict.fromkeys(words)) for name, words in sets.items()}

    def _numbers(
        self,
        fields: Fields,
        sets: Mapping[str, tuple[str, ...]],
        every: Collection[Characteristic],
    ) -> dict[str, int]:
        """The numbers printed, and those that its types, or all cards, have where none is."""
        printed = {
            characteristic.name: fields[keys.number_key(characteristic)]
            for characteristic in every
            if characteristic.kind == "number" and characteristic.on_cards
        }
        layered = self.rulebook.policy("process") == "layered"
        for name, number in printed.items():
            if isinstance(number, Split) and not layered:
                message = f"the {name} is split, which it can be only where effects apply in layers"
                self.problems.add(fields.node, message)
        types = sets.get(self.rulebook.types, ())
        for name in printed:
            if printed[name] is None:
                known = self.rulebook.characteristics[name]
                by_type = dict(known.by_type)
                found = (by_type[type] for type in types if type in by_type)
                printed[name] = next(found, known.unprinted)
        return {name: number for name, number in printed.items() if number is not None}

    def _check_uses(
        self, name: Scalar, fields: Fields, abilities: tuple[PrintedAbility, ...]
    ) -> None:
        copies = [one for one in abilities if one.use == "enters" and one.ability.instructions]
        if len(copies) > 1:
            message = "it enters as a copy of one thing, so one ability stands under 'enters'"
            self.problems.add(name, message)
        written = [use for use, key in keys.USES.items() if fields.node_of(key) is not None]
        if "resolves" not in written:
            return
        if not any(fields[key] for key in keys.USES.values()):
            self.problems.add(
                name,
                "a spell needs an ability under 'resolves'",
                suggestion="write `- other: what it does` if it has no continuous effect",
            )
        # What works in other zones does so on a card that never is in play, too; a keyword tells
        # what the spell is like.
        in_play = {
            printed.use
            for printed in abilities
            if not printed.ability.zones
            and not (printed.use == "has" and _is_plain_keyword(printed.ability))
        }
        more = [use for use in written if use == "enters" or (use in in_play and use != "resolves")]
        if more:
            others = ", ".join(f"'{use}'" for use in more)
            self.problems.add(name, f"a card that 'resolves' leaves no object, so no {others}")


def _kinds_chosen(printed: PrintedAbility) -> list[str]:
    """What is chosen for it: a word of which set, a player, an object, a name, a number."""
    kinds = {chosen.what for chosen in choices_in(printed)}
    texts = chosen_in_texts([printed]) & kinds
    if texts == kinds:
        # One word is chosen, of whichever set.
        kinds = {*sorted(texts)[:1]}
    kinds |= {"name"} if chooses_name(printed.ability) else set()
    numbered = chooses_number(printed.ability) or chooses_as_it_enters(printed.ability)
    kinds |= {"number"} if numbered else set()
    return sorted(kinds)


def _is_plain_keyword(ability: Ability) -> bool:
    """Whether it is a keyword of which the rulebook says nothing that it would do in play."""
    named = ability.keyword is not None and not ability.keyword.startswith("other: ")
    return named and not ability.instructions


def card_entries(document: Document, problems: Problems) -> Mapping[str, tuple[Scalar, Node]]:
    """The cards of a file by name, not yet read any further."""
    fields = keys.CARD_FILE.fields(document.root, problems)
    return {key.text: (key, node) for key, node in fields.rest()}
