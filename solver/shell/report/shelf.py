"""Rulebooks clause by clause, and cards in the notation and in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from layerlaw.model.notation.english import english_ability
from layerlaw.model.notation.printing import print_ability, print_selector
from layerlaw.model.rulebooks.policies import LAYERED_ONLY, SIMULTANEOUS_ONLY
from layerlaw.model.rulebooks.rulebook import Layer
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.shell.report.examples import held_json, held_lines
from layerlaw.solver.shell.report.json_form import SCHEMA, json_of, written_as

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.shell.report.json_form import Json


def rulebook_list(books: Sequence[Rulebook]) -> Table:
    """The shipped rulebooks, one a line."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("id", no_wrap=True, min_width=max(len(book.id) for book in books))
    for column in ("title", "version", "clauses", "open points"):
        table.add_column(column)
    for book in books:
        table.add_row(
            Text(book.id, style="bold"),
            book.title,
            book.version,
            str(len(book.clauses)),
            str(len(book.points)),
        )
    return table


def rulebook_lines(book: Rulebook) -> RenderableType:
    """A rulebook: layers, policies, every clause with its place, every open point."""
    layered = book.policy("process") == "layered"
    parts: list[RenderableType] = [
        Text(f"{book.title}, {book.version} ({book.id})", style="bold"),
        Text(f"{book.publisher}: {book.source}", style="dim"),
        Text(),
        Text("Layers" if layered else "Steps, in which one characteristic is put together", "bold"),
    ]
    for layer in book.layers:
        line = Text.assemble(
            f"{_title(layer):>5}: {', '.join(layer.does) or 'rules of the game'} ",
            (f"({layer.clause})", "dim"),
        )
        parts.append(line)
    parts += [Text(), Text("Policies", style="bold")]
    idle = SIMULTANEOUS_ONLY if layered else LAYERED_ONLY
    for name, policy in book.policies.items():
        if name in idle:
            continue
        line = Text.assemble(f"  {name}: {policy.value} ", (f"({policy.clause})", "dim"))
        parts.append(line)
    parts += _of_the_game(book)
    parts += [Text(), Text("Clauses", style="bold")]
    for clause in book.clauses.values():
        fixes = f"; fixes {', '.join(clause.fixes)}" if clause.fixes else ""
        parts.append(Text(clause.id, style="bold cyan"))
        parts.append(Padding(Text(clause.says), (0, 0, 0, 4)))
        parts.append(Padding(Text(f"{clause.place}{fixes}", style="dim"), (0, 0, 0, 4)))
    parts += [Text(), Text("Open points", style="bold")]
    for point in book.points.values():
        parts.append(
            Text.assemble((point.id, "bold yellow"), (f" ({', '.join(point.clauses)})", "dim"))
        )
        parts.append(Padding(Text(point.question), (0, 0, 0, 4)))
        for reading in point.readings:
            mark = "default" if reading.id == point.default else "       "
            line = Text(f"{mark}  {reading.id}: {reading.says}")
            if reading.follows:
                line.append(f" (follows {', '.join(reading.follows)})", style="dim")
            parts.append(Padding(line, (0, 0, 0, 4)))
    parts += [Text(), Text("Worked examples", style="bold"), *held_lines(book, kept_examples(book))]
    return Group(*parts)


def _title(layer: Layer) -> str:
    return layer.id if layer.id == layer.name else f"{layer.id}  {layer.name}"


def _of_the_game(book: Rulebook) -> Iterator[RenderableType]:
    """The rules that work as effects do, and the state-based checks."""
    lines: list[tuple[str, str, str]] = []
    lines += [(r.id, print_ability(r.ability, book.plurals), r.clause) for r in book.rules]
    for check in book.checks:
        who = print_selector(check.who, book.plurals)
        obeys = f", unless it can't be {check.obeys}" if check.obeys else ""
        lines.append((check.id, f"check: {who}: {check.verdict}{obeys}", check.clause))
    if lines:
        yield Text()
        yield Text("Rules and checks", style="bold")
    for id, does, clause in lines:
        yield Text.assemble(f"  {id}: {does} ", (f"({clause})", "dim"))


def rulebook_json(book: Rulebook) -> Json:
    """A rulebook's clauses, layers, policies and open points."""
    return {
        "schema": SCHEMA,
        "kind": "rulebook",
        "id": book.id,
        "title": book.title,
        "game": book.game,
        "publisher": book.publisher,
        "version": book.version,
        "source": book.source,
        "layers": json_of(book.layers),
        "rules": [
            {"id": x.id, "notation": print_ability(x.ability, book.plurals), "clause": x.clause}
            for x in book.rules
        ],
        "checks": [
            {
                "id": x.id,
                "who": print_selector(x.who, book.plurals),
                "verdict": x.verdict,
                "obeys": x.obeys or None,
                "clause": x.clause,
            }
            for x in book.checks
        ],
        "policies": json_of(book.policies),
        "clauses": json_of(tuple(book.clauses.values())),
        "open points": [
            {
                "id": x.id,
                "question": x.question,
                "clauses": json_of(x.clauses),
                "default": x.default,
                "readings": {reading.id: reading.says for reading in x.readings},
                "follows": {reading.id: json_of(reading.follows) for reading in x.readings},
            }
            for x in book.points.values()
        ],
        **held_json(book, kept_examples(book)),
    }


written_as(Layer, "id", "name", "clause", "does")


def card_lines(card: Card, book: Rulebook) -> RenderableType:
    """A card: its facts, each ability in the notation and in English, and what is left out."""
    kinds = "; ".join(f"{name}: {', '.join(words)}" for name, words in card.sets.items() if words)
    numbers = ", ".join(f"{name} {number}" for name, number in card.numbers.items())
    parts: list[RenderableType] = [
        Text.assemble((card.name, "bold"), (f"  {card.edition}", "dim")),
        Text("; ".join(piece for piece in (kinds, numbers) if piece)),
    ]
    for printed in card.abilities:
        name = f" ({printed.name})" if printed.name else ""
        parts.append(Text.assemble((f"{printed.use}{name}: ", "dim"), _notation(printed, book)))
        parts.append(
            Padding(Text(english_ability(printed.ability, card.name, book.plurals)), (0, 0, 0, 4))
        )
        for layer in _layers(printed, book):
            parts.append(Padding(Text(layer, style="dim"), (0, 0, 0, 4)))
    for text in card.left_out:
        parts.append(Text(f"left out (no continuous effect): {text}", style="dim"))
    return Group(*parts)


def _notation(printed: PrintedAbility, book: Rulebook) -> str:
    return print_ability(printed.ability, book.plurals)


def _layers(printed: PrintedAbility, book: Rulebook) -> list[str]:
    found = [
        book.layer_of(operation)
        for instruction in printed.ability.instructions
        for operation in instruction.operations
    ]
    names = dict.fromkeys(f"layer {layer.id} {layer.name} ({layer.clause})" for layer in found)
    return [", ".join(names)] if names else []


def card_json(card: Card) -> Json:
    """A card's facts and abilities."""
    return {
        "schema": SCHEMA,
        "kind": "card",
        "name": card.name,
        "edition": card.edition,
        "sets": json_of(card.sets),
        "numbers": json_of(card.numbers),
        "abilities": [
            {
                "use": printed.use,
                "name": printed.name or None,
                "notation": print_ability(printed.ability),
                "english": english_ability(printed.ability, card.name),
            }
            for printed in card.abilities
        ],
        "left out": json_of(card.left_out),
    }
