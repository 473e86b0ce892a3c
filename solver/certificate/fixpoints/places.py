"""Places as formulas: what is ground, and whether it is wet, may be what effects change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.ways import SAME_PLACE, beside, led

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

    def regions(self, object: str, part: Level | None = None) -> dict[str, Truth]:
        """The regions it may be in, each with whether it is.

        part: the level of one part of it, for what it is in by that part alone.
        """
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
            own: dict[str, Truth] = {} if part == "void" else {space.surface: above}
            if place.void and part != "surface":
                own[space.void] = above
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

    def _share_region(
        self, one: str, other: str, part: Level | None = None, its_part: Level | None = None
    ) -> Truth:
        theirs = self.regions(other, its_part)
        return self.terms.any(
            self.terms.all((held, theirs[name])) for name, held in self.regions(one, part).items()
        )

    def _is_on(self, level: Level, object: str) -> Truth:
        held = self.table.levels[level]
        return True if held >> self.table.index[object] & 1 else self.is_ground(object)

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
        if table.partly and self.space is not None:
            return self._stands_in_parts(candidate, relation, anchor, ahead)
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

    def _stands_in_parts(
        self, candidate: str, relation: Relation, anchor: str, ahead: str | None
    ) -> Truth:
        """As `stands`, where something lies partly in the void: whether some part of it does."""
        table = self.table
        assert self.space is not None
        up = None if ahead is None else ahead == table.players[0]
        met: dict[tuple[Level, Level], None] = {}
        for other, its_level in table.parts(table.index[anchor]):
            same = relation in SAME_PLACE
            reached = {other} if same else set(led(self.space, relation, other, up))
            for square, level in table.parts(table.index[candidate]):
                if square in reached:
                    met[level, its_level] = None
        return self.terms.any(
            self._part_stands((candidate, level), relation, (anchor, its_level))
            for level, its_level in met
        )

    def _part_stands(
        self, candidate: tuple[str, Level], relation: Relation, anchor: tuple[str, Level]
    ) -> Truth:
        """Whether one part stands so to another, which the relation leads to."""
        (one, level), (other, its_level) = candidate, anchor
        terms, ground = self.terms, self.is_ground(one)
        match relation:
            case "occupying":
                return True if level != "void" else ground
            case "atop":
                return level == "surface" and one != other
            case "above" | "below":
                wanted: tuple[Level, Level] = (
                    ("surface", "deep") if relation == "above" else ("deep", "surface")
                )
                return terms.all(
                    (
                        True if level == wanted[0] else ground,
                        True if its_level == wanted[1] else self.is_ground(other),
                    )
                )
        crosses = False if relation == "here" and its_level == "void" else ground
        return terms.any((crosses, self._share_region(one, other, level, its_level)))
