"""Scenarios made small for another process: what is shipped goes by name, rulebooks only once."""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card
from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_cards, shipped_rulebook, shipped_rulebooks
from layerlaw.solver.games.sweeps.keys import rulebook_digest

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEPT = 32
"""So many rulebooks are kept by each process."""

Source = str | bytes
"""Where another process has a rulebook from: the id of a shipped one, or all of it."""


@dataclass(frozen=True, slots=True)
class PackedRulebook:
    """A rulebook for another process, and what tells it from any other."""

    digest: str
    source: Source


class Packer:
    """Packs scenarios; remembers the rulebooks that it has packed."""

    def __init__(self) -> None:
        self._books: OrderedDict[int, tuple[Rulebook, PackedRulebook]] = OrderedDict()

    def rulebook(self, rulebook: Rulebook) -> PackedRulebook:
        """The rulebook as it is sent."""
        known = self._books.get(id(rulebook))
        if known is None:
            known = self._books[id(rulebook)] = rulebook, _packed_rulebook(rulebook)
            if len(self._books) > _KEPT:
                self._books.popitem(last=False)
        return known[1]

    def scenario(self, scenario: Scenario) -> bytes:
        """The scenario as it is sent: without its rulebook and its shipped cards."""
        out = io.BytesIO()
        _Pickler(out, scenario.rulebook).dump(scenario)
        return out.getvalue()


def unpacked(scenario: bytes, rulebook: PackedRulebook) -> Scenario:
    """The scenario again; rulebooks and their cards are loaded once by each process."""
    found = _Unpickler(io.BytesIO(scenario), loaded(rulebook)).load()
    assert isinstance(found, Scenario)
    return found


_loaded_here: OrderedDict[str, Rulebook] = OrderedDict()


def loaded(packed: PackedRulebook) -> Rulebook:
    """The rulebook in this process, made once."""
    known = _loaded_here.get(packed.digest)
    if known is None:
        if isinstance(packed.source, str):
            known = shipped_rulebook(packed.source)
        else:
            known = pickle.loads(packed.source)
            assert isinstance(known, Rulebook)
        _loaded_here[packed.digest] = known
        if len(_loaded_here) > _KEPT:
            _loaded_here.popitem(last=False)
    return known


def _packed_rulebook(rulebook: Rulebook) -> PackedRulebook:
    digest = rulebook_digest(rulebook)
    if rulebook.id in shipped_rulebooks() and shipped_rulebook(rulebook.id) is rulebook:
        return PackedRulebook(digest, rulebook.id)
    out = io.BytesIO()
    _Pickler(out, None).dump(rulebook)
    return PackedRulebook(digest, out.getvalue())


class _Pickler(pickle.Pickler):
    """Leaves out what the other process has: the rulebook, and cards that are shipped with it."""

    def __init__(self, out: io.BytesIO, rulebook: Rulebook | None) -> None:
        super().__init__(out, protocol=pickle.HIGHEST_PROTOCOL)
        self._rulebook = rulebook
        self._shelf: Mapping[str, Card] = {}
        if rulebook is not None:
            self._shelf = shipped_cards(rulebook)

    def persistent_id(self, obj: object) -> str | None:
        if obj is self._rulebook and obj is not None:
            return ""
        if isinstance(obj, Card) and obj.name in self._shelf and self._shelf[obj.name] is obj:
            return obj.name
        return None


class _Unpickler(pickle.Unpickler):
    def __init__(self, packed: io.BytesIO, rulebook: Rulebook) -> None:
        super().__init__(packed)
        self._rulebook = rulebook

    def persistent_load(self, pid: object) -> Rulebook | Card:
        if not isinstance(pid, str) or not pid:
            return self._rulebook
        return shipped_cards(self._rulebook)[pid]
