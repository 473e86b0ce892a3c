"""Loads a rulebook from YAML and checks that it holds together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Everything, Selector
from layerlaw.model.algebra.trees import with_keywords
from layerlaw.model.arguments import checked
from layerlaw.model.errors import BadInput, LayerlawError, NotationError
from layerlaw.model.files.event_format import EVENT_WORDS
from layerlaw.model.files.fields import Fields
from layerlaw.model.files.nodes import one_of, texts_of
from layerlaw.model.files.yaml_text import Problems, Scalar, parse, read, stop_if_bad
from layerlaw.model.notation.bounds import check_parts
from layerlaw.model.notation.parsing import parse_ability, parse_selector
from layerlaw.model.notation.vocabulary import Vocabulary
from layerlaw.model.rulebooks.blame import blamed
from layerlaw.model.rulebooks.files import Lineage
from layerlaw.model.rulebooks.load_axioms import axioms_of
from layerlaw.model.rulebooks.load_rules import RULES, RuleReader, actions_of
from layerlaw.model.rulebooks.never_applies import rule_never_applies
from layerlaw.model.rulebooks.rulebook import (
    Characteristic,
    Rulebook,
    Space,
    Status,
    UnnamedGround,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.notation.vocabulary import Kind
    from layerlaw.model.rulebooks.load_procedure import Procedure

_KINDS: Mapping[str, Kind] = {
    "number": "number",
    "set": "set",
    "player": "player",
    "status": "status",
    "abilities": "abilities",
}
_NO_ZONES = (RULES, "players", "play", "any zone", "*")


@checked()
def load_rulebook(path: Path | str) -> Rulebook:
    """The rulebook in a YAML file; raises `BadInput` with everything that is wrong with it."""
    return _loaded(Lineage(read(path), Path(path)))


@checked()
def loads_rulebook(text: str, file: str = "<text>") -> Rulebook:
    """The rulebook in YAML text; `file` names it in messages. Raises `BadInput`."""
    return _loaded(Lineage(parse(text, file), None))


def _loaded(files: Lineage) -> Rulebook:
    """The rulebook; what breaks a base that is sound by itself is told of the rulebook's file."""
    try:
        return _Reader(files).rulebook()
    except BadInput as error:
        foreign = [one for one in error.problems if one.file != files.document.file]
        if files.base is None or not foreign or not _is_sound(files.base[1]):
            raise
        document, base = files.document, files.base[0]
        problems = [
            blamed(one, document, base) if one.file == base.file else one for one in error.problems
        ]
    raise BadInput(dict.fromkeys(problems))


def _is_sound(path: Path) -> bool:
    try:
        load_rulebook(path)
    except LayerlawError:
        return False
    return True


@checked()
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
        actions=rulebook.actions,
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
    actions: Mapping[str, str],
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
        based=tuple(name for name, each in named.items() if each.base),
        actions=actions,
    )


def operation_words(
    characteristics: Iterable[Characteristic], statuses: Iterable[str]
) -> tuple[str, ...]:
    """Every word for operations that a layer can list under these characteristics."""
    words = ["copy", "animate", "can't be modified", *statuses]
    words += ["permissions", "ignore", "replacements"]
    words += [f"{verb} abilities" for verb in ("gain", "lose", "forbid", "change")]
    verbs = {
        "number": ("set", "fix", "add", "multiply", "limit", "swap", "change"),
        "set": ("set", "add", "remove", "change"),
        "player": ("set", "forbid", "change"),
    }
    for each in characteristics:
        if not each.counter:
            words += [f"{verb} {each.name}" for verb in verbs.get(each.kind, ())]
    return tuple(dict.fromkeys(words))


_NAMED = (
    ("types", "set", "the types of cards"),
    ("controller", "player", "who controls an object"),
)


class _Reader:
    """Reads one rulebook; the words found so far are what later notation is parsed with."""

    def __init__(self, files: Lineage) -> None:
        self.files = files
        self.words = Vocabulary({}, {}, {})
        self.marks: list[str] = []
        self.mark_on: dict[str, Selector] = {}
        self.keyword_clauses: dict[str, str] = {}

    def rulebook(self) -> Rulebook:
        fields, _, procedure = self.files.own
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
            keywords=self._keyword_names(),
            actions=actions_of(self.files),
        )
        nouns = self._nouns()
        verbs = operation_words(characteristics.values(), statuses)
        layers = procedure.layers(verbs)
        rules = RuleReader(self.files, self.words)
        carried, carriers, carried_clause, carried_control = rules.carried()
        keywords = self._keywords([layer.id for layer in layers], carried=carried is not None)
        policies = procedure.policies()
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
            checks=tuple(rules.checks()),
            carried=carried,
            carried_clause=carried_clause,
            carried_control=carried_control,
            carriers=carriers,
            marks=tuple(self.marks),
            mark_on=MappingProxyType(self.mark_on),
            keyword_clauses=MappingProxyType(self.keyword_clauses),
            immune=tuple(rules.immune(verbs)),
            cards=fields.text("cards"),
            actions=self.words.actions,
            stacking=rules.stacking(tuple(characteristics), tuple(statuses)),
            linked=rules.linked(),
            resets=rules.resets(),
            axioms=axioms_of(self.files),
        )
        fields.take("rules")
        fields.finish()
        stop_if_bad(self.files.problems())
        # Rules need layers that hold together.
        rulebook = replace(rulebook, rules=tuple(rules.rules(rulebook)))
        stop_if_bad(self.files.problems())
        return replace(rulebook, clauses=MappingProxyType(self.files.clauses()))

    def _characteristics(self) -> dict[str, Characteristic]:
        source, problems, _ = self.files.of("characteristics")
        found: dict[str, Characteristic] = {}
        owners: dict[str, str] = {}
        opposites: dict[str, Scalar] = {}
        for key, node in source.entries("characteristics", required=True):
            fields = Fields(node, problems, "a characteristic")
            kind = fields.scalar("kind", required=True)
            if kind is None or not one_of(kind, _KINDS, problems, "kind of characteristic"):
                continue
            words = fields.words("words", required=True) if kind.text == "set" else ()
            for word in words:
                if word.text in owners:
                    problems.add(word, f"'{word.text}' is one of the {owners[word.text]} already")
                owners[word.text] = key.text
            floor = fields.whole("floor") if kind.text == "number" else None
            counter = fields.flag("counter") if kind.text == "number" else False
            by_events = not counter and kind.text == "number"
            counted = fields.flag("counted") if by_events else False
            if (counter or counted) and key.text in EVENT_WORDS:
                problems.add(key, f"'{key.text}' is an event, so no counter can have its name")
            lasting = fields.flag("lasting") if counter else False
            base = fields.flag("base") if kind.text == "number" and not counter else False
            opposite = fields.scalar("opposite") if counter else None
            if opposite is not None:
                opposites[key.text] = opposite
            fields.finish()
            found[key.text] = Characteristic(
                key.text,
                _KINDS[kind.text],
                tuple(word.text for word in words),
                floor,
                counter,
                lasting,
                base,
                opposite.text if opposite else "",
                counted,
            )
        self._check_named(found, source, problems)
        self._check_opposites(opposites, [x.name for x in found.values() if x.counter], problems)
        return found

    def _check_named(
        self, found: Mapping[str, Characteristic], source: Fields, problems: Problems
    ) -> None:
        """The two characteristics that mean something by their names: `types` and `controller`."""
        node = source.take("characteristics")
        for name, kind, what in _NAMED:
            if node is None or (name in found and found[name].kind == kind):
                continue
            others = [each for each, one in found.items() if one.kind == kind]
            call = f"call '{others[0]}' '{name}'" if len(others) == 1 else ""
            keys = [key for key, _ in source.entries("characteristics") if [key.text] == others]
            problems.add(
                keys[0] if keys else node,
                f"there is no characteristic '{name}' of kind '{kind}'",
                expected=f"one, by this name, for {what}",
                suggestion=call,
            )

    def _check_opposites(
        self, opposites: Mapping[str, Scalar], counters: list[str], problems: Problems
    ) -> None:
        """Each counter cancels one other at most, whichever of the two says so."""
        pairs: dict[str, str] = {}
        for name, opposite in opposites.items():
            other = opposite.text
            if not one_of(
                opposite, [each for each in counters if each != name], problems, "counter"
            ):
                continue
            for one, of in ((name, other), (other, name)):
                if pairs.setdefault(one, of) != of:
                    problems.add(opposite, f"'{pairs[one]}' is the opposite of '{one}' already")

    def _zones(self) -> tuple[str, ...]:
        source, problems, _ = self.files.of("zones")
        words = source.words("zones", required=True)
        if len(words) == 1:
            message = "there are two zones at least: the zone of play, then that of what leaves it"
            problems.add(words[0], message)
        for number, word in enumerate(words):
            if word.text in [other.text for other in words[:number]]:
                problems.add(word, f"two zones with the name '{word.text}'")
            if word.text in _NO_ZONES:
                problems.add(word, f"no zone can be called '{word.text}': it means something")
        return tuple(word.text for word in words)

    def _space(self, characteristics: Mapping[str, Characteristic]) -> Space | None:
        source, problems, procedure = self.files.of("space")
        node = source.take("space")
        if node is None:
            return None
        fields = Fields(node, problems, "a space")
        columns, rows = fields.whole("columns", required=True), fields.whole("rows", required=True)
        if columns is None or rows is None or not (1 <= columns <= 1000 and 1 <= rows <= 1000):
            problems.add(node, "a space has 1 to 1000 columns and rows")
            columns = rows = 1
        ground = fields.scalar("ground", required=True)
        if ground:
            types = characteristics["types"].words if "types" in characteristics else ()
            one_of(ground, types, problems, "type")
        surface, void = fields.text("surface", required=True), fields.text("void", required=True)
        deep = fields.words("deep", required=True)
        if len(deep) != 3:
            problems.add(
                node,
                "'deep' has three words: the level below ground where the test holds, the same "
                "where it does not, and the number of the ground that is the test",
            )
            deep = (Scalar("", 1, 1),) * 3
        else:
            numbers = [each.name for each in characteristics.values() if each.kind == "number"]
            one_of(deep[2], numbers, problems, "number")
        unnamed = self._unnamed(fields, problems, procedure, characteristics)
        fields.finish()
        names = (surface, void, deep[0].text, deep[1].text)
        return Space(columns, rows, ground.text if ground else "", *names, deep[2].text, unnamed)

    def _unnamed(
        self,
        space: Fields,
        problems: Problems,
        procedure: Procedure,
        characteristics: Mapping[str, Characteristic],
    ) -> UnnamedGround | None:
        """The ground that stands where a scenario names none."""
        node = space.take("unnamed ground")
        if node is None:
            return None
        fields = Fields(node, problems, "unnamed ground")
        words = {word: each.name for each in characteristics.values() for word in each.words}
        types = [word for word, name in words.items() if name == "types"]
        numbers = [each.name for each in characteristics.values() if each.kind == "number"]
        found: list[tuple[str, ...]] = []
        for key, known, kind in (
            ("under", types, "type"),
            ("numbers", numbers, "number"),
            ("words", [word for word in words if word not in types], "word of a set"),
        ):
            said = fields.words(key, required=key == "under")
            found.append(tuple(one.text for one in said if one_of(one, known, problems, kind)))
        clause = procedure.clause(fields)
        fields.finish()
        under, counted, unknown = found
        return UnnamedGround(under, counted, unknown, clause)

    def _statuses(self, characteristics: Mapping[str, Characteristic]) -> dict[str, Status]:
        source, problems, procedure = self.files.of("statuses")
        found: dict[str, Status] = {}
        numbers = [each.name for each in characteristics.values() if each.kind == "number"]
        for key, node in source.entries("statuses"):
            fields = Fields(node, problems, "a status")
            empties = fields.words("empties")
            for word in empties:
                one_of(word, numbers, problems, "number")
            found[key.text] = Status(
                name=key.text,
                clause=procedure.clause(fields),
                silences=fields.flag("silences"),
                disables=fields.flag("disables"),
                empties=tuple(word.text for word in empties),
                hides=fields.flag("hides"),
            )
            fields.finish()
        return found

    def _plurals(self) -> Mapping[str, str]:
        source, problems, _ = self.files.of("plurals")
        found: dict[str, str] = {}
        for key, node in source.entries("plurals"):
            for word in texts_of([node], problems, "a plural"):
                found[key.text] = word.text
        return MappingProxyType(found)

    def _nouns(self) -> dict[str, Selector]:
        source, problems, _ = self.files.of("nouns")
        found: dict[str, Selector] = {}
        for key, node in source.entries("nouns"):
            for text in texts_of([node], problems, "a noun's meaning"):
                found[key.text] = self._selector(text, problems)
                nouns = MappingProxyType({**self.words.nouns, **found})
                self.words = replace(self.words, nouns=nouns)
        return found

    def _keyword_names(self) -> tuple[str, ...]:
        source, _, _ = self.files.of("keywords")
        return tuple(key.text for key, _ in source.entries("keywords"))

    def _keywords(self, layers: list[str], *, carried: bool) -> dict[str, Ability]:
        """layers: the ids of those that a keyword may name for what it does.

        carried: whether anything is carried in the game.
        """
        source, problems, procedure = self.files.of("keywords")
        found: dict[str, Ability] = {}
        for key, node in source.entries("keywords"):
            fields = Fields(node, problems, "a keyword")
            self.keyword_clauses[key.text] = procedure.clause(fields)
            found[key.text] = Ability(key.text)
            mark = fields.scalar("mark")
            if mark is not None and mark.text != "false":
                self.marks.append(key.text)
                if mark.text != "true":
                    self.mark_on[key.text] = self._selector(mark, problems, "'true', or ")
            does, layer = fields.scalar("does"), fields.scalar("layer")
            if layer and layer.text not in layers and source is not self.files.own[0]:
                # Taken over from a rulebook with other layers, it goes by its words.
                layer = None
            elif layer and not one_of(layer, layers, problems, "layer"):
                layer = None
            if does is not None:
                try:
                    ability = with_keywords(parse_ability(does.text, self.words), found)
                    check_parts(ability)
                    for never in rule_never_applies(ability, carried=carried):
                        problems.add(does, never.message, suggestion=never.suggestion)
                    named = layer.text if layer else None
                    found[key.text] = replace(ability, keyword=key.text, layer=named)
                except NotationError as error:
                    problems.notation(does, error)
            fields.finish()
        return found

    def _selector(self, node: Scalar, problems: Problems, instead: str = "") -> Selector:
        """instead: what else could have stood there."""
        try:
            return parse_selector(node.text, self.words)
        except NotationError as error:
            error.expected = instead + error.expected
            problems.notation(node, error)
            return Everything()
