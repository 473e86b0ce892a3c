"""Reads what a rulebook says its game has: characteristics, zones, statuses, plurals, actions."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, get_args

from layerlaw.model.errors import nearest
from layerlaw.model.files.format import Fields
from layerlaw.model.files.nodes import one_of, text_behind, texts_of, whole_number
from layerlaw.model.files.yaml_text import Scalar
from layerlaw.model.notation.vocabulary import CONTROL, TYPES, Kind
from layerlaw.model.rulebooks import game_format as keys
from layerlaw.model.rulebooks.load_groups import check_groups, group_words, groups_of
from layerlaw.model.rulebooks.load_rules import RULES, keyword_names
from layerlaw.model.rulebooks.rulebook import (
    Characteristic,
    CopiedAs,
    Rest,
    Status,
    generic_counter,
)
from layerlaw.model.rulebooks.words import EVENT_WORDS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from layerlaw.model.files.format import Key
    from layerlaw.model.files.yaml_text import Node, Problems
    from layerlaw.model.rulebooks.files import Lineage

Characteristics = dict[str, Characteristic]

_KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}
_ROLES = {"types": "the set that types stand in", "controls": "the player who controls"}
_NO_ZONES = (RULES, "players", "play", "any zone", "*")


def characteristics_of(files: Lineage) -> Characteristics:
    """The characteristics by name."""
    source, problems, procedure = files.of(keys.CHARACTERISTICS)
    characteristics: Characteristics = {}
    owners: dict[str, str] = {}
    opposites: dict[str, Scalar] = {}
    of_types: list[Scalar] = []
    grouped: dict[str, Fields] = {}
    given = {"keyword": keyword_names(files)}
    for name, node in source[keys.CHARACTERISTICS]:
        fields = _characteristic_fields(node, problems)
        if fields is None:
            # It is there all the same: what speaks of it is no mistake as well.
            kind = nearest(text_behind(node, keys.KIND.name), _KINDS) or "number"
            characteristics[name.text] = Characteristic(name.text, _KINDS[kind])
            continue
        own = {word.text: word for word in group_words(fields, problems)}
        words = (*fields[keys.SET_WORDS], *own.values())
        for place, word in enumerate(words):
            alone = place < len(fields[keys.SET_WORDS])
            if word.text in owners and (alone or owners[word.text] != name.text):
                problems.add(word, f"'{word.text}' is one of the {owners[word.text]} already")
            owners[word.text] = name.text
        if fields.text(keys.KIND) == keys.GENERIC:
            characteristic = generic_counter(name.text)
        else:
            values = {**procedure.values(fields, given), "by_type": _by_type(fields, problems)}
            if fields[keys.GROUPS]:
                values["groups"] = groups_of(name.text, fields, problems, procedure)
                values["words"] = tuple(dict.fromkeys(word.text for word in words))
                grouped[name.text] = fields
            characteristic = Characteristic(name.text, **values)
        if characteristic.by_events and name.text in EVENT_WORDS:
            problems.add(name, f"'{name.text}' is an event, so no counter can have its name")
        if (opposite := fields[keys.OPPOSITE]) is not None:
            opposites[name.text] = opposite
        of_types += [type for type, _ in fields[keys.BY_TYPE]]
        characteristics[name.text] = characteristic
    _check_role(characteristics, source, "set", keys.OF_TYPES, types_of(characteristics))
    _check_role(characteristics, source, "player", keys.CONTROLS, control_of(characteristics))
    set_of_types = types_of(characteristics)
    check_groups(characteristics, grouped, set_of_types, problems)
    known = characteristics[set_of_types].words if set_of_types else ()
    for type in of_types:
        one_of(type, known, problems, "type")
    counters = [each.name for each in characteristics.values() if each.counter]
    _check_opposites(opposites, counters, problems)
    return characteristics


def _by_type(fields: Fields, problems: Problems) -> tuple[tuple[str, int], ...]:
    """What a number is on cards of a type that print none."""
    numbers = (
        (type, whole_number(node, problems, f"'{type.text}'"))
        for type, node in fields[keys.BY_TYPE]
    )
    return tuple((type.text, number) for type, number in numbers if number is not None)


def check_parts(files: Lineage, characteristics: Characteristics) -> None:
    """The parts of numbers have names of their own."""
    source, problems, _ = files.of(keys.CHARACTERISTICS)
    taken = {word for each in characteristics.values() for word in (each.name, *each.words)}
    for name, node in source[keys.CHARACTERISTICS]:
        parts = characteristics[name.text].parts if name.text in characteristics else ()
        for part in parts:
            if part in taken:
                problems.add(node, f"no part can be called '{part}': it means something")
            taken.add(part)


def _characteristic_fields(node: Node, problems: Problems) -> Fields | None:
    """The keys that a characteristic of its kind has; None where it has no kind."""
    fields = Fields(node, problems, keys.CHARACTERISTIC_TABLE)
    kind = fields[keys.KIND]
    if kind is None or not one_of(
        kind, (*_KINDS, keys.GENERIC), problems, "kind of characteristic"
    ):
        return None
    if kind.text == "set":
        if fields.node_of(keys.SET_WORDS) is None and not fields[keys.GROUPS]:
            fields.need(keys.SET_WORDS)
        return keys.SET_TABLE.fields(node, problems)
    if kind.text == "player":
        return keys.PLAYER_TABLE.fields(node, problems)
    if kind.text != "number":
        for key in (keys.LASTING, keys.OPPOSITE, keys.COUNTER_GIVES):
            said = fields.node_of(key)
            if said is not None and kind.text == keys.GENERIC:
                message = f"of what is of kind '{kind.text}' nothing more is said"
                advice = f"write `kind: number, counter: true, {key.name}: ...`"
                problems.add(said, message, suggestion=advice)
                return None
        return keys.OTHER_TABLE.fields(node, problems)
    if fields[keys.OF_PLAYERS] is not None:
        return keys.TOTAL_TABLE.fields(node, problems)
    table = keys.COUNTER_TABLE if fields[keys.COUNTER] else keys.NUMBER_TABLE
    return table.fields(node, problems)


def _check_role(
    characteristics: Characteristics, source: Fields, kind: Kind, key: Key[object], chosen: str
) -> None:
    """One of the characteristics of the kind, where there are any, has the role that a key gives.

    chosen: the one that has it, by the key or by its name.
    """
    written = (name for name, _ in source[keys.CHARACTERISTICS] if name.text in characteristics)
    alike = [name for name in written if characteristics[name.text].kind == kind]
    said = [name for name in alike if getattr(characteristics[name.text], key.name)]
    for name in said[1:]:
        source.problems.add(name, f"'{said[0].text}' says `{key.name}: true` already")
    if alike and not chosen:
        source.problems.add(
            alike[0],
            f"no characteristic of kind '{kind}' says `{key.name}: true`",
            expected=f"it, of the one that is {_ROLES[key.name]}",
            suggestion=f"say it of '{alike[0].text}'" if len(alike) == 1 else "",
        )


def types_of(characteristics: Characteristics) -> str:
    """The set that types stand in; empty where there is none."""
    return _in_role(characteristics, "set", "types", TYPES)


def control_of(characteristics: Characteristics) -> str:
    """The player who controls; empty where effects change nothing about that."""
    return _in_role(characteristics, "player", "controls", CONTROL)


def _in_role(characteristics: Characteristics, kind: Kind, role: str, usual: str) -> str:
    alike = [each for each in characteristics.values() if each.kind == kind]
    said = [each.name for each in alike if getattr(each, role)]
    return next(iter((*said, *(each.name for each in alike if each.name == usual))), "")


def _check_opposites(
    opposites: Mapping[str, Scalar], counters: list[str], problems: Problems
) -> None:
    """Each counter cancels one other at most, whichever of the two says so."""
    pairs: dict[str, str] = {}
    for name, opposite in opposites.items():
        others = [each for each in counters if each != name]
        if not one_of(opposite, others, problems, "counter"):
            continue
        for counter, cancelled in ((name, opposite.text), (opposite.text, name)):
            if pairs.setdefault(counter, cancelled) != cancelled:
                message = f"'{pairs[counter]}' is the opposite of '{counter}' already"
                problems.add(opposite, message)


def zones_of(files: Lineage) -> tuple[str, ...]:
    """The zones, that of play first."""
    source, problems, _ = files.of(keys.ZONES)
    words = source[keys.ZONES]
    if len(words) == 1:
        message = "there are two zones at least: the zone of play, then that of what leaves it"
        problems.add(words[0], message)
    for number, word in enumerate(words):
        if word.text in [earlier.text for earlier in words[:number]]:
            problems.add(word, f"two zones with the name '{word.text}'")
        if word.text in _NO_ZONES:
            problems.add(word, f"no zone can be called '{word.text}': it means something")
    return tuple(word.text for word in words)


def statuses_of(files: Lineage, characteristics: Characteristics) -> dict[str, Status]:
    """The statuses by name."""
    source, problems, procedure = files.of(keys.STATUSES)
    known = {"number": numbers_of(characteristics)}
    statuses = {}
    for name, node in source[keys.STATUSES]:
        fields = keys.STATUS_TABLE.fields(node, problems)
        values = procedure.values(fields, known)
        values["copied_as"] = _copied_as(fields, characteristics, problems)
        values["other_half"] = _other_half(fields, characteristics, problems)
        statuses[name.text] = Status(name.text, **values)
    return statuses


def _other_half(
    fields: Fields, characteristics: Characteristics, problems: Problems
) -> tuple[str, ...] | None:
    """What stays that of the card where the status brings up its other half."""
    if fields.node_of(keys.OTHER_HALF) is None:
        return None
    on_cards = [one.name for one in characteristics.values() if one.kind in ("set", "number")]
    named = fields[keys.OTHER_HALF]
    kept = [one.text for one in named if one_of(one, on_cards, problems, "characteristic")]
    return tuple(kept)


def _copied_as(
    fields: Fields, characteristics: Characteristics, problems: Problems
) -> CopiedAs | None:
    """What is copiable of an object with the status."""
    node = fields.node_of(keys.COPIED_AS)
    if node is None:
        return None
    inside = keys.COPIED_TABLE.fields(node, problems)
    words = {word: one.name for one in characteristics.values() for word in one.words}
    sets: dict[str, list[str]] = {}
    for word in inside[keys.COPIED_WORDS]:
        if one_of(word, sorted(words), problems, "word"):
            sets.setdefault(words[word.text], []).append(word.text)
    numbers = []
    for name, number in inside[keys.COPIED_NUMBERS]:
        value = whole_number(number, problems, f"'{name.text}'")
        known = one_of(name, sorted(numbers_of(characteristics)), problems, "number")
        if known and value is not None:
            numbers.append((name.text, value))
    found_sets = tuple((name, tuple(found)) for name, found in sets.items())
    return CopiedAs(found_sets, tuple(numbers), inside.text(keys.COPIED_LAYER))


def rest_of(files: Lineage, statuses: Collection[str], actions: Collection[str]) -> Rest | None:
    """How objects stop being at rest, where the game speaks of it."""
    source, problems, procedure = files.of(keys.REST)
    node = source.node_of(keys.REST)
    if node is None:
        return None
    fields = keys.REST_TABLE.fields(node, problems)
    return Rest(**procedure.values(fields, {"status": statuses, "verb": actions}))


def plurals_of(files: Lineage) -> Mapping[str, str]:
    """The singulars of irregular plurals."""
    source, problems, _ = files.of(keys.PLURALS)
    return MappingProxyType(
        {
            plural.text: singular.text
            for plural, node in source[keys.PLURALS]
            for singular in texts_of([node], problems, "a plural")
        }
    )


def actions_of(files: Lineage) -> Mapping[str, str]:
    """The verbs for what objects do, each with the word for having it done to one."""
    source, problems, _ = files.of(keys.ACTIONS)
    actions: dict[str, str] = {}
    for verb, node in source[keys.ACTIONS]:
        for word in texts_of([node], problems, "a passive action"):
            if word.text in actions.values():
                problems.add(word, f"'{word.text}' is the passive of another action already")
            actions[verb.text] = word.text
    return MappingProxyType(actions)


def animated_of(files: Lineage, characteristics: Characteristics) -> str:
    """The type that `animated` gives where it names none; empty if it always names one."""
    source, problems, _ = files.of(keys.ANIMATED)
    word, types = source[keys.ANIMATED], types_of(characteristics)
    if word is None or not one_of(
        word, characteristics[types].words if types else (), problems, "type"
    ):
        return ""
    return word.text


def numbers_of(characteristics: Characteristics) -> list[str]:
    """The names of the characteristics that are numbers."""
    return [each.name for each in characteristics.values() if each.kind == "number"]
