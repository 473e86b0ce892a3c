"""Reads what a rulebook says about procedure: clauses, layers, policies, open points, axioms."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from layerlaw.model.errors import did_you_mean, nearest
from layerlaw.model.files.nodes import one_of, text_behind, texts_of
from layerlaw.model.files.yaml_text import Mapping as YamlMapping
from layerlaw.model.files.yaml_text import Node, Scalar
from layerlaw.model.rulebooks import procedure_format as keys
from layerlaw.model.rulebooks.axiom_notation import parse_condition
from layerlaw.model.rulebooks.axioms import Axiom, exchanged, relations
from layerlaw.model.rulebooks.game_format import CLAUSE, ID
from layerlaw.model.rulebooks.layer_ids import is_layer, names_of
from layerlaw.model.rulebooks.load_sources import SourceReader
from layerlaw.model.rulebooks.policies import (
    LAYERED_ONLY,
    OUT_OF_LAYER,
    POLICIES,
    SIMULTANEOUS_ONLY,
    UNLESS_SAID,
)
from layerlaw.model.rulebooks.rulebook import Clause, Layer, OpenPoint, PolicyValue, Reading
from layerlaw.model.rulebooks.rulebook_format import RESTS_ON, RULEBOOK_ID
from layerlaw.model.rulebooks.sources_format import SENTENCES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from layerlaw.model.files.format import Fields, Key, Known
    from layerlaw.model.files.yaml_text import Problems


class ProcedureReader:
    """Reads one rulebook; the clauses are read at once, because everything else names them.

    base: that of the rulebook that this one is like, whose clauses may be named as well.
    inherited: the open points of what this one is based on; their defaults follow its policies.
    """

    def __init__(self, fields: Fields, problems: Problems) -> None:
        self.fields = fields
        self.problems = problems
        self.clauses: dict[str, Clause] = {}
        self.base: ProcedureReader | None = None
        self.inherited: frozenset[str] = frozenset()
        self._named: set[str] = set()
        self._text_layer: Scalar | None = None
        self.texts = SourceReader(fields, problems)
        for node in fields[keys.CLAUSES]:
            self._read_clause(node)
        self._point_nodes = tuple(
            node for node in fields[keys.POINTS] if isinstance(node, YamlMapping)
        )
        # A policy or a layer may rest on an open point instead of a clause: id -> question.
        self._points = {
            id: text_behind(node, keys.QUESTION.name)
            for node in self._point_nodes
            if (id := text_behind(node, ID.name))
        }

    def clause(self, fields: Fields, key: Key[Scalar | None] = CLAUSE) -> str:
        """The clause or open point behind the key, of this file or of its `base`."""
        node = fields[key]
        if node is None:
            return ""
        return node.text if self.is_clause(node, {*self.clauses, *self._points}) else ""

    def values(self, fields: Fields, known: Known = MappingProxyType({})) -> dict[str, Any]:
        """What an entry says, in plain values, by its keys with underscores for their blanks.

        known: as in `Fields.value`.
        """
        return {
            key.name.replace(" ", "_"): self.clause(fields)
            if key == CLAUSE
            else fields.value(key, known)
            for key in fields.table.keys
        }

    def is_clause(self, node: Scalar, own: Collection[str]) -> bool:
        """Whether the text is one of this file's own ids, or a clause of a file it is like."""
        files = [self]
        while (base := files[-1].base) is not None:
            files.append(base)
        for file in files:
            if node.text in (own if file is self else {*file.clauses, *file._points}):
                file._named.add(node.text)
                return True
        known = {*own}.union(*({*file.clauses, *file._points} for file in files[1:]))
        return one_of(node, sorted(known), self.problems, "clause")

    def named_clauses(self, rulebook: str) -> Iterator[Clause]:
        """The clauses that something rests on; of an open point its question, as a clause."""
        for id in sorted(self._named):
            if id in self.clauses:
                yield replace(self.clauses[id], taken_from=rulebook)
            else:
                place = f"open point of {rulebook}"
                yield Clause(id, place, self._points[id], taken_from=rulebook)

    def _read_clause(self, node: Node) -> None:
        fields = keys.CLAUSE_TABLE.fields(node, self.problems)
        pointers = tuple(self.texts.pointers(fields[SENTENCES]))
        values = self.values(fields) | {"sentences": pointers}
        clause = Clause(**values)
        if clause.id in self.clauses:
            self.problems.add(fields.node_of(ID) or node, f"two clauses with the id '{clause.id}'")
        elif clause.id:
            self.clauses[clause.id] = clause

    def layers(self, verbs: tuple[str, ...]) -> tuple[Layer, ...]:
        """The layers in their order; no operation word may stand in two of them."""
        layers: list[Layer] = []
        ids: set[str] = set()
        owners: dict[str, str] = {}
        for node in self.fields[keys.LAYERS]:
            fields = keys.OWN_LAYER_TABLE.fields(node, self.problems)
            name, title = fields[keys.LAYER_ID], fields[keys.LAYER_NAME]
            clause = self.clause(fields)
            does, early = fields[keys.LAYER_DOES], fields[keys.EARLY]
            test = self._test(fields)
            for verb in does:
                if not one_of(verb, verbs, self.problems, "operation"):
                    continue
                if verb.text in owners:
                    self.problems.add(verb, f"layer {owners[verb.text]} does '{verb.text}' already")
                owners.setdefault(verb.text, name.text if name else "?")
                if verb.text == "change text":
                    self._text_layer = verb
            for label in (name, title):
                if label and label.text.startswith("before "):
                    message = f"'{label.text}' is what the place before a layer is called"
                    self.problems.add(label, message, expected="a name that begins otherwise")
                if label and label.text in ids:
                    self.problems.add(label, f"another layer is called '{label.text}' already")
            if name and title:
                ids |= {name.text, title.text}
                words = tuple(verb.text for verb in does)
                layers.append(Layer(name.text, title.text, clause, words, early, test))
        return tuple(layers)

    def check_texts(self, policies: Mapping[str, PolicyValue]) -> None:
        """Texts change in a layer."""
        if "process" in policies and policies["process"].value != "layered" and self._text_layer:
            message = "texts change only where effects apply in layers"
            self.problems.add(self._text_layer, message, expected="`process: layered`")

    def _test(self, fields: Fields) -> str:
        """The test that a layer has of its own; an empty string if it has none."""
        for policy, value in fields[keys.IN_LAYER]:
            if one_of(policy, ("test",), self.problems, "policy of a single layer"):
                for text in texts_of([value], self.problems, "the value of a policy"):
                    if self._is_policy(policy, text):
                        return text.text
        return ""

    def policies(self) -> dict[str, PolicyValue]:
        """The value of every policy there is.

        One that asks nothing under the rulebook's process, or on which most documents are silent,
        may be left out; it then has its first value, on the clause that gives the process. Where
        there is a clause that the file rests on, any of them may, and has it on that clause.
        """
        resting = self.clause(self.fields, RESTS_ON)
        policies: dict[str, PolicyValue] = {}
        for key, node in self.fields[keys.POLICIES]:
            fields = keys.POLICY_TABLE.fields(node, self.problems)
            value, clause = fields[keys.VALUE], self.clause(fields)
            if value and self._is_policy(key, value):
                policies[key.text] = PolicyValue(value.text, clause)
            elif meant := key.text if key.text in POLICIES else nearest(key.text, POLICIES):
                policies[meant] = PolicyValue(POLICIES[meant][0], clause)
        process = policies.get("process")
        layered = process is None or process.value == "layered"
        idle = UNLESS_SAID | (SIMULTANEOUS_ONLY if layered else LAYERED_ONLY)
        missing = [name for name in POLICIES if name not in policies]
        unsaid = [name for name in missing if process is None or name not in idle]
        if self.fields[RESTS_ON] is not None:
            unsaid = []
        if unsaid:
            where = self.fields.node_of(keys.POLICIES) or self.fields.node
            lines = [f"      {name}: {' | '.join(POLICIES[name])}" for name in unsaid]
            self.problems.add(
                where,
                f"no value for the policies: {', '.join(unsaid)}",
                expected="for each of them, one of\n" + "\n".join(lines),
                suggestion=f"`{RESTS_ON.name}: CLAUSE`, by which each has its first answer",
            )
        clause = resting or (process.clause if process else "")
        for name in missing:
            policies[name] = PolicyValue(POLICIES[name][0], clause, written=False)
        return {name: policies[name] for name in POLICIES}

    def points(
        self,
        layers: tuple[Layer, ...],
        policies: Mapping[str, PolicyValue],
        verbs: tuple[str, ...],
    ) -> dict[str, OpenPoint]:
        """The open points; the default reading of each has to be what the rulebook does."""
        points: dict[str, OpenPoint] = {}
        for node in self._point_nodes:
            fields = keys.OPEN_POINT_TABLE.fields(node, self.problems)
            name, question = fields[ID], fields.text(keys.QUESTION)
            clauses = fields[keys.ABOUT]
            for clause in clauses:
                self.is_clause(clause, self.clauses)
            default = fields[keys.DEFAULT]
            readings = {
                key.text: self._reading(key, value, clauses, layers, verbs)
                for key, value in fields[keys.READINGS]
            }
            if len(readings) == 1:
                self.problems.add(node, "an open point has at least two readings")
            said = ""
            if default and one_of(default, readings, self.problems, "reading"):
                said = default.text
            if name and name.text in {*points, *self.clauses}:
                self.problems.add(name, f"two clauses or open points with the id '{name.text}'")
                continue
            mistakes = list(_mistakes(readings[said], layers, policies)) if said else []
            if mistakes and name and name.text in self.inherited:
                agreeing = (x for x in readings.values() if not [*_mistakes(x, layers, policies)])
                said = next((reading.id for reading in agreeing), "")
                if not said:
                    # The rulebook has answered it in a way of its own.
                    place = f"open point, decided in {self.fields.text(RULEBOOK_ID)}"
                    self.clauses[name.text] = Clause(name.text, place, question)
                    continue
            elif default:
                for mistake in mistakes:
                    self.problems.add(default, mistake)
            if name:
                points[name.text] = OpenPoint(
                    id=name.text,
                    question=question,
                    clauses=tuple(clause.text for clause in clauses),
                    readings=tuple(readings.values()),
                    default=said,
                )
        for other in self.fields[keys.POINTS]:
            if not isinstance(other, YamlMapping):
                self.problems.add(other, "an open point is written as `key: value` lines")
        return points

    def _reading(
        self,
        key: Scalar,
        node: Node,
        clauses: tuple[Scalar, ...],
        layers: tuple[Layer, ...],
        verbs: tuple[str, ...],
    ) -> Reading:
        """clauses: those of the open point."""
        fields = keys.READING_TABLE.fields(node, self.problems)
        says, follows = fields.text(keys.READING_SAYS), fields[keys.FOLLOWS]
        asked = [clause.text for clause in clauses]
        for number, word in enumerate(follows):
            if word.text in [other.text for other in follows[:number]]:
                self.problems.add(word, f"'{word.text}' stands in 'follows' already")
            elif word.text not in asked:
                self.problems.add(
                    word,
                    f"the reading follows '{word.text}', which is not among the clauses of its "
                    "open point",
                    expected=", ".join(asked),
                    suggestion=did_you_mean(word.text, asked),
                )
        policies: dict[str, str] = {}
        for policy, value in fields[keys.SETS]:
            for text in texts_of([value], self.problems, "the value of a policy"):
                if self._is_policy(policy, text):
                    policies[policy.text] = text.text
        moved: dict[str, str] = {}
        for verb, layer in fields[keys.MOVES]:
            for text in texts_of([layer], self.problems, "a layer"):
                known = one_of(verb, verbs, self.problems, "operation")
                if is_layer(text, names_of(layers), self.problems) and known:
                    moved[verb.text] = text.text
        return Reading(
            key.text,
            says,
            MappingProxyType(policies),
            MappingProxyType(moved),
            tuple(word.text for word in follows),
        )

    def axioms(self) -> tuple[Axiom, ...]:
        """What each sentence on the order demands of two effects."""
        nodes = self.fields[keys.AXIOMS]
        written = [text_behind(node, CLAUSE.name) for node in nodes]
        return tuple(axiom for node in nodes if (axiom := self._axiom(node, written)) is not None)

    def _axiom(self, node: Node, written: list[str]) -> Axiom | None:
        """written: the clauses that have axioms, so that others may override them."""
        problems = self.problems
        fields = keys.AXIOM_TABLE.fields(node, problems)
        clause = self.clause(fields)
        when, then = fields[keys.WHEN], fields[keys.THEN]
        said = " ".join(then.text.split()) if then is not None else ""
        if then is not None and said not in keys.DEMANDS:
            problems.add(
                then,
                f"an axiom does not demand '{then.text}'",
                expected=", ".join(keys.DEMANDS),
                suggestion=did_you_mean(said, keys.DEMANDS),
            )
        overrides: list[str] = []
        for word in fields[keys.OVERRIDES]:
            if not self.is_clause(word, self.clauses):
                continue
            if word.text == clause:
                problems.add(word, f"'{clause}' can't override itself")
            elif word.text not in written:
                problems.add(
                    word,
                    f"'{word.text}' has no axiom that could be overridden",
                    expected=", ".join(sorted({*written} - {clause, ""})),
                )
            elif word.text in overrides:
                problems.add(word, f"'{word.text}' stands in 'overrides' already")
            else:
                overrides.append(word.text)
        condition = problems.parsed(when, parse_condition) if when else None
        if condition is None or when is None:
            return None
        if said == keys.DEMANDS[0]:
            if "ready" in relations(condition):
                problems.add(when, "only of the choice of the next one it counts who is ready")
            return Axiom(clause, condition, tuple(overrides))
        condition = exchanged(condition) if said.startswith("x") else condition
        return Axiom(clause, condition, tuple(overrides), "y is not next")

    def _is_policy(self, key: Scalar, value: Scalar) -> bool:
        known = one_of(key, POLICIES, self.problems, "policy")
        return known and one_of(
            value, POLICIES[key.text], self.problems, f"value of the policy '{key.text}'"
        )


def with_places_between(
    layers: tuple[Layer, ...],
    policies: Mapping[str, PolicyValue],
    points: Mapping[str, OpenPoint],
) -> tuple[Layer, ...]:
    """The layers, with a place before each if any reading lets effects act out of their layers.

    There is none before an early layer, which the document does not have.
    """
    readings = [reading for point in points.values() for reading in point.readings]
    asked = [
        policies[name].clause
        for name in OUT_OF_LAYER
        if {policies[name].value, *(one.policies[name] for one in readings if name in one.policies)}
        != {POLICIES[name][0]}
    ]
    if not asked:
        return layers
    placed: list[Layer] = []
    for layer in layers:
        id, name = f"before {layer.id}", f"before {layer.name}"
        if not layer.early:
            placed.append(Layer(id, name, asked[0], (), test="removal", between=True))
        placed.append(layer)
    return tuple(placed)


def _mistakes(
    default: Reading, layers: tuple[Layer, ...], policies: Mapping[str, PolicyValue]
) -> Iterator[str]:
    """What the default reading says and the rulebook does not do."""
    for policy, value in default.policies.items():
        if policy in policies and policies[policy].value != value:
            yield (
                f"the default reading says {policy}: {value}, "
                f"the policies say {policy}: {policies[policy].value}"
            )
    for verb, layer_id in default.layers.items():
        for layer in layers:
            if (verb in layer.does) != (layer.id == layer_id):
                which = "does not do" if layer.id == layer_id else "does"
                yield (
                    f"the default reading puts '{verb}' into layer {layer_id}, "
                    f"but layer {layer.id} {which} it"
                )
