"""Reads the space of a rulebook: its places, its relations of place, its ground and regions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from layerlaw.model.algebra.terms import SAME_PLACE, without_anchor
from layerlaw.model.files.nodes import list_of, one_of, texts_of
from layerlaw.model.files.yaml_text import Scalar
from layerlaw.model.rulebooks import game_format as keys
from layerlaw.model.rulebooks.load_game import numbers_of, types_of
from layerlaw.model.rulebooks.load_rules import keyword_names
from layerlaw.model.rulebooks.space import FACING, ON_SQUARES, WAYS, Shape, Space, UnnamedGround

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.files.format import Fields
    from layerlaw.model.files.yaml_text import Node, Problems
    from layerlaw.model.rulebooks.files import Lineage
    from layerlaw.model.rulebooks.load_game import Characteristics
    from layerlaw.model.rulebooks.load_procedure import ProcedureReader
    from layerlaw.model.rulebooks.space import Relations

_SHAPES: Mapping[str, Shape] = {shape: shape for shape in get_args(Shape)}
_MOST = 1000
"""The most columns, rows, and places in a row."""
_PAIR = re.compile(r"(\d{1,7})-(\d{1,7})")
_RELATION = re.compile(r"[^\W\d_]\w*( [^\W\d_]\w*)*")
_OF_GROUND = (keys.GROUND, keys.SURFACE, keys.VOID, keys.DEEP)


def space_of(files: Lineage, characteristics: Characteristics) -> Space | None:
    """The places of the game, if it has any."""
    source, problems, procedure = files.of(keys.SPACE)
    node = source.node_of(keys.SPACE)
    if node is None:
        return None
    fields = keys.SPACE_TABLE.fields(node, problems)
    shape, columns, rows = _places(fields, problems)
    space = Space(columns, rows, shape=shape, types=types_of(characteristics))
    space = replace(space, paths=_paths(fields, problems, space))
    space = replace(
        space,
        relations=_relations(fields, problems, space, _words(files, characteristics)),
        connected=_connected(fields, problems, space),
    )
    if not any(fields.node_of(key) for key in (*_OF_GROUND, keys.UNNAMED_GROUND)):
        return space
    space = _with_ground(fields, problems, space, characteristics)
    unnamed = fields.node_of(keys.UNNAMED_GROUND)
    if unnamed is None:
        return space
    return replace(space, unnamed=_unnamed_ground(unnamed, problems, procedure, characteristics))


def _places(fields: Fields, problems: Problems) -> tuple[Shape, int, int]:
    """The shape, and how many columns and rows; places are all in one row."""
    grid = (keys.SHAPE, keys.COLUMNS, keys.ROWS)
    if (many := fields.node_of(keys.PLACES)) is not None:
        for key in grid:
            if (node := fields.node_of(key)) is not None:
                problems.add(node, f"a space has 'places' or '{key.name}', not both")
        count = fields[keys.PLACES]
        if count is None or not 1 <= count <= _MOST:
            problems.add(many, f"a space has 1 to {_MOST} places")
            count = 1
        return "places", count, 1
    written = fields[keys.SHAPE]
    shape: Shape = "squares"
    grids = [each for each in _SHAPES if each != "places"]
    if written is not None and one_of(written, grids, problems, "shape of places"):
        shape = _SHAPES[written.text]
    columns, rows = fields[keys.COLUMNS], fields[keys.ROWS]
    if columns is None or rows is None or not (1 <= columns <= _MOST and 1 <= rows <= _MOST):
        problems.add(fields.node, f"a space has 1 to {_MOST} columns and rows")
        columns = rows = 1
    return shape, columns, rows


def _paths(
    fields: Fields, problems: Problems, space: Space
) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:
    """The ways of the rulebook's own: pairs of places, by name."""
    paths: list[tuple[str, tuple[tuple[int, int], ...]]] = []
    for name, node in fields[keys.PATHS]:
        if name.text in WAYS["squares"]:
            problems.add(name, f"no path can be called '{name.text}': it means something")
        pairs = []
        for word in texts_of(list_of(node), problems, "a pair of places"):
            pair = _PAIR.fullmatch(word.text)
            places = tuple(map(int, pair.groups())) if pair else ()
            if all(1 <= place <= space.size for place in places) and len(set(places)) == 2:
                pairs.append((places[0], places[1]))
            else:
                message = f"'{word.text}' joins no two places of 1 to {space.size}"
                problems.add(word, message, expected="two of them, such as 1-2")
        paths.append((name.text, tuple(pairs)))
    return tuple(paths)


def _words(files: Lineage, characteristics: Characteristics) -> set[str]:
    """What means something in the notation already, and its plain plurals."""
    words = {word for each in characteristics.values() for word in (each.name, *each.words)}
    for key in (keys.NOUNS, keys.STATUSES):
        words |= {name.text for name, _ in files.of(key).fields[key]}
    words |= {
        *keyword_names(files),
        *(zone.text for zone in files.of(keys.ZONES).fields[keys.ZONES]),
    }
    words = {word.lower() for word in words}
    return words | {f"{word}s" for word in words}


def _relations(fields: Fields, problems: Problems, space: Space, words: set[str]) -> Relations:
    """The relations of place, each with its ways; words: those that mean something already."""
    if fields.node_of(keys.RELATIONS) is None:
        return ON_SQUARES if space.shape == "squares" else ()
    known = (*WAYS[space.shape], *(name for name, _ in space.paths))
    relations: list[tuple[str, tuple[str, ...]]] = []
    taken = {*SAME_PLACE, *words}
    for name, node in fields[keys.RELATIONS]:
        called = {name.text.lower(), without_anchor(name.text).lower()}
        if not _RELATION.fullmatch(name.text):
            problems.add(name, f"a relation of place is called by words, not '{name.text}'")
            continue
        if not taken.isdisjoint(called):
            problems.add(name, f"no relation can be called '{name.text}': it means something")
        taken |= called
        ways = texts_of(list_of(node), problems, "a way")
        led = tuple(way.text for way in ways if one_of(way, known, problems, "way"))
        relations.append((name.text, led))
    return tuple(relations)


def _connected(fields: Fields, problems: Problems, space: Space) -> tuple[str, ...]:
    """The ways by which places hang together; none goes by whose anchor it is."""
    paths = tuple(name for name, _ in space.paths)
    if fields.node_of(keys.CONNECTED) is None:
        return paths if space.shape == "places" else ("edges",)
    known = [way for way in WAYS[space.shape] if way not in FACING]
    ways = fields[keys.CONNECTED]
    return tuple(way.text for way in ways if one_of(way, (*known, *paths), problems, "way"))


def _with_ground(
    fields: Fields, problems: Problems, space: Space, characteristics: Characteristics
) -> Space:
    """The space with its ground and the levels that it makes."""
    for key in _OF_GROUND:
        if fields.node_of(key) is None:
            fields.need(key)
    ground = fields[keys.GROUND]
    if ground:
        types = characteristics[space.types].words if space.types else ()
        one_of(ground, types, problems, "type")
    deep = fields[keys.DEEP]
    if len(deep) != 3:
        problems.add(
            fields.node,
            "'deep' has three words: the level below ground where the test holds, the same "
            "where it does not, and the number of the ground that is the test",
        )
        deep = (Scalar("", 1, 1),) * 3
    else:
        one_of(deep[2], numbers_of(characteristics), problems, "number")
    return replace(
        space,
        ground=ground.text if ground else "",
        surface=fields.text(keys.SURFACE),
        void=fields.text(keys.VOID),
        deep_yes=deep[0].text,
        deep_no=deep[1].text,
        deep_test=deep[2].text,
    )


def _unnamed_ground(
    node: Node, problems: Problems, procedure: ProcedureReader, characteristics: Characteristics
) -> UnnamedGround:
    """The ground that stands where a scenario names none."""
    fields = keys.UNNAMED_GROUND_TABLE.fields(node, problems)
    words = {word: each.name for each in characteristics.values() for word in each.words}
    types = [word for word, name in words.items() if name == types_of(characteristics)]
    known = {
        "type": types,
        "number": numbers_of(characteristics),
        "word of a set": [word for word in words if word not in types],
    }
    return UnnamedGround(**procedure.values(fields, known))
