"""Loads a rulebook from YAML and checks that it holds together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Everything, Gain, Selector
from layerlaw.model.errors import NotationError
from layerlaw.model.fields import Fields, one_of, texts_of
from layerlaw.model.load_procedure import Procedure
from layerlaw.model.notation import parse_ability, parse_selector
from layerlaw.model.rulebook import Characteristic, Kind, Rulebook, Space, StateCheck, Status
from layerlaw.model.vocabulary import Vocabulary
from layerlaw.model.yaml_text import Document, Report, Scalar, parse, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_KINDS: Mapping[str, Kind] = {
    "number": "number",
    "set": "set",
    "player": "player",
    "status": "status",
    "abilities": "abilities",
}
# What an event may be called: a counter of one of these names could never change.
EVENT_WORDS = ("together", "move", "attach", "drop", "leave", "loses", "transform", "turn")


def load_rulebook(path: Path | str) -> Rulebook:
    """The rulebook in a YAML file; raises `BadInput` with everything that is wrong with it."""
    return _Reader(read(path)).rulebook()


def loads_rulebook(text: str, file: str = "<text>") -> Rulebook:
    """The rulebook in YAML text; `file` names it in messages. Raises `BadInput`."""
    return _Reader(parse(text, file)).rulebook()


def vocabulary(rulebook: Rulebook) -> Vocabulary:
    """The words that the notation understands under a rulebook."""
    return _vocabulary(
        rulebook.characteristics.values(),
        nouns=rulebook.nouns,
        plurals=rulebook.plurals,
        statuses=tuple(rulebook.statuses),
        regions=rulebook.space.regions if rulebook.space else (),
        zones=rulebook.zones,
        keywords=tuple(rulebook.keywords),
    )


def _vocabulary(
    characteristics: Iterable[Characteristic],
    *,
    nouns: Mapping[str, Selector],
    plurals: Mapping[str, str],
    statuses: tuple[str, ...],
    regions: tuple[str, ...],
    zones: tuple[str, ...],
    keywords: tuple[str, ...],
) -> Vocabulary:
    named = {each.name: each for each in characteristics}
    return Vocabulary(
        kinds=MappingProxyType({name: each.kind for name, each in named.items()}),
        members=MappingProxyType(
            {word: name for name, each in named.items() for word in each.words}
        ),
        nouns=MappingProxyType({"object": Everything(), **nouns}),
        plurals=plurals,
        statuses=statuses,
        regions=regions,
        zones=zones,
        keywords=keywords,
    )


def operation_words(
    characteristics: Iterable[Characteristic], statuses: Iterable[str]
) -> tuple[str, ...]:
    """Every word for operations that a layer can list under these characteristics."""
    words = ["copy", "animate", "permissions", "can't be modified", *statuses]
    words += [f"{verb} abilities" for verb in ("gain", "lose", "forbid", "change")]
    verbs = {
        "number": ("set", "add", "multiply", "limit", "swap", "change"),
        "set": ("set", "add", "remove", "change"),
        "player": ("set", "forbid", "change"),
    }
    for each in characteristics:
        if not each.counter:
            words += [f"{verb} {each.name}" for verb in verbs.get(each.kind, ())]
    return tuple(dict.fromkeys(words))


def with_keywords(ability: Ability, keywords: Mapping[str, Ability]) -> Ability:
    """The ability with what the rulebook says that keywords do, also where it gives them."""
    if ability.keyword is not None:
        return keywords.get(ability.keyword, ability)
    return replace(
        ability,
        instructions=tuple(
            replace(
                instruction,
                operations=tuple(
                    Gain(with_keywords(operation.ability, keywords))
                    if isinstance(operation, Gain)
                    else operation
                    for operation in instruction.operations
                ),
            )
            for instruction in ability.instructions
        ),
    )


class _Reader:
    """Reads one file; the words found so far are what later notation is parsed with."""

    def __init__(self, document: Document) -> None:
        self.report = Report(document.file, document.lines)
        self.fields = Fields(document.root, self.report, "a rulebook")
        self.procedure = Procedure(self.fields, self.report)
        self.words = Vocabulary({}, {}, {})
        self.marks: list[str] = []
        self.keyword_clauses: dict[str, str] = {}

    def rulebook(self) -> Rulebook:
        fields, procedure = self.fields, self.procedure
        name = fields.text("rulebook", required=True)
        title, game = fields.text("title", required=True), fields.text("game", required=True)
        version = fields.text("version", required=True)
        characteristics = self._characteristics()
        space = self._space(characteristics)
        statuses = self._statuses(characteristics)
        zones = self._zones()
        self.words = _vocabulary(
            characteristics.values(),
            nouns={},
            plurals=self._plurals(),
            statuses=tuple(statuses),
            regions=space.regions if space else (),
            zones=zones,
            keywords=tuple(key.text for key, _ in fields.entries("keywords")),
        )
        nouns = self._nouns()
        keywords = self._keywords()
        verbs = operation_words(characteristics.values(), statuses)
        layers = procedure.layers(verbs)
        policies = procedure.policies()
        carried, carriers, carried_clause = self._carried()
        rulebook = Rulebook(
            id=name,
            title=title,
            game=game,
            publisher=fields.text("publisher"),
            version=version,
            source=fields.text("source"),
            characteristics=MappingProxyType(characteristics),
            statuses=MappingProxyType(statuses),
            zones=zones,
            space=space,
            nouns=MappingProxyType(nouns),
            plurals=self.words.plurals,
            keywords=MappingProxyType(keywords),
            layers=layers,
            clauses=MappingProxyType(procedure.clauses),
            points=MappingProxyType(procedure.points(layers, policies, verbs)),
            policies=MappingProxyType(policies),
            checks=tuple(self._checks(zones)),
            carried=carried,
            carried_clause=carried_clause,
            carriers=carriers,
            marks=tuple(self.marks),
            keyword_clauses=MappingProxyType(self.keyword_clauses),
            immune=tuple(self._immune(verbs)),
            cards=fields.text("cards"),
        )
        fields.finish()
        self.report.stop_if_bad()
        return rulebook

    def _characteristics(self) -> dict[str, Characteristic]:
        found: dict[str, Characteristic] = {}
        owners: dict[str, str] = {}
        for key, node in self.fields.entries("characteristics", required=True):
            fields = Fields(node, self.report, "a characteristic")
            kind = fields.scalar("kind", required=True)
            if kind is None or not one_of(kind, _KINDS, self.report, "kind of characteristic"):
                continue
            words = fields.words("words", required=True) if kind.text == "set" else ()
            for word in words:
                if word.text in owners:
                    self.report.add(
                        word, f"'{word.text}' is one of the {owners[word.text]} already"
                    )
                owners[word.text] = key.text
            floor = fields.whole("floor") if kind.text == "number" else None
            counter = fields.flag("counter") if kind.text == "number" else False
            if counter and key.text in EVENT_WORDS:
                self.report.add(key, f"'{key.text}' is an event, so no counter can have its name")
            fields.finish()
            found[key.text] = Characteristic(
                key.text, _KINDS[kind.text], tuple(w.text for w in words), floor, counter
            )
        return found

    def _zones(self) -> tuple[str, ...]:
        words = self.fields.words("zones", required=True)
        if len(words) == 1:
            message = "there are two zones at least: the zone of play, then that of what leaves it"
            self.report.add(words[0], message)
        for number, word in enumerate(words):
            if word.text in [other.text for other in words[:number]]:
                self.report.add(word, f"two zones with the name '{word.text}'")
        return tuple(word.text for word in words)

    def _space(self, characteristics: Mapping[str, Characteristic]) -> Space | None:
        node = self.fields.take("space")
        if node is None:
            return None
        fields = Fields(node, self.report, "a space")
        columns, rows = fields.whole("columns", required=True), fields.whole("rows", required=True)
        if columns is None or rows is None or not (1 <= columns <= 1000 and 1 <= rows <= 1000):
            self.report.add(node, "a space has 1 to 1000 columns and rows")
            columns = rows = 1
        ground = fields.scalar("ground", required=True)
        members = [word for each in characteristics.values() for word in each.words]
        if ground:
            one_of(ground, members, self.report, "type")
        surface, void = fields.text("surface", required=True), fields.text("void", required=True)
        deep = fields.words("deep", required=True)
        if len(deep) != 3:
            self.report.add(
                node,
                "'deep' has three words: the level below ground where the test holds, the same "
                "where it does not, and the number of the ground that is the test",
            )
            deep = (Scalar("", 1, 1),) * 3
        else:
            numbers = [each.name for each in characteristics.values() if each.kind == "number"]
            one_of(deep[2], numbers, self.report, "number")
        fields.finish()
        names = (surface, void, deep[0].text, deep[1].text)
        return Space(columns, rows, ground.text if ground else "", *names, deep[2].text)

    def _statuses(self, characteristics: Mapping[str, Characteristic]) -> dict[str, Status]:
        found: dict[str, Status] = {}
        numbers = [each.name for each in characteristics.values() if each.kind == "number"]
        for key, node in self.fields.entries("statuses"):
            fields = Fields(node, self.report, "a status")
            empties = fields.words("empties")
            for word in empties:
                one_of(word, numbers, self.report, "number")
            found[key.text] = Status(
                name=key.text,
                clause=self.procedure.clause(fields),
                silences=fields.flag("silences"),
                disables=fields.flag("disables"),
                empties=tuple(word.text for word in empties),
            )
            fields.finish()
        return found

    def _plurals(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for key, node in self.fields.entries("plurals"):
            for word in texts_of([node], self.report, "a plural"):
                found[key.text] = word.text
        return MappingProxyType(found)

    def _nouns(self) -> dict[str, Selector]:
        found: dict[str, Selector] = {}
        for key, node in self.fields.entries("nouns"):
            for text in texts_of([node], self.report, "a noun's meaning"):
                found[key.text] = self._selector(text)
                nouns = MappingProxyType({**self.words.nouns, **found})
                self.words = replace(self.words, nouns=nouns)
        return found

    def _keywords(self) -> dict[str, Ability]:
        found: dict[str, Ability] = {}
        for key, node in self.fields.entries("keywords"):
            fields = Fields(node, self.report, "a keyword")
            self.keyword_clauses[key.text] = self.procedure.clause(fields)
            found[key.text] = Ability(key.text)
            if fields.flag("mark"):
                self.marks.append(key.text)
            does = fields.scalar("does")
            if does is not None:
                try:
                    ability = parse_ability(does.text, self.words)
                    found[key.text] = replace(with_keywords(ability, found), keyword=key.text)
                except NotationError as error:
                    self.report.notation(does, error)
            fields.finish()
        return found

    def _checks(self, zones: tuple[str, ...]) -> Iterator[StateCheck]:
        seen: set[str] = set()
        for node in self.fields.items("checks"):
            fields = Fields(node, self.report, "a check")
            name = fields.scalar("id", required=True)
            if name and name.text in seen:
                self.report.add(name, f"two checks with the id '{name.text}'")
            seen.add(name.text if name else "")
            who = fields.scalar("who", required=True)
            verdict = fields.text("verdict", required=True)
            zone = fields.scalar("zone", required=True)
            clause = self.procedure.clause(fields)
            fields.finish()
            if name and who and zone and one_of(zone, zones, self.report, "zone"):
                yield StateCheck(name.text, self._selector(who), verdict, zone.text, clause)

    def _carried(self) -> tuple[Selector | None, Selector | None, str]:
        node = self.fields.take("carried")
        if node is None:
            return None, None, ""
        fields = Fields(node, self.report, "'carried'")
        who = fields.scalar("who", required=True)
        by = fields.scalar("by")
        clause = self.procedure.clause(fields)
        fields.finish()
        carriers = self._selector(by) if by else None
        return self._selector(who) if who else None, carriers, clause

    def _immune(self, verbs: tuple[str, ...]) -> Iterator[tuple[Selector, str, str]]:
        for node in self.fields.items("immune"):
            fields = Fields(node, self.report, "an immunity")
            who = fields.scalar("who", required=True)
            to = fields.scalar("to", required=True)
            clause = self.procedure.clause(fields)
            fields.finish()
            if who and to and one_of(to, verbs, self.report, "operation"):
                yield self._selector(who), to.text, clause

    def _selector(self, node: Scalar) -> Selector:
        try:
            return parse_selector(node.text, self.words)
        except NotationError as error:
            self.report.notation(node, error)
            return Everything()
