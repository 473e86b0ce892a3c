"""Loads a rulebook from YAML and checks that it holds together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from layerlaw.model.arguments import checked
from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.files.yaml_text import parse, read, stop_if_bad
from layerlaw.model.rulebooks import rulebook_format as keys
from layerlaw.model.rulebooks.blame import blamed
from layerlaw.model.rulebooks.files import Lineage
from layerlaw.model.rulebooks.game_format import CHARACTERISTICS, ZONES
from layerlaw.model.rulebooks.load_game import (
    actions_of,
    animated_of,
    characteristics_of,
    check_parts,
    control_of,
    plurals_of,
    rest_of,
    statuses_of,
    types_of,
    zones_of,
)
from layerlaw.model.rulebooks.load_groups import check_process
from layerlaw.model.rulebooks.load_procedure import with_places_between
from layerlaw.model.rulebooks.load_rules import RuleReader, keyword_names, numbered_keywords
from layerlaw.model.rulebooks.load_space import space_of
from layerlaw.model.rulebooks.naming import check_words, listed_in_layers
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.words import operation_words, words_of


@checked()
def load_rulebook(path: Path | str) -> Rulebook:
    """The rulebook in a YAML file.

    path: of the file. Raises `BadInput` with everything that is wrong with it, or `WrongArgument`
    for what is no path.

    >>> from layerlaw import load_rulebook
    >>> from layerlaw.model.places import shipped_folder
    >>> load_rulebook(shipped_folder() / "rulebooks" / "sorcery-2026-01.yaml").id
    'sorcery-2026-01'
    """
    return _loaded(Lineage(read(path), Path(path)))


@checked()
def loads_rulebook(text: str, file: str = "<text>") -> Rulebook:
    """The rulebook in YAML text.

    text: of the whole file. file: what messages call it. Raises `BadInput` with everything that is
    wrong with it, or `WrongArgument` for what is no text.

    >>> from layerlaw.model import loads_rulebook
    >>> from layerlaw.model.places import shipped_folder
    >>> path = shipped_folder() / "rulebooks" / "sorcery-2026-01.yaml"
    >>> loads_rulebook(path.read_text(encoding="utf-8")).id
    'sorcery-2026-01'
    """
    return _loaded(Lineage(parse(text, file), None))


def _loaded(files: Lineage) -> Rulebook:
    """The rulebook; what breaks a base that is sound by itself is told of the rulebook's file."""
    try:
        return _rulebook(files)
    except BadInput as error:
        foreign = [each for each in error.problems if each.file != files.document.file]
        if files.base is None or not foreign or not _is_sound(files.base[1]):
            raise
        document, base = files.document, files.base[0]
        problems = [
            blamed(each, document, base) if each.file == base.file else each
            for each in error.problems
        ]
    raise BadInput(dict.fromkeys(problems))


def _is_sound(path: Path) -> bool:
    try:
        load_rulebook(path)
    except LayerlawError:
        return False
    return True


def _rulebook(files: Lineage) -> Rulebook:
    fields, _, procedure = files.own
    fields.note_unknown()
    name, title = fields.text(keys.RULEBOOK_ID), fields.text(keys.TITLE)
    game, version = fields.text(keys.GAME), fields.text(keys.VERSION)
    if any(files.of(key).fields.node_of(key) is None for key in (CHARACTERISTICS, ZONES)):
        # No word is known, so whatever uses one would be a mistake of its own.
        for key in (CHARACTERISTICS, ZONES):
            files.of(key).fields[key]
        stop_if_bad(files.problems())
    characteristics = characteristics_of(files)
    space = space_of(files, characteristics)
    statuses = statuses_of(files, characteristics)
    words = words_of(
        characteristics.values(),
        nouns={},
        plurals=plurals_of(files),
        statuses=tuple(statuses),
        space=space,
        zones=zones_of(files),
        keywords=keyword_names(files),
        actions=actions_of(files),
        numbered=numbered_keywords(files),
        types=types_of(characteristics),
        control=control_of(characteristics),
        animated=animated_of(files, characteristics),
    )
    rules = RuleReader(files, words)
    verbs = operation_words(characteristics.values(), statuses)
    layers = procedure.layers(verbs)
    statuses = listed_in_layers(files, statuses, layers)
    check_words(files, words, rules.nouns)
    carried = rules.carried()
    keywords = rules.keywords(layers, carried=carried.who is not None)
    policies = procedure.policies()
    check_parts(files, characteristics)
    check_process(files, characteristics, policies)
    procedure.check_texts(policies)
    points = procedure.points(layers, policies, verbs)
    layers = with_places_between(layers, policies, points)
    rulebook = Rulebook(
        id=name,
        title=title,
        game=game,
        publisher=fields.text(keys.PUBLISHER),
        version=version,
        source=fields.text(keys.SOURCE),
        characteristics=MappingProxyType(characteristics),
        statuses=MappingProxyType(statuses),
        zones=words.zones,
        space=space,
        nouns=rules.nouns,
        plurals=words.plurals,
        keywords=MappingProxyType({name: each.ability for name, each in keywords.items()}),
        layers=layers,
        clauses=MappingProxyType(procedure.clauses),
        points=MappingProxyType(points),
        policies=MappingProxyType(policies),
        checks=tuple(rules.checks()),
        carried=carried.who,
        carried_clause=carried.clause,
        carried_control=carried.by_bearer,
        carriers=carried.by,
        carried_drops=carried.drops,
        carried_falls=carried.falls,
        carried_cannot=carried.cannot,
        carried_players=carried.by_players,
        carried_circles=carried.circles,
        marks=tuple(name for name, each in keywords.items() if each.is_mark),
        mark_on=MappingProxyType(
            {name: each.mark_on for name, each in keywords.items() if each.mark_on is not None}
        ),
        keyword_clauses=MappingProxyType({name: each.clause for name, each in keywords.items()}),
        activated=frozenset(name for name, each in keywords.items() if each.activated),
        immune=tuple(rules.immune(verbs)),
        cards=fields.text(keys.CARDS),
        actions=words.actions,
        stacking=rules.stacking(tuple(characteristics), tuple(statuses)),
        holding=rules.holding(tuple(characteristics)),
        melding=rules.melding(tuple(characteristics)),
        linked=rules.linked(),
        **rules.front_face(tuple(statuses)),
        announced=rules.announced(),
        resets=rules.resets(),
        rest=rest_of(files, tuple(statuses), words.actions),
        axioms=procedure.axioms(),
        numbered=words.numbered,
        types=words.types,
        control=words.control,
        animated=words.animated,
        passed_over=tuple(procedure.texts.passed_over()),
        sources=procedure.texts.sources(),
    )
    stop_if_bad(files.problems())
    # Rules need layers that hold together.
    rulebook = replace(rulebook, rules=tuple(rules.rules(rulebook)))
    stop_if_bad(files.problems())
    return replace(rulebook, clauses=MappingProxyType(files.clauses()))
