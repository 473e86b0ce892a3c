"""Places as formulas: what is ground, and whether it is wet, may be what effects change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.ways import SAME_PLACE

if TYPE_CHECKING:
    from layerlaw.model.algebra import Relation
    from layerlaw.model.scenarios.events import Level
    from layerlaw.solver.certificate.fixpoints.board import UnknownBoard
    from layerlaw.solver.certificate.replay.space import ReplayTable
    from layerlaw.solver.certificate.terms import Truth


class Places:
    """Regions and relations of place on a board of unknowns."""

    def __init__(self, table: ReplayTable, unknown: UnknownBoard) -> None:
        self.table = table
        self.space = table.space
        self.unknown = unknown
        self.terms = unknown.terms

    def is_ground(self, object: str) -> Truth:
        """Whether squares stand on it."""
        if self.space is None or not self.space.ground or self.table.place(object) is None:
            return False
        return self.unknown.truth(object, ("word", "types", self.space.ground))

    def _is_wet(self, ground: str) -> Truth:
        assert self.space is not None
        test = self.space.deep_test
        return self.terms.all(
            (
                self.unknown.truth(ground, ("is", test)),
                self.terms.compare(self.unknown.amount(ground, ("number", test)), ">", 0),
            )
        )

    def regions(self, object: str) -> dict[str, Truth]:
        """The regions it may be in, each with whether it is."""
        place, space, terms = self.table.place(object), self.space, self.terms
        if place is None or space is None:
            return {}
        if not space.ground:
            return {space.surface: True}
        ground = self.is_ground(object)
        wet = self._is_wet(object)
        as_ground: dict[str, Truth] = {
            space.surface: ground,
            space.void: False,
            space.deep_yes: terms.all((ground, wet)),
            space.deep_no: terms.all((ground, terms.no(wet))),
        }
        above = terms.no(ground)
        if place.level == "surface":
            own: dict[str, Truth] = {space.surface: above}
        elif place.level == "void":
            own = {space.void: above}
        else:
            around = terms.any(
                terms.all((self.is_ground(other), self._is_wet(other)))
                for square in place.squares
                for other in self.table.on_square.get(square, ())
            )
            own = {
                space.deep_yes: terms.all((above, around)),
                space.deep_no: terms.all((above, terms.no(around))),
            }
        return {name: terms.any((held, own.get(name, False))) for name, held in as_ground.items()}

    def _share_region(self, one: str, other: str) -> Truth:
        theirs = self.regions(other)
        return self.terms.any(
            self.terms.all((held, theirs.get(name, False)))
            for name, held in self.regions(one).items()
        )

    def _is_on(self, level: Level, object: str) -> Truth:
        place = self.table.place(object)
        if place is None:
            return False
        return True if place.level == level else self.is_ground(object)

    def stands(self, candidate: str, relation: Relation, anchor: str, ahead: str | None) -> Truth:
        """Whether the candidate stands in the relation to the anchor; `ahead`: whose it is."""
        table, terms = self.table, self.terms
        if candidate not in table.playing:
            return False
        bit, index = 1 << table.index[candidate], table.index[anchor]
        if relation not in SAME_PLACE:
            if not table.near(relation, index, ahead) & bit:
                return False
            return terms.any((self.is_ground(candidate), self._share_region(candidate, anchor)))
        if not table.same_place(index) & bit:
            return False
        place, other = table.place(candidate), table.place(anchor)
        assert place is not None and other is not None
        match relation:
            case "here":
                crosses = self.is_ground(candidate) if other.level != "void" else False
                return terms.any((crosses, self._share_region(candidate, anchor)))
            case "occupying":
                return True if place.level != "void" else self.is_ground(candidate)
            case "atop":
                return place.level == "surface" and candidate != anchor
            case "above":
                upper, lower = candidate, anchor
            case _:
                upper, lower = anchor, candidate
        return terms.all((self._is_on("surface", upper), self._is_on("deep", lower)))
