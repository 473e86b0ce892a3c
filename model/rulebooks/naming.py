"""What the words of a rulebook name: one thing each, plurals, layers in which events list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import one_of, texts_of
from layerlaw.model.files.yaml_text import Problems
from layerlaw.model.rulebooks import game_format as keys
from layerlaw.model.rulebooks.layer_ids import is_layer, names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.files import Lineage
    from layerlaw.model.rulebooks.rulebook import Layer, Status


def _unheard(problems: Problems) -> Problems:
    """For what was read before, with its problems."""
    return Problems(problems.file, problems.lines)


def listed_in_layers(
    files: Lineage, statuses: Mapping[str, Status], layers: Iterable[Layer]
) -> dict[str, Status]:
    """The statuses; each layer in which an event lists what is copied has to be there.

    Taken over from a rulebook with other layers, a status lets events list nothing.
    """
    source, problems, _ = files.of(keys.STATUSES)
    names = names_of(layers)
    known = dict(statuses)
    for name, node in source[keys.STATUSES]:
        # What else is wrong with the entry was told as it was read.
        within = keys.STATUS_TABLE.fields(node, _unheard(problems)).node_of(keys.COPIED_AS)
        copied = known[name.text].copied_as
        if within is None or copied is None or copied.layer in names or not copied.layer:
            continue
        layer = keys.COPIED_TABLE.fields(within, _unheard(problems))[keys.COPIED_LAYER]
        if source is files.own.fields and layer is not None:
            is_layer(layer, names, problems)
        known[name.text] = replace(known[name.text], copied_as=replace(copied, layer=""))
    return known


def check_words(files: Lineage, words: Vocabulary, nouns: Iterable[str]) -> None:
    """No noun or status is called as a word of a set, nor as one another; plurals are of words."""
    nouns = tuple(nouns)
    taken = {word: f"one of the {set_}" for word, set_ in words.members.items()}
    for key, called, those in (
        (keys.STATUSES, "a status", words.statuses),
        (keys.NOUNS, "a noun", nouns),
    ):
        source, problems, _ = files.of(key)
        for name, _ in source[key]:
            if name.text in taken:
                problems.add(name, f"'{name.text}' is {taken[name.text]} already")
        taken.update(dict.fromkeys(those, called))
    _check_plurals(files, {*taken, *words.zones, *(one.name for one in words.groups)})


def _check_plurals(files: Lineage, known: set[str]) -> None:
    """Each plural is of a word that there is; what stands the other way round is told so."""
    source, problems, _ = files.of(keys.PLURALS)
    if source is not files.own.fields:
        return
    for plural, node in source[keys.PLURALS]:
        for singular in texts_of([node], _unheard(problems), "a plural"):
            if singular.text in known:
                continue
            if plural.text in known:
                advice = f"the plural stands first: `{singular.text}: {plural.text}`"
                problems.add(
                    plural, f"'{plural.text}' is no plural of '{singular.text}'", suggestion=advice
                )
            else:
                one_of(singular, sorted(known), problems, "word")
