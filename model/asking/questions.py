"""What a question asks of an answer, in the words of expectations or in plain English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from layerlaw.model.asking.asked import (
    FactAsked,
    ObjectAsked,
    OfOne,
    PlaceAsked,
    Question,
    RulingAsked,
    SeveralAsked,
    ValueAsked,
    What,
)
from layerlaw.model.asking.faults import FILE, refuse
from layerlaw.model.asking.groups import Group, group_in, named_together, nouns_of
from layerlaw.model.asking.marks import OBJECT_MARK, lowered, marked, widened, without_marks
from layerlaw.model.asking.parsing import SHAPES, Shape, Stuck, parse_question
from layerlaw.model.asking.references import BEFORE, Known
from layerlaw.model.candidates import advice
from layerlaw.model.errors import BadInput
from layerlaw.model.files.yaml_text import Problems, Scalar
from layerlaw.model.scenarios.expectations import ExpectAnswers, ExpectFate, ExpectPlayer
from layerlaw.model.scenarios.load_expectations import ExpectationReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.asking.marks import Kind, Text
    from layerlaw.model.errors import Problem
    from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook
    from layerlaw.model.scenarios.expectations import Expectation

ABILITIES = "abilities"
"""What is called so though it is no characteristic of a rulebook."""
_QUESTION_WORDS = (
    "who what which whose where why how many much does did will have has lacks can cannot may "
    "could control controls is are was not be by of the and answers happens changes"
)
_ADJECTIVES: Mapping[str, tuple[str, ...]] = {
    "strong": ("power", "attack"),
    "powerful": ("power",),
    "big": ("power",),
    "expensive": ("price", "cost"),
    "cost": ("price", "cost"),
    "costs": ("price", "cost"),
}
"""What `how strong` asks for: the first of these characteristics that the rulebook has."""
_SIZE = ("power", "toughness", "life")
"""What `how big` asks for: those of them that the rulebook has."""
_SIZED = re.compile(r"-?\d{1,9}/-?\d{1,9}")
"""How a size is written: "3/3"."""
_COST = ("cost", "costs", "expensive")
"""What asks for each kind of cost, where a rulebook has several."""
_TYPE_LINE = re.compile(r"(?:what|which) types?\b", re.IGNORECASE)
"""How is asked for all words that stand on a type line."""
_WHOSE: Mapping[str, str] = {"mine": "me", "yours": "you", "theirs": "them"}
_FILLERS = re.compile(
    r"\b(?:now|still|then|really|currently|actually|afterwards|in the end|at the end)\b"
    r"(?=\s*$|\s+\S)",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:not|lacks|cannot|no longer)\b|n't\b", re.IGNORECASE)
_ANSWERS = re.compile(r"(?:one|several|no|\d{1,9}) answers?|paradox", re.IGNORECASE)
_AND_NAMES = re.compile("\ue001(?:,| and|, and) \ue001")
_AND_VALUES = re.compile("\ue002+(?:(?: and|,) \ue002+)+")
_HIS_ABILITIES = re.compile(r"(?:any|his|her|its|their|the) abilit(?:y|ies)", re.IGNORECASE)
_OF_THE_ORDER = re.compile(r"\b(?:orders?|first|last|loops?|depends?)\b", re.IGNORECASE)
_OBJECT_BEFORE = re.compile("\ue001+\\s*$")
_OF_NUMBER = re.compile(r"(?:an?\s+)?(.+?)\s+(?:of\s+)?([+-]?\d{1,15}|infinite)")
_NUMBER_OF = re.compile(r"([+-]?\d{1,15}|infinite)\s+(.+)")


def read_question_text(text: Text, known: Known, book: Rulebook) -> Question:
    """The question that is asked; raises `BadInput` with the place of what is wrong."""
    return _Reader(text, known, book).question()


def _is_of_types(characteristic: Characteristic) -> bool:
    """Whether its words stand on a type line."""
    return characteristic.kind == "set" and characteristic.name.endswith("types")


class _Reader:
    """Reads one question on one board."""

    def __init__(self, text: Text, known: Known, book: Rulebook) -> None:
        self.text = text
        self.known = known
        self.book = book
        named = [each.name for each in book.characteristics.values()]
        named += [f"base {each.name}" for each in book.characteristics.values() if each.base]
        named += [part for each in book.characteristics.values() for part in each.parts]
        self.named = {lowered(name): name for name in (*named, ABILITIES)}
        self.named |= {
            lowered(name.removesuffix("s")): name
            for name in (each.name for each in book.characteristics.values() if each.kind == "set")
            if name.removesuffix("s") not in self.named
        }
        pairs = book.actions.items()
        self.verbs = {lowered(verb) for pair in pairs for verb in pair} | {"get", "lose"}
        self.named |= {name.replace("-", " "): self.named[name] for name in self.named}
        self.group: Group | None = None
        self.member = ""

    def question(self) -> Question:
        """The question."""
        typed = self.text.text
        if re.match(r"layer\s", typed, re.IGNORECASE):
            return Question(typed, self._fact([(typed, self.text)]))
        if _ANSWERS.fullmatch(typed):
            return Question(typed, self._fact([(lowered(typed), self.text)]))
        encoded = self._encoded()
        try:
            shape = parse_question(self.text, encoded)
        except Stuck as stuck:
            self._half_named(stuck, encoded)
            self._complain(stuck)
        names = [] if shape.named is None else self._names(shape.named)
        sized = shape.form == "strength" and shape.words is not None and shape.words.text == "big"
        if sized or (shape.form == "is" and shape.words and _SIZED.fullmatch(shape.words.text)):
            known = self.book.characteristics
            names = [name for name in _SIZE if name in known and known[name].of_players is None]
        if shape.words is not None and lowered(shape.words.text) in _COST:
            names = names or self._kinds_of_cost(shape.form)
        lean = names == [self.book.types] and _TYPE_LINE.match(typed) is not None
        if lean:
            words = [each.name for each in self.book.characteristics.values() if _is_of_types(each)]
            names = [*dict.fromkeys((self.book.types, *words))]
        if self.group is None and len(names) < 2:
            return Question(typed, self._what(shape), shape.why)
        several = self._several(shape, names)
        return Question(typed, replace(several, lean=lean), shape.why)

    def _kinds_of_cost(self, form: str) -> list[str]:
        """The kinds of cost that there are, where none of them is simply what something costs."""
        if form not in ("strength", "object") or {"price", "cost"} & {*self.named}:
            return []
        return [name for name in self.book.characteristics if name.endswith("-cost")]

    def _encoded(self) -> str:
        reserved = (*_QUESTION_WORDS.split(), *self.named, *self.verbs)
        phrases: dict[str, Kind] = dict.fromkeys(self.verbs, "verb")
        phrases |= dict.fromkeys(self.named, "named")
        phrases |= {
            phrase: "object"
            for phrase in self.known.phrases(reserved)
            if phrase not in phrases or any(lowered(o.id) == phrase for o in self.known.objects)
        }
        plain = without_marks(self.text.text)
        encoded = marked(plain, phrases, quoted="object")
        encoded = _FILLERS.sub(lambda found: " " * len(found[0]), encoded)
        encoded = widened(encoded, "object", BEFORE)
        self.group = group_in(self.text, encoded, self.known, reserved, self.book)
        if self.group is None:
            runs = [run.span() for run in re.finditer("\ue001+", encoded)]
            if len(runs) > 1 and _AND_NAMES.search(encoded):
                meant = {span: self.known.one(self.text.part(*span)) for span in runs}
                self.group = named_together(encoded, meant)
        if self.group is not None:
            begin, end = self.group.start, self.group.end
            encoded = f"{encoded[:begin]}{OBJECT_MARK * (end - begin)}{encoded[end:]}"
        return _AND_VALUES.sub(lambda found: "\ue002" * len(found[0]), encoded)

    def _half_named(self, stuck: Stuck, encoded: str) -> None:
        """Refuse a name of which only the first words were known: "Foot Soldir"."""
        offset = stuck.where.start - self.text.start
        before = _OBJECT_BEFORE.search(encoded[:offset])
        words = stuck.where.text.split()
        if before is None or not words:
            return
        run = encoded[before.start() : before.end()].rstrip()
        named = self.text.part(before.start(), before.start() + len(run))
        if any(lowered(one.name) == lowered(named.text) for one in self.known.objects):
            # The whole name is there: the next word is something else.
            return
        typed = self.text.part(before.start(), offset + len(words[0]))
        if hint := advice(typed.text, [one.name for one in self.known.objects]):
            refuse(typed, f"there is no '{typed.text}' here", suggestion=hint)

    def _complain(self, stuck: Stuck) -> NoReturn:
        """What does not fit, and what was meant."""
        words = stuck.where.text.split()
        word = words[0] if words else ""
        where, expected = stuck.where, stuck.expected
        here = [one.name for one in self.known.objects]
        if not word:
            refuse(where, "something is missing here", expected=SHAPES)
        if lowered(word) == "it" and "OBJECT" in expected:
            hint = "`it` is what the question before was about: name the card."
            refuse(where, "there is no 'it' here", suggestion=hint)
        if "OBJECT" in expected or expected & {"NAMED", "VERB"}:
            kinds: tuple[tuple[str, Iterable[str]], ...] = (
                ("OBJECT", here),
                ("NAMED", self.named),
                ("VERB", self.verbs),
            )
            # Of several words the longest run that is like a name of the kind that fits here.
            until = (n for n, each in enumerate(words) if lowered(each) in _QUESTION_WORDS.split())
            for count in range(next(until, min(len(words), 6)), 0, -1):
                said = " ".join(words[:count])
                for kind, names in kinds:
                    if kind in expected and (hint := advice(said, names)):
                        refuse(where, f"there is no '{said}' here", suggestion=hint)
        if "VERB" in expected and expected <= {"VERB", "NAMED", "NOT", "BE"}:
            verbs = ", ".join(sorted(self.verbs))
            refuse(where, f"'{word}' is no verb of {self.book.id}", expected=verbs)
        if expected == {"OBJECT"}:
            there = ", ".join(dict.fromkeys(here))
            refuse(where, f"there is no '{word}' here", expected=f"one of {there}")
        if "NAMED" in expected and re.match(r"\S+ of\b", where.text):
            numbers = [each.name for each in self.book.characteristics.values()]
            refuse(where, f"nothing here has '{word}'", expected=f"one of {', '.join(numbers)}")
        if _OF_THE_ORDER.search(self.text.text):
            hint = "`layerlaw solve` tells the order of a board, `layerlaw orders` what it matters"
            refuse(where, f"'{word}' does not fit here", suggestion=hint)
        refuse(where, f"'{word}' does not fit here", expected=SHAPES)

    # --- the shapes ------------------------------------------------------------------------------

    def _what(self, shape: Shape) -> What:
        objects = [self._one(typed) for typed in shape.objects]
        match shape.form:
            case "changes" | "wins":
                return RulingAsked()
            case "answers":
                return FactAsked(ExpectAnswers(1), negated=True)
            case "object":
                if shape.words is not None and lowered(shape.words.text) in _ADJECTIVES:
                    return ValueAsked(objects[0], self._adjective(shape.words))
                return ObjectAsked(objects[0])
            case "place":
                return PlaceAsked(objects[0])
            case "controller":
                name = self.book.control if shape.named is None else self._name(shape.named)
                return ValueAsked(objects[0], name)
            case "value":
                assert shape.named is not None
                return ValueAsked(objects[0], self._name(shape.named))
            case "strength":
                assert shape.words is not None
                return ValueAsked(objects[0], self._adjective(shape.words))
            case "controls":
                return self._controls(shape, *objects)
            case "controlled":
                return self._controls(shape, *reversed(objects))
            case _:
                assert shape.words is not None or shape.form == "can"
                return self._statement(shape, objects)

    def _one(self, typed: Text) -> str:
        """The object that is meant; of the group the one whose turn it is."""
        if self.group is not None and typed.start - self.text.start == self.group.start:
            return self.member
        return self.known.one(typed)

    def _several(self, shape: Shape, names: list[str]) -> SeveralAsked:
        """What is asked of each object of the group, and of each value that is named."""
        group = self.group
        each: list[OfOne] = []
        for id in ("",) if group is None else group.ids:
            self.member = id
            whats: list[What]
            if len(names) > 1:
                object = self._one(shape.objects[0])
                whats = [ValueAsked(object, name) for name in names]
            else:
                whats = [self._what(shape)]
            being = () if group is None else tuple(self._being(group))
            each += [OfOne(being, what) for what in whats]
        called = "" if group is None else group.called
        return SeveralAsked(called, tuple(each), group is not None and group.which)

    def _being(self, group: Group) -> Iterator[Expectation]:
        """What the member has to be to be among the group."""
        if group.noun:
            yield self._fact([(f'"{self.member}" is {group.noun}', self.text)]).fact
        if group.whose:
            player = self.known.whose(group.whose)
            yield ExpectPlayer(self.member, self.book.control, player)

    def _names(self, typed: Text) -> list[str]:
        """The characteristics of a list: "power and toughness"."""
        if lowered(typed.text) in self.named:
            return [self._name(typed)]
        pieces = re.split(r"\s*(?:,|\band\b)\s*", lowered(typed.text))
        return [self.named[piece] for piece in pieces if piece]

    def _statement(self, shape: Shape, objects: list[str]) -> What:
        """A statement, as the expectation that it is."""
        id = f'"{objects[0]}"'
        words = shape.words
        negated = _NEGATED.search(self.text.text) is not None
        match shape.form:
            case "compared":
                assert shape.named is not None and words is not None
                sign = "is" if shape.sign == "=" else shape.sign
                head = f"{self._name(shape.named)} of {id} {sign} "
                return self._fact([(head, shape.named), (words.text, words)], negated)
            case "has":
                assert words is not None
                return self._has(id, words, negated)
            case "is":
                assert words is not None
                return self._is(objects[0], words, negated)
            case "can":
                assert shape.verb is not None
                be = "be " if shape.passive else ""
                head = f"{id} can {be}{lowered(shape.verb.text)}"
                if words is None:
                    return self._fact([(head, shape.verb)], negated)
                return self._fact([(f"{head} ", shape.verb), (self._to(words), words)], negated)
            case _:
                assert words is not None
                return self._fate(objects[0], words)

    def _controls(self, shape: Shape, player: str, object: str) -> What:
        if player not in self.known.players:
            refuse(shape.objects[0], f"'{shape.objects[0].text}' is no player")
        return FactAsked(ExpectPlayer(object, self.book.control, player))

    def _has(self, id: str, words: Text, negated: bool) -> What:
        """`Airborne`, `no abilities`, `power 3`, `3 power`."""
        small = lowered(words.text)
        for found, name, number in (
            (_OF_NUMBER.fullmatch(small), 1, 2),
            (_NUMBER_OF.fullmatch(small), 2, 1),
        ):
            if found is not None and found[name] in self.named:
                said = f"{self.named[found[name]]} of {id} is {found[number]}"
                return self._fact([(said, words)], negated)
        text = "an ability" if _HIS_ABILITIES.fullmatch(words.text) else words.text
        return self._fact([(f"{id} has ", words), (text, words)], negated)

    def _is(self, object: str, words: Text, negated: bool) -> What:
        small = lowered(words.text)
        if small in _WHOSE:
            player = _WHOSE[small]
            if small == "mine" and player not in self.known.players:
                player = self.known.asker
            if player not in self.known.players:
                refuse(words, f"nobody here is '{player}'")
            return FactAsked(ExpectPlayer(object, self.book.control, player), negated)
        text = words.text
        if self.group is not None and small in (nouns := nouns_of(self.book)):
            text = nouns[small]
        return self._fact([(f'"{object}" is ', words), (text, words)], negated)

    def _fate(self, object: str, words: Text) -> What:
        """`dies`, `does it die`: what the checks do, or that they do nothing."""
        said = lowered(words.text)
        verdicts = dict.fromkeys(("survives", *(check.verdict for check in self.book.checks)))
        for verdict in verdicts:
            first, blank, rest = verdict.partition(" ")
            if said in (verdict, f"{first.removesuffix('s')}{blank}{rest}"):
                return FactAsked(ExpectFate(object, verdict))
        hint = advice(said, [*verdicts, *(each.removesuffix("s") for each in verdicts)])
        keyword = next((one for one in self.book.keywords if lowered(one).startswith(said)), None)
        if keyword is not None and not hint:
            refuse(words, f"'{words.text}' does not fit here", suggestion=f"Say `have {keyword}`.")
        refuse(words, f"'{words.text}' does not fit here", expected=SHAPES, suggestion=hint)

    # --- words -----------------------------------------------------------------------------------

    def _name(self, typed: Text) -> str:
        return self.named[lowered(typed.text)]

    def _adjective(self, typed: Text) -> str:
        small = lowered(typed.text)
        known = [name for name in _ADJECTIVES.get(small, ()) if name in self.named]
        if known:
            return known[0]
        numbers = [each.name for each in self.book.characteristics.values() if not each.counter]
        refuse(
            typed,
            f"'{typed.text}' is no number of {self.book.id}",
            expected=f"what X has, X one of {', '.join(numbers)}",
        )

    def _to(self, words: Text) -> str:
        """Whom it is done to, by the id where something here is meant."""
        text = words.text
        by = re.match(r"(?:by|with|on)\s+", text, re.IGNORECASE)
        start = by.end() if by is not None else 0
        target = words.part(start, len(text))
        if re.search(r"\bcounters?$", text):
            return text
        passive = "by " if by is not None and lowered(by[0]).startswith("by") else ""
        return f'{passive}"{self.known.one(target)}"'

    def _fact(self, pieces: list[tuple[str, Text]], negated: bool = False) -> FactAsked:
        """The expectation that the pieces make together, each from a place in the question."""
        text = "".join(piece for piece, _ in pieces)
        problems = Problems(FILE, (text,))
        ids = [one.id for one in self.known.objects]
        reader = ExpectationReader(self.book, self.known.players, ids, (), problems)
        try:
            quote = '"' if text.startswith("layer ") else ""
            (read,) = reader.read([Scalar(text, 1, 1, quote)])
            problems.stop_if_bad()
        except (BadInput, ValueError):
            self._misplaced(problems.noted[0], pieces)
        return FactAsked(read.what, negated)

    def _misplaced(self, bad: Problem, pieces: list[tuple[str, Text]]) -> NoReturn:
        """Raise the problem of an expectation at the piece of the question that it is in."""
        begin = 0
        for piece, where in pieces:
            inside = bad.column - 1 - begin
            begin += len(piece)
            if bad.column <= begin or (piece, where) == pieces[-1]:
                same = piece == where.text and 0 < inside < len(piece)
                place = where.part(inside, len(piece)) if same else where
                refuse(place, bad.message, expected=bad.expected, suggestion=bad.suggestion)
        raise AssertionError
