"""Rulebooks clause by clause, and cards in the notation and in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card
from layerlaw.model.notation.english import english_ability
from layerlaw.model.notation.printing import print_ability, print_selector
from layerlaw.model.rulebooks.policies import LAYERED_ONLY, SIMULTANEOUS_ONLY
from layerlaw.model.rulebooks.rulebook import Layer, OpenPoint, Rulebook
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.shell.report.blocks import Grid, Heading, line
from layerlaw.solver.shell.report.examples import held_blocks, held_json
from layerlaw.solver.shell.report.json_form import document, json_of, written_as

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.cards.card import PrintedAbility
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json


def rulebook_list(books: Sequence[Rulebook]) -> list[Block]:
    """The shipped rulebooks, one a line."""
    rows = tuple(
        ((book.id, "bold"), book.title, book.version, str(len(book.clauses)), str(len(book.points)))
        for book in books
    )
    return [Grid("", ("title", "version", "clauses", "open points"), rows, "id", fill=False)]


def rulebook_blocks(book: Rulebook) -> list[Block]:
    """A rulebook: layers, policies, every clause with its place, every open point."""
    layered = book.policy("process") == "layered"
    from_whom = ": ".join(filter(None, (book.publisher, book.source)))
    parts: list[Block] = [
        Heading(f"{book.title}, {book.version} ({book.id})", 1),
        *([line((from_whom, "dim"))] if from_whom else []),
        Heading("Layers" if layered else "Steps, in which one characteristic is put together"),
    ]
    for layer in book.layers:
        does = ", ".join(layer.does) or "rules of the game"
        parts.append(line(f"{_title(layer):>5}: {does} ", (f"({layer.clause})", "dim")))
    parts.append(Heading("Policies"))
    idle = SIMULTANEOUS_ONLY if layered else LAYERED_ONLY
    for name, policy in book.policies.items():
        if name not in idle:
            on = policy.clause if policy.written else "left out; the first answer"
            parts.append(line(f"{name}: {policy.value} ", (f"({on})", "dim"), indent=2))
    parts += _of_the_game(book)
    parts += _carrying(book)
    parts.append(Heading("Clauses"))
    for clause in book.clauses.values():
        fixes = f"; fixes {', '.join(clause.fixes)}" if clause.fixes else ""
        parts.append(line((clause.id, "bold cyan")))
        parts.append(line(clause.says, indent=4))
        parts.append(line((f"{clause.place}{fixes}", "dim"), indent=4))
    parts.append(Heading("Open points"))
    for point in book.points.values():
        parts.append(line((point.id, "bold yellow"), (f" ({', '.join(point.clauses)})", "dim")))
        parts.append(line(point.question, indent=4))
        for reading in point.readings:
            mark = "default" if reading.id == point.default else "       "
            follows = f" (follows {', '.join(reading.follows)})" if reading.follows else ""
            said = f"{mark}  {reading.id}: {reading.says}"
            parts.append(line(said, (follows, "dim"), indent=4))
    parts += [Heading("Worked examples"), *held_blocks(book, kept_examples(book))]
    return parts


def _title(layer: Layer) -> str:
    return layer.id if layer.id == layer.name else f"{layer.id}  {layer.name}"


def _of_the_game(book: Rulebook) -> Iterator[Block]:
    """The rules that work as effects do, and the state-based checks."""
    lines: list[tuple[str, str, str]] = []
    lines += [(r.id, print_ability(r.ability, book.plurals), r.clause) for r in book.rules]
    for check in book.checks:
        who = print_selector(check.who, book.plurals)
        obeys = f", unless it can't be {check.obeys}" if check.obeys else ""
        if check.cannot:
            obeys += f", if it can't {check.cannot} what carries it"
        alone = " and ".join(check.one_for_each)
        but = f", but for one for each {alone}" if alone else ""
        but += ", and none of several that are the newest" if check.ties else ""
        lines.append((check.id, f"check: {who}: {check.verdict}{obeys}{but}", check.clause))
    if lines:
        yield Heading("Rules and checks")
    for id, does, clause in lines:
        yield line(f"{id}: {does} ", (f"({clause})", "dim"), indent=2)


def _carrying(book: Rulebook) -> Iterator[Block]:
    """What is carried, by whom, what it has of its bearer, and when it is dropped."""
    if book.carried is None:
        return

    def clause(id: str) -> tuple[str, str]:
        return (f" ({id})" if id else "", "dim")

    yield Heading("What is carried")
    who = print_selector(book.carried, book.plurals)
    by = "all objects" if book.carriers is None else print_selector(book.carriers, book.plurals)
    players = ", and by players" if book.carried_players else ""
    yield line(f"{who}, by {by}{players}", clause(book.carried_clause), indent=2)
    if book.carried_control:
        yield line(f"hands over: {book.control}, which is that of the bearer", indent=2)
    if book.carried_drops:
        drops = clause(book.carried_drops)
        yield line("dropped by what can carry it no longer", drops, indent=2)
        if book.carried_falls is not None:
            falls = print_selector(book.carried_falls, book.plurals)
            yield line(f"dropped, too: {falls}", drops, indent=2)
        for action, unable in book.carried_cannot.items():
            who = print_selector(unable, book.plurals)
            yield line(f"dropped, too: {who} that can't {action} the bearer", drops, indent=2)
    if book.carried_circles:
        yield line("may carry what carries it", indent=2)


def card_blocks(card: Card, book: Rulebook) -> list[Block]:
    """A card: its facts, each ability in the notation and in English, and what is left out."""
    parts: list[Block] = [
        line((card.name, "bold"), (f"  {card.edition}", "dim")),
        line(facts_of(card)),
    ]
    for printed in card.half_in_use:
        name = f" ({printed.name})" if printed.name else ""
        use = "gives" if printed in card.gives else printed.use
        parts.append(line((f"{use}{name}: ", "dim"), _notation(printed, book)))
        parts.append(line(english_ability(printed.ability, card.name, book.plurals), indent=4))
        for layer in _layers(printed, book):
            parts.append(line((layer, "dim"), indent=4))
    for text in card.left_out:
        parts.append(line((f"left out (no continuous effect): {text}", "dim")))
    if card.back_face:
        parts.append(line((f"back face: {card.back_face}", "dim")))
    if card.melds_into:
        parts.append(line((f"melds into: {card.melds_into}", "dim")))
    if card.half is not None:
        parts += [line(("the other half:", "dim")), *card_blocks(card.half, book)]
    return parts


def facts_of(card: Card) -> str:
    """The words and numbers that are printed on a card: "types: minion; power 3, cost 7"."""
    kinds = "; ".join(f"{name}: {', '.join(words)}" for name, words in card.sets.items() if words)
    numbers = ", ".join(f"{name} {number}" for name, number in card.numbers.items())
    return "; ".join(piece for piece in (kinds, numbers) if piece)


def _notation(printed: PrintedAbility, book: Rulebook) -> str:
    return print_ability(printed.ability, book.plurals)


def _layers(printed: PrintedAbility, book: Rulebook) -> list[str]:
    found = [
        book.layer_of(operation, printed.ability.defines)
        for instruction in printed.ability.instructions
        for operation in instruction.operations
    ]
    names = dict.fromkeys(f"layer {layer.id} {layer.name} ({layer.clause})" for layer in found)
    return [", ".join(names)] if names else []


# --- JSON ---------------------------------------------------------------------------------

written_as(
    Rulebook,
    *("id", "title", "game", "publisher", "version", "source", "layers"),
    (
        "rules",
        lambda book: [
            {
                "id": rule.id,
                "notation": print_ability(rule.ability, book.plurals),
                "clause": rule.clause,
            }
            for rule in book.rules
        ],
    ),
    (
        "checks",
        lambda book: [
            {
                "id": check.id,
                "who": print_selector(check.who, book.plurals),
                "verdict": check.verdict,
                "obeys": check.obeys or None,
                **({"cannot": check.cannot} if check.cannot else {}),
                **({"one for each": check.one_for_each} if check.one_for_each else {}),
                **({"ties": True} if check.ties else {}),
                "clause": check.clause,
            }
            for check in book.checks
        ],
    ),
    "policies",
    ("clauses", lambda book: tuple(book.clauses.values())),
    ("open points", lambda book: tuple(book.points.values())),
    document="rulebook",
)
written_as(Layer, "id", "name", "clause", "does")
written_as(
    OpenPoint,
    *("id", "question", "clauses", "default"),
    ("readings", lambda point: {reading.id: reading.says for reading in point.readings}),
    ("follows", lambda point: {reading.id: reading.follows for reading in point.readings}),
)
written_as(
    Card,
    *("name", "edition", "sets", "numbers"),
    (
        "abilities",
        lambda card: [
            {
                "use": "gives" if printed in card.gives else printed.use,
                "name": printed.name or None,
                "notation": print_ability(printed.ability),
                "english": english_ability(printed.ability, card.name),
            }
            for printed in card.half_in_use
        ],
    ),
    "left out",
    document="card",
)


def rulebook_json(book: Rulebook) -> Json:
    """A rulebook's clauses, layers, policies and open points, and what its examples leave."""
    return document(book) | held_json(book, kept_examples(book))


def card_json(card: Card) -> Json:
    """What is printed on a card: words, numbers, and its abilities in the notation and in English.

    As a part of a larger document; on its own it is `document(card)`.
    """
    return json_of(card)
