"""A rulebook based on another one: the base's tree with entries replaced, added and left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.files.format import Fields, names_of
from layerlaw.model.files.nodes import (
    behind,
    entries_of,
    is_empty,
    list_of,
    one_of,
    text_behind,
    texts_of,
)
from layerlaw.model.files.yaml_text import Mapping, Node, Problems, Scalar, Sequence
from layerlaw.model.rulebooks.game_format import (
    CHARACTERISTICS,
    CLAUSE,
    GROUPS,
    ID,
    KIND,
    SET_WORDS,
    ZONES,
)
from layerlaw.model.rulebooks.procedure_format import AFTER, LAYER_TABLE, OVERRIDES, PLACE, POINTS
from layerlaw.model.rulebooks.rulebook_format import (
    BY_ID,
    BY_KEY,
    MORE_WORDS,
    POINTERS,
    RULEBOOK_ID,
    RULEBOOK_TABLE,
    WITHOUT,
)
from layerlaw.model.rulebooks.sources_format import NO_SENTENCE

if TYPE_CHECKING:
    from collections.abc import Iterable

Entry = tuple[Scalar, Node]


_POINTERS = names_of(POINTERS)


class Written(NamedTuple):
    """What one rulebook says, and where the problems of its text go."""

    root: Node
    problems: Problems

    def entries(self) -> dict[str, Entry]:
        """Its keys with what stands behind them."""
        return {key.text: (key, node) for key, node in entries_of(self.root)}


class Origins(Problems):
    """Notes every problem with the file in which the text stands."""

    def __init__(self, own: Problems) -> None:
        super().__init__(own.file, own.lines)
        self.own = own
        # By identity, because equal text stands in many places; the nodes are kept alive by it.
        self._problems: dict[int, tuple[Node, Problems]] = {}

    def register(self, node: Node, problems: Problems) -> None:
        """The node and all in it belong to the file of those problems."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            self._problems[id(node)] = (node, problems)
            if isinstance(node, Sequence):
                waiting += node.items
            elif isinstance(node, Mapping):
                waiting += (part for entry in node.entries for part in entry)

    def of(self, node: Node) -> Problems:
        """The problems of the file that the node stands in."""
        return self._problems.get(id(node), (node, self.own))[1]

    def container(self, old: Node, new: Node) -> Node:
        """A node that has been put in the place of another one stands where that did."""
        self._problems[id(new)] = (new, self.of(old))
        return new

    def add(
        self,
        node: Node,
        message: str,
        *,
        expected: str = "",
        suggestion: str = "",
        offset: int = 0,
    ) -> None:
        """Notes a problem at a node, with its file."""
        self.of(node).add(node, message, expected=expected, suggestion=suggestion, offset=offset)


def merged(own: Written, bases: tuple[Written, ...], taken_over: Iterable[str]) -> Written:
    """The tree of the first base with what the rulebook's own file changes in it.

    bases: the rulebook it is based on, then those that this one is `like`. taken_over: the keys
    that the first base may have from the others.
    """
    origins = Origins(own.problems)
    for written in (*bases, own):
        origins.register(written.root, written.problems)
    entries = {key: entry for key, entry in bases[0].entries().items() if key not in _POINTERS}
    for base in bases[1:]:
        for key, entry in base.entries().items():
            if key in taken_over and key not in entries and _changes(own, key):
                entries[key] = entry
    merger = _Merger(origins, entries)
    merger.leave_out(own)
    for key, (word, node) in own.entries().items():
        if key not in _POINTERS:
            merger.write(word, node)
    merger.add_words(own)
    return Written(Mapping(tuple(entries.values()), own.root.line, own.root.column), origins)


def _changes(own: Written, key: str) -> bool:
    """Whether the file changes single entries under the key."""
    if key in (CHARACTERISTICS.name, ZONES.name) and behind(own.root, MORE_WORDS.name) is not None:
        return True
    left_out = entries_of(behind(own.root, WITHOUT.name))
    written = (*own.entries(), *(word.text for word, _ in left_out))
    return key in (*BY_KEY, *BY_ID) and key in written


class _Merger:
    """Changes `entries`, the keys of the base, one after another."""

    def __init__(self, origins: Origins, entries: dict[str, Entry]) -> None:
        self.origins = origins
        self.entries = entries

    def leave_out(self, own: Written) -> None:
        """What stands behind `without`; an open point stays as a clause, for what rests on it."""
        problems = own.problems
        for key, node in Fields(own.root, problems, RULEBOOK_TABLE)[WITHOUT]:
            if not one_of(key, (*BY_KEY, *BY_ID), problems, "key with entries"):
                continue
            old = self.entries[key.text][1] if key.text in self.entries else Sequence((), 1, 1)
            words = list(texts_of(list_of(node), problems, "what is left out"))
            known = _names(key.text, old)
            gone = {
                word.text
                for word in words
                if one_of(word, known, problems, f"entry of '{key.text}'")
            }
            if key.text == "clauses":
                self._without_axioms(gone)
            if key.text == "points":
                self._as_clauses([item for item in list_of(old) if id_of(item) in gone], own)
            if gone and key.text in BY_KEY:
                entries = tuple(each for each in entries_of(old) if each[0].text not in gone)
                self._put(key, old, Mapping(entries, *_place(old)))
            elif gone:
                items = tuple(item for item in list_of(old) if id_of(item) not in gone)
                self._put(key, old, Sequence(items, *_place(old)))

    def write(self, key: Scalar, node: Node) -> None:
        """Something that the rulebook's own file says."""
        old = self.entries[key.text][1] if key.text in self.entries else None
        self.entries[key.text] = (key, node)
        if old is None:
            return
        if key.text in BY_KEY and (isinstance(node, Mapping) or is_empty(node)):
            entries = _by_key(entries_of(old), entries_of(node))
            self._put(key, node, Mapping(entries, *_place(node)))
        elif key.text in BY_ID:
            items = self._by_id(key.text, list_of(old), list_of(node))
            self._put(key, node, Sequence(items, *_place(node)))

    def add_words(self, own: Written) -> None:
        """What stands behind `more words`: the sets, and the zones, keep what they have."""
        added = Fields(own.root, own.problems, RULEBOOK_TABLE)[MORE_WORDS]
        if CHARACTERISTICS.name not in self.entries:
            return
        key, node = self.entries[CHARACTERISTICS.name]
        kinds = {name.text: text_behind(each, KIND.name) for name, each in entries_of(node)}
        sets = [name for name, kind in kinds.items() if kind == "set"]
        groups = [
            group.text
            for _, each in entries_of(node)
            for group, _ in entries_of(behind(each, GROUPS.name))
        ]
        more = {
            name.text: tuple(texts_of(list_of(words), own.problems, "a word of a set"))
            for name, words in added
            if one_of(name, (*sets, *groups, ZONES.name), own.problems, "set")
        }
        if ZONES.name in self.entries and ZONES.name not in sets:
            word, zones = self.entries[ZONES.name]
            new = (*list_of(zones), *more.get(ZONES.name, ()))
            self._put(word, zones, Sequence(new, *_place(zones)))
        entries = tuple(
            (name, self._in_groups(self._with_words(each, more.get(name.text, ())), more))
            for name, each in entries_of(node)
        )
        self._put(key, node, Mapping(entries, *_place(node)))

    def _in_groups(self, node: Node, more: dict[str, tuple[Scalar, ...]]) -> Node:
        """The set with more words in those of its groups that have any."""
        groups = behind(node, GROUPS.name)
        if groups is None or not any(name.text in more for name, _ in entries_of(groups)):
            return node
        widened = tuple(
            (name, self._with_words(group, more.get(name.text, ())))
            for name, group in entries_of(groups)
        )
        new = self.origins.container(groups, Mapping(widened, *_place(groups)))
        entries = tuple(
            (key, new if key.text == GROUPS.name else old) for key, old in entries_of(node)
        )
        return self.origins.container(node, Mapping(entries, *_place(node)))

    def _with_words(self, node: Node, words: tuple[Scalar, ...]) -> Node:
        """The set, or the group, with these words behind those that it has."""
        if not words:
            return node
        entries = tuple(
            (key, self.origins.container(old, Sequence((*list_of(old), *words), *_place(old))))
            if key.text == SET_WORDS.name
            else (key, old)
            for key, old in entries_of(node)
        )
        if all(key.text != SET_WORDS.name for key, _ in entries):
            # All that the set had stands in its groups.
            key = Scalar(SET_WORDS.name, *_place(words[0]))
            entries += ((key, Sequence(words, *_place(words[0]))),)
        return self.origins.container(node, Mapping(entries, *_place(node)))

    def _put(self, key: Scalar, old: Node, new: Node) -> None:
        """Behind the key, the new node stands for the old one."""
        self.entries[key.text] = (key, self.origins.container(old, new))

    def _without_axioms(self, gone: set[str]) -> None:
        """What a clause that is left out demanded, and that others override it, goes with it."""
        if "axioms" not in self.entries:
            return
        key, old = self.entries["axioms"]
        items = []
        for item in list_of(old):
            if text_behind(item, CLAUSE.name) in gone:
                continue
            over = list_of(behind(item, OVERRIDES.name))
            left = tuple(x for x in over if not (isinstance(x, Scalar) and x.text in gone))
            if len(left) < len(over):
                kept = self.origins.container(item, Sequence(left, *_place(item)))
                entries = tuple(
                    (name, kept if name.text == OVERRIDES.name else node)
                    for name, node in entries_of(item)
                )
                item = self.origins.container(item, Mapping(entries, *_place(item)))
            items.append(item)
        self._put(key, old, Sequence(tuple(items), *_place(old)))

    def _as_clauses(self, points: list[Node], own: Written) -> None:
        name = text_behind(own.root, RULEBOOK_ID.name) or "this rulebook"
        where = f"open point, decided in {name}"
        key, old = self.entries.get("clauses", (Scalar("clauses", 1, 1), Sequence((), 1, 1)))
        items = list(list_of(old))
        for point in points:
            keys = {name.text: (name, node) for name, node in entries_of(point)}
            entries: list[Entry] = [
                (Scalar(says, *_place(keys[said][0])), keys[said][1])
                for said, says in (("id", "id"), ("question", "says"))
                if said in keys
            ]
            entries += [
                (Scalar(said.name, *_place(point)), Scalar(where, *_place(point)))
                for said in (PLACE, NO_SENTENCE)
            ]
            items.append(self.origins.container(point, Mapping(tuple(entries), *_place(point))))
        self._put(key, old, Sequence(tuple(items), *_place(old)))

    def _by_id(self, key: str, base: Iterable[Node], own: Iterable[Node]) -> tuple[Node, ...]:
        """Each entry in the place of the base's with that id, or last, or where `after` says."""
        items = list(base)
        ids = [id_of(item) for item in items]
        fresh = {*ids} - {""}
        for entry in own:
            id = id_of(entry)
            item, after = self._after(entry) if key == "layers" else (entry, None)
            place = len(items)
            if id in fresh:
                # A second entry of the file itself with that id is a mistake, for others to see.
                fresh.remove(id)
                place = ids.index(id)
                del items[place], ids[place]
            if after is not None and one_of(after, ids, self.origins, "layer"):
                place = ids.index(after.text) + 1
            items.insert(place, item)
            ids.insert(place, id)
        return tuple(items)

    def _after(self, item: Node) -> tuple[Node, Scalar | None]:
        """A layer without the key `after`, and what stands behind that."""
        if not isinstance(item, Mapping):
            return item, None
        after = Fields(item, self.origins, LAYER_TABLE)[AFTER]
        entries = tuple(entry for entry in item.entries if entry[0].text != AFTER.name)
        return self.origins.container(item, Mapping(entries, *_place(item))), after


def _by_key(base: Iterable[Entry], own: Iterable[Entry]) -> tuple[Entry, ...]:
    """Each entry in the place of the base's of that name; a new one before the next one written.

    A noun or a keyword may speak of those above it, so that the order written has to count.
    """
    entries = list(base)
    names = [key.text for key, _ in entries]
    place = len(entries)
    for entry in reversed(list(own)):
        if entry[0].text in names:
            place = names.index(entry[0].text)
            entries[place] = entry
        else:
            entries.insert(place, entry)
            names.insert(place, entry[0].text)
    return tuple(entries)


def point_ids(root: Node) -> set[str]:
    """The ids of the open points of a rulebook's file."""
    return {id_of(item) for item in list_of(behind(root, POINTS.name))}


def id_of(item: Node) -> str:
    """The id of an entry in a list, or nothing."""
    return text_behind(item, ID.name)


def _names(key: str, node: Node) -> list[str]:
    """The names or ids of the entries under a key."""
    if key in BY_KEY:
        return [name.text for name, _ in entries_of(node)]
    return [id_of(item) for item in list_of(node)]


def _place(node: Node) -> tuple[int, int]:
    return node.line, node.column
