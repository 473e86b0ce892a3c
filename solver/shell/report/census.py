"""A census for people and as JSON: what is between a game's cards, by layer, card and point."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from layerlaw.solver.games.census.result import WORDS, Census, Encounter, Share
from layerlaw.solver.shell.report.blocks import Bullets, Grid, Heading, Paragraph
from layerlaw.solver.shell.report.json_form import written_as
from layerlaw.solver.shell.report.sweep import damaged_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.shell.report.blocks import Block

MOST_CARDS = 15
"""So many of the most entangled cards are named."""
MOST_LINES = 60
"""So many lines a list has before it only says how many more there are."""

KINDS = ("existence", "scope", "action", "result")
SAID = {
    "open": "the readings of the document lead to different outcomes",
    "loop": "a loop (effects that depend on each other, or no single answer)",
    "one way": "one depends on the other, with no loop",
    "order": "no dependency, yet the order of arrival matters",
}


def headline(census: Census) -> tuple[str, str]:
    """The fact in a sentence, and above it what it is about."""
    least = "" if _whole(census) else "at least "
    total = census.pair_share.total if census.pair_share else 0
    loops = sum(bool(encounter.loops or encounter.verdicts) for encounter in census.pairs)
    opened = sum(bool(encounter.open) for encounter in census.pairs)
    return (
        f"{census.rulebook.title}, {census.rulebook.version}",
        f"Of {total:,} pairs of cards {least}{len(census.pairs):,} are entangled, "
        f"{loops:,} in a loop; {opened:,} have an open answer",
    )


def census_blocks(census: Census) -> Iterator[Block]:
    """The report, for a terminal or Markdown."""
    book = census.rulebook
    yield Heading(f"Census of {book.title}, {book.version} ({book.id})", level=1)
    yield Paragraph(_looked(census))
    if not census.complete:
        yield Paragraph("It was interrupted; all numbers are 'at least'.")
    if census.damaged:
        yield Paragraph(f"{damaged_words(census.damaged)}.")
    if census.pair_share is not None:
        yield from _pair_blocks(census)
    if census.triple_share is not None:
        yield from _triple_blocks(census)
    if census.troubles:
        lines = tuple(f"{title}: {trouble}" for title, trouble in census.troubles)
        yield Bullets("Boards that could not be worked out", _first(lines))


def _whole(census: Census) -> bool:
    shares = (census.pair_share, census.triple_share)
    return census.complete and all(share is None or share.whole for share in shares)


def _looked(census: Census) -> str:
    cards = len(census.cards)
    said = [
        f"{cards} cards with continuous effects ({len(census.idle)} have none), "
        f"{census.boards:,} boards, {census.opened:,} of them under more than one reading."
    ]
    if census.pair_share is not None:
        said.append(_share(census.pair_share, "pairs", "nothing is between them", census))
    if census.triple_share is not None:
        said.append(_share(census.triple_share, "triples", "nothing is new among them", census))
    return " ".join(said)


def _share(share: Share, what: str, nothing: str, census: Census) -> str:
    rest = share.total - share.apart
    whole = share.whole and census.complete
    looked = "all" if whole else f"{share.looked:,} ({share.looked / max(rest, 1):.1%})"
    return (
        f"Of {share.total:,} {what} what they read and write proves of {share.apart:,} that "
        f"{nothing}; of the other {rest:,} {looked} were looked at."
    )


# --- pairs ------------------------------------------------------------------------------------


def _pair_blocks(census: Census) -> Iterator[Block]:
    words = Counter(encounter.word for encounter in census.pairs)
    least = "" if _whole(census) else "at least "
    yield Heading("Pairs")
    yield Bullets(
        f"Each pair counted once, by the gravest ({least}{sum(words.values()):,} with anything)",
        tuple(f"{words[word]:>6,}  {SAID[word]}" for word in WORDS if word in SAID),
    )
    yield from _by_layer("Pairs with a dependency, by layer and kind", census, census.pairs)
    entangled = _entangled(census.pairs)
    if entangled:
        yield Grid(
            "The most entangled cards: with how many others",
            ("any", "loop", "open"),
            tuple(
                (name, *(str(number) for number in numbers))
                for name, numbers in entangled[:MOST_CARDS]
            ),
        )
    loops = [encounter for encounter in census.pairs if encounter.loops or encounter.verdicts]
    if loops:
        yield Bullets(
            f"Loops ({least}{len(loops)} pairs)", _first([_loop(census, o) for o in loops])
        )
    opened = [encounter for encounter in census.pairs if encounter.open]
    if opened:
        yield Heading(f"Open answers ({least}{len(opened)} pairs)", level=3)
        points = Counter(point for encounter in opened for point in encounter.open)
        yield Grid(
            "Open points that matter",
            ("pairs", "question"),
            tuple(
                (point, str(count), census.rulebook.points[point].question)
                for point, count in sorted(points.items(), key=lambda each: (-each[1], each[0]))
            ),
        )
        yield Bullets("The pairs", _first([f"{_names(o)}: {', '.join(o.open)}" for o in opened]))
    if census.opened:
        yield Paragraph(
            "Readings were played on every card's board and on those on which two cards showed "
            "anything to each other. What is open for one of them alone is not counted."
        )
    unsure = sum(encounter.unsure for encounter in census.pairs)
    if unsure:
        yield Paragraph(
            f"Of {unsure:,} of these pairs not all readings were played: there may be more that "
            "is open (a higher --histories says)."
        )
    alone = [encounter for encounter in census.singles if encounter.open]
    if alone:
        lines = [f"{encounter.cards[0]}: {', '.join(encounter.open)}" for encounter in alone]
        yield Bullets("Cards with an open answer all alone on the board", _first(lines))


def _by_layer(head: str, census: Census, encounters: Sequence[Encounter]) -> Iterator[Block]:
    names = {layer.id: f"{layer.id} {layer.name}" for layer in census.rulebook.layers}
    counts: Counter[tuple[str, str]] = Counter()
    for encounter in encounters:
        counts.update({(each.layer, each.kind) for each in encounter.between})
        counts.update({(layer, "loop") for layer, _ in encounter.loops})
    columns = [
        kind
        for kind in (*KINDS, "loop")
        if kind != "result" or any(counts[layer, kind] for layer in names)
    ]
    rows = tuple(
        (name if name.split()[0] != name.split()[-1] else layer, *_cells(counts, layer, columns))
        for layer, name in names.items()
        if any(counts[layer, kind] for kind in columns)
    )
    if rows:
        yield Grid(head, tuple(columns), rows)


def _cells(counts: Counter[tuple[str, str]], layer: str, columns: Sequence[str]) -> list[str]:
    return [str(counts[layer, kind] or "") for kind in columns]


def _entangled(encounters: Sequence[Encounter]) -> list[tuple[str, tuple[int, int, int]]]:
    """Cards with the number of others with which there is anything, a loop, an open answer."""
    counts: dict[str, list[int]] = {}
    for encounter in encounters:
        for name in dict.fromkeys(encounter.cards):
            mine = counts.setdefault(name, [0, 0, 0])
            mine[0] += 1
            mine[1] += bool(encounter.loops or encounter.verdicts)
            mine[2] += bool(encounter.open)
    ranked = sorted(counts.items(), key=lambda each: (-each[1][0], each[0]))
    return [(name, (mine[0], mine[1], mine[2])) for name, mine in ranked]


def _loop(census: Census, encounter: Encounter) -> str:
    layers = {layer.id: layer.name for layer in census.rulebook.layers}
    said = [f"layer {layers.get(layer, layer)}" for layer, _ in encounter.loops]
    said += [
        {"several": "several answers", "paradox": "no answer"}.get(v, v) for v in encounter.verdicts
    ]
    board = dict(encounter.boards).get("loop", "")
    return f"{_names(encounter)}: {', '.join(dict.fromkeys(said))}" + (
        f" [{board}]" if board else ""
    )


def _names(encounter: Encounter) -> str:
    if len(set(encounter.cards)) == 1 and len(encounter.cards) > 1:
        return f"two {encounter.cards[0]}"
    return " + ".join(encounter.cards)


def _first(lines: Sequence[str]) -> tuple[str, ...]:
    left = len(lines) - MOST_LINES
    return (*lines[:MOST_LINES], *((f"and {left:,} more (--json has all)",) if left > 0 else ()))


# --- triples ----------------------------------------------------------------------------------


def _triple_blocks(census: Census) -> Iterator[Block]:
    least = "" if _whole(census) else "at least "
    yield Heading("Triples")
    if not census.triples:
        yield Paragraph("No triple that was looked at has anything that none of its pairs has.")
        return
    yield Paragraph(
        f"{least.capitalize()}{len(census.triples):,} triples have something that none of their "
        "pairs has on the same board."
    )
    yield from _by_layer("What is new, by layer and kind", census, census.triples)
    yield Bullets("The triples", _first([_new(census, encounter) for encounter in census.triples]))


def _new(census: Census, encounter: Encounter) -> str:
    layers = {layer.id: layer.name for layer in census.rulebook.layers}
    said = [
        f"loop of {', '.join(encounter.cards[place] for place in cards)} (layer {layers[layer]})"
        for layer, cards in encounter.loops
    ]
    said += [
        f"{encounter.cards[dependency.who]} depends on {encounter.cards[dependency.on]} "
        f"(layer {layers[dependency.layer]})"
        for dependency in encounter.between
    ]
    said += ["the order of arrival matters"] if encounter.order else []
    said += list(encounter.verdicts)
    return f"{_names(encounter)}: {'; '.join(said)}"


# --- JSON -------------------------------------------------------------------------------------


written_as(
    Census,
    ("rulebook", "rulebook.id"),
    *("complete", "damaged", "cards", ("cards without effects", "idle"), "boards"),
    ("boards under several readings", "opened"),
    ("pairs looked at", "pair_share"),
    ("triples looked at", "triple_share"),
    ("summary", lambda census: Counter(pair.word for pair in census.pairs)),
    *("singles", "pairs", "triples"),
    (
        "troubles",
        lambda census: [{"board": title, "message": what} for title, what in census.troubles],
    ),
    document="census",
)
written_as(Share, "total", ("proved apart", "apart"), ("looked at", "looked"))
written_as(
    Encounter,
    "cards",
    ("what", "word"),
    (
        "dependencies",
        lambda encounter: [
            {
                "layer": dependency.layer,
                "effect of": encounter.cards[dependency.who],
                "on effect of": encounter.cards[dependency.on],
                "kind": dependency.kind,
            }
            for dependency in encounter.between
        ],
    ),
    (
        "loops",
        lambda encounter: [
            {"layer": layer, "cards": [encounter.cards[place] for place in cards]}
            for layer, cards in encounter.loops
        ],
    ),
    *(("order matters", "order"), "verdicts", ("open points", "open")),
    ("all readings played", lambda encounter: not encounter.unsure),
    ("refused boards", "refused"),
    ("boards", lambda encounter: dict(encounter.boards)),
)
