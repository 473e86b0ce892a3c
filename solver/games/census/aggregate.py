"""From what each board showed to what is between the cards."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.games.census.arrivals import LETTERS
from layerlaw.solver.games.census.result import Between, Encounter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.games.census.arrivals import Setup
    from layerlaw.solver.games.sweeps.sweep import Plain


@dataclass(frozen=True, slots=True)
class SolvedBoard:
    """One board with what the task told of it. chosen: what each card chose."""

    setup: Setup
    chosen: tuple[str, ...]
    refused: bool = False
    verdict: str = "settled"
    between: frozenset[Between] = frozenset()
    loops: frozenset[tuple[str, tuple[int, ...]]] = frozenset()
    outcome: str = ""
    points: frozenset[str] = frozenset()
    unsure: bool = False

    @property
    def anything(self) -> bool:
        """Whether this board alone shows anything between the cards."""
        return bool(self.between or self.loops or self.verdict != "settled")


def seen(setup: Setup, chosen: tuple[str, ...], value: Plain) -> SolvedBoard:
    """The task's plain data as facts; what a card does to itself is left out."""
    assert isinstance(value, dict)
    if "refused" in value:
        return SolvedBoard(setup, chosen, refused=True)
    between = {
        Between(layer, LETTERS.index(who), LETTERS.index(on), kind)
        for layer, who, on, kind in _rows(value["dependencies"])
        if who != on
    }
    loops: set[tuple[str, tuple[int, ...]]] = set()
    for layer, cards in _rows(value["loops"]):
        if len(cards) > 1:
            loops.add((layer, tuple(LETTERS.index(card) for card in cards)))
    opened = value.get("open") or {}
    assert isinstance(opened, dict)
    points = opened.get("points", [])
    assert isinstance(points, list)
    return SolvedBoard(
        setup,
        chosen,
        verdict=str(value["verdict"]),
        between=frozenset(between),
        loops=frozenset(loops),
        outcome=str(value["outcome"]),
        points=frozenset(str(point) for point in points),
        unsure=opened.get("complete") is False,
    )


def _rows(value: Plain) -> Iterable[tuple[str, ...]]:
    assert isinstance(value, list)
    for row in value:
        assert isinstance(row, list)
        yield tuple(each if isinstance(each, str) else _joined(each) for each in row)


def _joined(value: Plain) -> str:
    """Cards of a loop as one word of their letters."""
    assert isinstance(value, list)
    return "".join(str(each) for each in value)


@dataclass(slots=True)
class Gathered:
    """All boards of one set of cards."""

    cards: tuple[str, ...]
    boards: list[SolvedBoard] = field(default_factory=list)

    def differing(self) -> set[tuple[tuple[str, ...], str]]:
        """The players and aims under which two orders of arrival have different outcomes."""
        outcomes: dict[object, set[str]] = {}
        for one in self.boards:
            if not one.refused:
                key = one.setup.players, one.setup.aim, one.chosen
                outcomes.setdefault(key, set()).add(one.outcome)
        return {
            (one.setup.players, one.setup.aim)
            for one in self.boards
            if len(outcomes.get((one.setup.players, one.setup.aim, one.chosen), ())) > 1
        }

    def found(self, known: frozenset[str] = frozenset()) -> Encounter:
        """What is between the cards. known: open points that matter to one of them alone."""
        between = sorted({each for one in self.boards for each in one.between})
        loops = sorted({each for one in self.boards for each in one.loops})
        differing = self.differing()
        verdicts = sorted({one.verdict for one in self.boards} - {"settled"})
        points = sorted({point for one in self.boards for point in one.points} - known)
        titles: dict[str, str] = {}
        for one in self.boards:
            here = {
                "dependency": bool(one.between),
                "loop": bool(one.loops) or one.verdict != "settled",
                "order": (one.setup.players, one.setup.aim) in differing,
                "open": bool(one.points - known),
            }
            for what, there in here.items():
                if there:
                    titles.setdefault(what, one.setup.title)
        return Encounter(
            self.cards,
            tuple(between),
            tuple(loops),
            bool(differing),
            tuple(verdicts),
            tuple(points),
            any(one.unsure for one in self.boards),
            sum(one.refused for one in self.boards),
            tuple(titles.items()),
        )


def newly(triple: Encounter, pairs: Iterable[tuple[tuple[int, ...], Encounter]]) -> Encounter:
    """What the triple has and none of its pairs. pairs: each with its places in the triple."""
    between = set(triple.between)
    loops = set(triple.loops)
    order, verdicts = triple.order, set(triple.verdicts)
    for places, pair in pairs:
        between -= {
            Between(one.layer, places[one.who], places[one.on], one.kind) for one in pair.between
        }
        loops -= {(layer, tuple(places[each] for each in cards)) for layer, cards in pair.loops}
        order = order and not pair.order
        verdicts -= set(pair.verdicts)
    kept = {"dependency": between, "loop": loops or verdicts, "order": order}
    return Encounter(
        triple.cards,
        tuple(sorted(between)),
        tuple(sorted(loops)),
        order,
        tuple(sorted(verdicts)),
        refused=triple.refused,
        boards=tuple((what, title) for what, title in triple.boards if kept.get(what)),
    )
