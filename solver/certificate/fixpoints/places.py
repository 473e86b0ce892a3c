"""Places as formulas: what is ground, and whether it is wet, may be what effects change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.ways import SAME_PLACE, beside

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        return self.unknown.truth(object, ("word", self.space.types, self.space.ground))

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

    def connected(
        self, object: str, anchors: Mapping[str, Truth], through: Mapping[str, Truth]
    ) -> Truth:
        """Whether it is at a place that hangs together with an anchor's through what is meant.

        A place is reached in as many rounds as there are places, or never.
        """
        terms, table = self.terms, self.table
        if self.space is None or object not in table.playing:
            return False
        held = table.on_square
        open = {
            square: terms.any(through.get(one, False) for one in there)
            for square, there in held.items()
        }
        reached = {
            square: terms.all(
                (
                    open[square],
                    terms.any(t for one, t in anchors.items() if square in table.squares(one)),
                )
            )
            for square in held
        }
        for _ in held:
            reached = {
                square: terms.any(
                    (
                        known,
                        terms.all(
                            (
                                open[square],
                                terms.any(
                                    reached.get(other, False)
                                    for other in beside(self.space, square)
                                ),
                            )
                        ),
                    )
                )
                for square, known in reached.items()
            }
        return terms.any(reached[square] for square in table.squares(object) if square in reached)

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
