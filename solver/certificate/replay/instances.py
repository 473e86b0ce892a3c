"""Ability instances for the replay: an ability, and the one thing that gives it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.kept import hashed
from layerlaw.solver.certificate.replay.texts import ChangedTexts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.algebra import Ability, ReplaceInText
    from layerlaw.model.algebra.chosen import ChoiceMade
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.kept import Hashed


@dataclass(frozen=True, eq=False)
class ReplayInstance:
    """An ability as one thing gives it; the same ability from the same thing is one instance.

    number: which static ability of the card, or which line of text of the giver, from 1.
    name: what its effect is called instead (the id of a rule).
    rank: its place among all abilities of the card. giver: the granting effect's id. text: what
    the record calls it, where it is no keyword. text_of: that of which it is the changed text.
    activated: others may gain it as an activated ability. made: what was chosen for it, and its
    text without that. resolves: it does something only as it resolves; used: the ability of its
    card that does, as it reads by now. card: the name of the card that it is printed on, "" for a
    rule's and for one that is granted.
    """

    ability: Ability
    number: int
    rank: int
    giver: str | None
    static: bool
    name: str = ""
    text: str = ""
    text_of: ReplayInstance | None = None
    activated: bool = False
    made: ChoiceMade | None = None
    resolves: bool = False
    used: PrintedAbility | None = None
    card: str = ""

    @property
    def printed(self) -> ReplayInstance:
        """What was printed, before words were replaced."""
        return self if self.text_of is None else self.text_of.printed

    @cached_property
    def label(self) -> str:
        """What it is called in a list of abilities."""
        label = _title(self.ability) or self.text
        return f"{label} from {self.giver}" if self.giver is not None else label

    def effect_id(self, holder: str) -> str:
        """The id of the static effect it makes for an object that has it."""
        if self.giver is None:
            return f"{holder}.{self.name or self.number}"
        name = _title(self.ability) or ("gained" if self.number == 1 else f"gained{self.number}")
        return f"{holder}.{name}@{self.giver}"


def _title(ability: Ability) -> str:
    """The keyword with its number; an empty string for a line of text."""
    return f"{ability.keyword or ''} {ability.number}".strip()


UNTOLD = "a line of text that the record has no words for"


class ReplayInstances:
    """Every ability instance of one replay. texts: what the record calls abilities in cells."""

    def __init__(self, texts: Mapping[str, Ability]) -> None:
        self._texts = {hashed(ability): text for text, ability in texts.items()}
        self._asked: dict[Hashed, Ability] = {}
        self._of_card: dict[int, tuple[Card, tuple[ReplayInstance, ...]]] = {}
        self._printed: dict[tuple[str, str, int, int], list[ReplayInstance]] = {}
        self._changed: dict[
            tuple[str, str, str], tuple[ChangedTexts, dict[ReplayInstance, ReplayInstance]]
        ] = {}

    def text(self, ability: Ability) -> str:
        """What the record calls an ability that is no keyword."""
        if ability.keyword is not None:
            return ""
        key = hashed(ability)
        self._asked[key] = ability
        return self._texts.get(key, UNTOLD)

    def untrue(self) -> tuple[str, ...]:
        """The texts that no ability met so far is called by, to the letter."""
        return tuple(
            text
            for key, text in self._texts.items()
            if (asked := self._asked.get(key)) is not key.ability
            and repr(key.ability) != repr(asked)
        )

    def printed(self, card: Card, *, named: bool = False) -> tuple[ReplayInstance, ...]:
        """The instances printed on a card, in order; those under `has` with instructions work.

        named: their effects are called by the abilities' names.
        """
        known = self._of_card.get(id(card))
        if known is None:
            known = self._of_card[id(card)] = card, tuple(self._made(card, named))
        return known[1]

    def changed(
        self, rulebook: Rulebook, operation: ReplaceInText, held: tuple[ReplayInstance, ...]
    ) -> tuple[ReplayInstance, ...]:
        """Each instance with the word replaced in its text; itself, where nothing is replaced."""
        word = (operation.characteristic, operation.old, operation.new)
        if word not in self._changed:
            self._changed[word] = ChangedTexts(rulebook, operation), {}
        texts, known = self._changed[word]
        for one in held:
            if one not in known:
                known[one] = self._reworded(one, texts)
        return tuple([known[one] for one in held])

    def _reworded(self, before: ReplayInstance, change: ChangedTexts) -> ReplayInstance:
        """The instance as the change has it; itself, where that finds no such word.

        No effect's gift has a text that changes, and what was chosen stays. Clauses: CR-612.1 to
        CR-612.3.
        """
        if before.giver is not None:
            return before
        made, used = before.made, before.used
        text = before.ability if made is None else made.text
        beside = (None, None) if used is None else (used.chooses, used.only_if)
        beside = beside if made is None else made.besides
        said, besides = change.said(text), change.beside(beside)
        if (said, besides) == (text, beside):
            return before
        if made is not None:
            made = replace(made, text=said, besides=besides)
        ability, besides = (said, besides) if made is None else (made.ability, made.beside)
        if used is not None:
            chooses, only_if = besides
            used = replace(used, ability=ability, chooses=chooses, only_if=only_if, made=made)
        return replace(
            before,
            ability=ability,
            name=f"{before.name or before.number}.{change.new}",
            text=self.text(ability),
            text_of=before,
            made=made,
            used=used,
        )

    def _made(self, card: Card, named: bool) -> Iterator[ReplayInstance]:
        static = 0
        for place, one in enumerate(card.abilities):
            rank = place + one.shift
            works = one.use == "has" and bool(one.ability.instructions)
            static += works
            by_use = None if one.use == "has" else one
            alike = self._printed.setdefault((card.name, card.edition, place, rank), [])
            for instance in alike:
                same = instance.ability is one.ability or instance.ability == one.ability
                if same and instance.used == by_use and instance.made == one.made:
                    yield instance
                    break
            else:
                name = one.name if named else ""
                text = self.text(one.ability)
                new = ReplayInstance(
                    one.ability,
                    static,
                    rank,
                    None,
                    works,
                    name,
                    text,
                    activated=one.use == "activates",
                    made=one.made,
                    resolves=one.use != "has",
                    used=by_use,
                    card="" if named else card.name,
                )
                alike.append(new)
                yield new
