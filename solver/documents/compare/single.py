"""For each single difference of two documents the first board found that shows it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from itertools import chain, combinations_with_replacement, islice
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Everything, InZone
from layerlaw.model.algebra.trees import nodes, operations_of, rebuilt
from layerlaw.model.cards.card import is_spell
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.printing import print_ability, print_selector
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.shipped import scenarios_for, shipped_cards
from layerlaw.solver.documents.boards.layer_boards import layer_boards
from layerlaw.solver.documents.boards.procedure_boards import arrivals, policy_boards, victim
from layerlaw.solver.documents.boards.small_boards import ME, YOU, play, scenario, size_of
from layerlaw.solver.documents.compare import described
from layerlaw.solver.documents.compare.comparison import SingleDifference
from layerlaw.solver.documents.compare.differences import moved_groups
from layerlaw.solver.documents.compare.playing import NO_READINGS, ComparedEvents, cards_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.algebra import Selector
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.boards.small_boards import SharedWords
    from layerlaw.solver.documents.compare.comparison import LayerDifference
    from layerlaw.solver.documents.compare.playing import BothDocuments
    from layerlaw.solver.documents.compare.toggles import Toggle

MOST_BOARDS = 300
"""So many boards of the stock are looked at for one difference."""

MOST_CAUSES = 40
"""So many boards of each stock on which the documents part are asked whether it is why."""

FEW_BOARDS = 5
"""So many boards of each question of procedure are tried for a rule or a check."""

MOST_CHECKED = 5
"""So many cards that a check looks at meet each other."""

MOST_READ = 40
"""So many of them, the first, under each reading that both documents admit."""

MOST_REAL = 100
"""So many boards of real cards on which the documents part are kept, the smallest."""


def single_differences(played: BothDocuments, words: SharedWords) -> tuple[SingleDifference, ...]:
    """Every difference of procedure between two documents of one game, each with a board.

    None for documents of different games: what is different there is more than the procedure.
    """
    if not played.one_game:
        return ()
    before = played.looked
    lone = tuple(_lone_words(*played.sides))
    every = played.toggles(NO_READINGS, NO_READINGS)
    real = _real_boards(played) if every else []
    tried = played.looked - before
    shown = []
    for toggle in every:
        if toggle.kind == "layers":
            for group in moved_groups(*played.sides, words):
                verbs = [tuple(dict.fromkeys(e.operations[n] for e in group)) for n in (0, 1)]
                what = " / ".join(_operations(side) for side in verbs)
                fitting = [board for board in real if _about(board, verbs)]
                fewer, more = sorted(verbs, key=len)
                stock = layer_boards(words, fewer, played.sides, more)
                made = tuple(board for board in stock if _about(board, verbs))
                sides = _stands(group[0], 0), _stands(group[0], 1)
                shown.append(_shown(played, toggle, what, sides, fitting, made, tried))
        else:
            sides = _said(toggle, played.sides)
            stock = _stock(words, toggle, played.sides)
            difference = _shown(played, toggle, toggle.what, sides, real, stock, tried)
            if difference.board is None and _speaks_of(toggle, played.sides, lone):
                difference = replace(difference, looked=0)
            shown.append(difference)
    # No board can be played under both with a word that one of them does not know.
    for kind, word, side in lone:
        sides = (word, "") if side == 0 else ("", word)
        shown.append(SingleDifference(f"{kind} {word}", sides, None, 0))
    return tuple(shown)


def _lone_words(one: Rulebook, other: Rulebook) -> Iterator[tuple[str, str, int]]:
    """The words that one document alone has: of what kind, which, and on which side."""
    kinds = {
        "zone": (one.zones, other.zones),
        "status": (one.statuses, other.statuses),
        "characteristic": (one.characteristics, other.characteristics),
        "verb": (one.actions, other.actions),
        "noun": (one.nouns, other.nouns),
        "stacking": (one.stacking, other.stacking),
        "holding": (one.holding, other.holding),
    }
    for kind, (first, second) in kinds.items():
        for word in dict.fromkeys((*first, *second)):
            if (word in first) != (word in second):
                yield kind, word, 0 if word in first else 1


def _speaks_of(
    toggle: Toggle, sides: tuple[Rulebook, Rulebook], lone: Sequence[tuple[str, str, int]]
) -> bool:
    """Whether a rule, keyword or check uses one of the words that one document alone has."""
    words = {word for _, word, _ in lone}
    trees: list[object] = []
    for book in sides:
        trees += [rule.ability for rule in book.rules if toggle.what == f"rule {rule.id}"]
        trees += [check.who for check in book.checks if toggle.what == f"check {check.id}"]
        trees += [each for id, each in book.keywords.items() if toggle.what == f"keyword {id}"]
    named = (
        value
        for tree in trees
        for node in nodes(tree)
        if is_dataclass(node)
        for value in (getattr(node, part.name) for part in fields(node))
    )
    return any(isinstance(value, str) and value in words for value in named)


def _stands(difference: LayerDifference, side: int) -> str:
    """How the first operations stand to the second ones on one side, and by which clauses."""
    how = (difference.one, difference.other)[side]
    cited = ", ".join(dict.fromkeys(difference.clauses[side]))
    return f"{'together' if how == 'together' else f'the former {how} the latter'} ({cited})"


def _operations(words: Iterable[str]) -> str:
    """ "set, add air, fire" for the operations of each kind on each of these."""
    by_verb: dict[str, list[str]] = {}
    for word in words:
        verb, _, rest = word.partition(" ")
        by_verb.setdefault(verb, []).append(rest)
    by_rest: dict[tuple[str, ...], list[str]] = {}
    for verb, names in by_verb.items():
        by_rest.setdefault(tuple(names), []).append(verb)
    return "; ".join(
        f"{', '.join(verbs)} {', '.join(names)}".strip() for names, verbs in by_rest.items()
    )


def _shown(
    played: BothDocuments,
    toggle: Toggle,
    what: str,
    sides: tuple[str, str],
    real: Sequence[Scenario],
    made_up: Sequence[Scenario],
    tried: int,
) -> SingleDifference:
    """The difference with the first board of which it is the one cause, else with the first of
    which it is a cause, else with one where it is under a reading that both documents admit.

    real: boards on which the documents are known to part, of so many `tried`.
    """
    before = played.looked - tried
    boards = [ComparedEvents(board) for board in (*real, *made_up[:MOST_BOARDS])]
    readings = _shared_readings(played.sides) if toggle.kind in ("policy", "layers") else ()
    for chosen in (NO_READINGS, *readings):
        stocks: tuple[Iterable[ComparedEvents], ...] = (boards[: len(real)], boards[len(real) :])
        if chosen:
            stocks = ((made for made in boards[:MOST_READ] if played.parts(made, chosen, chosen)),)
        else:
            stocks = (stocks[0], (made for made in stocks[1] if played.parts(made)))
        second: ComparedEvents | None = None
        point = next(iter(chosen), "")
        # Real boards shall not use up what made-up ones, which are about the difference, need.
        for made in chain.from_iterable(islice(stock, MOST_CAUSES) for stock in stocks):
            cause = played.cause(made, toggle, point, chosen, chosen)
            if cause.sufficient and cause.necessary:
                second = made
                break
            if second is None and (cause.sufficient or cause.necessary):
                second = made
        if second is not None:
            board = played.parted(second, point, chosen, chosen, about=toggle)
            return SingleDifference(what, sides, board, played.looked - before)
    return SingleDifference(what, sides, None, played.looked - before)


def _shared_readings(sides: tuple[Rulebook, Rulebook]) -> Iterator[Mapping[str, str]]:
    """Each reading that both documents admit and neither has by default."""
    first, second = sides
    for id, point in first.points.items():
        theirs = second.points.get(id)
        if theirs is None:
            continue
        known = {reading.id for reading in theirs.readings}
        for reading in point.readings:
            if reading.id in known and reading.id not in (point.default, theirs.default):
                yield {id: reading.id}


def _real_boards(played: BothDocuments) -> list[Scenario]:
    """The shipped boards of both documents that can be played under both, and on which they part;
    the smallest first."""
    boards = []
    for path in scenarios_for(played.sides[0]):
        try:
            own = load_scenario(path)
            if own.rulebook.id not in (played.sides[0].id, played.sides[1].id):
                continue
            text = path.read_text(encoding="utf-8")
            first, second = (
                loads_scenario(text, file=str(path), rulebook=book, folder=path.parent)
                for book in played.sides
            )
        except LayerlawError:
            continue
        if first.play == second.play:
            boards.append(replace(first, readings=NO_READINGS))
    parting = []
    for board in sorted(boards, key=size_of):
        if played.parts(ComparedEvents(board)) and not played.refused(ComparedEvents(board)):
            parting.append(board)
        if len(parting) == MOST_REAL:
            break
    return parting


def _stock(
    words: SharedWords, toggle: Toggle, sides: tuple[Rulebook, Rulebook]
) -> tuple[Scenario, ...]:
    """Made-up boards for a difference."""
    if toggle.kind == "policy":
        return policy_boards(words, toggle.what)
    if toggle.kind == "keyword":
        bearer = words.card("Alpha", has=[toggle.id])
        return (scenario(words.rulebook, toggle.what, arrivals(victim(words), bearer), YOU),)
    status = toggle.field_and_name[1]
    if toggle.kind == "word" and status in words.statuses:
        line = f"{words.named('Victim')}: {status}"
        cards = victim(words), words.card("Alpha", has=[line])
        return (scenario(words.rulebook, toggle.what, arrivals(*cards), YOU),)
    if toggle.kind == "check":
        pairs = _pairs_checked(words.rulebook, toggle, sides)
        if pairs:
            return pairs
    several = (policy_boards(words, policy)[:FEW_BOARDS] for policy in words.rulebook.policies)
    return tuple(chain.from_iterable(several))


def _pairs_checked(
    rulebook: Rulebook, toggle: Toggle, sides: tuple[Rulebook, Rulebook]
) -> tuple[Scenario, ...]:
    """Two real cards, or one twice, that a check looks at, of one player and of two."""
    who = [check.who for book in sides for check in book.checks if check.id == toggle.id]
    shelf = shipped_cards(rulebook)
    asked: list[Card] = []
    for name in shelf:
        try:
            card = shelf[name]
        except LayerlawError:
            continue
        if any(matches_print(_anywhere(each), card) for each in who) and not is_spell(card):
            asked.append(card)
    pairs = combinations_with_replacement(asked[:MOST_CHECKED], 2)
    return tuple(
        scenario(rulebook, toggle.what, [play(one, "A"), play(other, "B", player)], YOU)
        for one, other in pairs
        for player in (YOU, ME)
    )


def _anywhere(selector: Selector) -> Selector:
    """The selector without its zones, of which nothing is printed on a card."""
    return rebuilt(selector, lambda node: Everything() if isinstance(node, InZone) else node)


def _about(board: Scenario, groups: Sequence[Collection[str]]) -> bool:
    """Whether the cards of the board do something of each group."""
    done = {
        verb
        for card in cards_of(board)
        for printed in card.abilities
        for operation in operations_of(printed.ability)
        for verb in operation.layer_words
    }
    return all(not done.isdisjoint(group) for group in groups)


def _said(toggle: Toggle, sides: tuple[Rulebook, Rulebook]) -> tuple[str, str]:
    """What each side has of a policy, rule, keyword or check."""
    first, second = (_has(toggle, book) for book in sides)
    return first, second


def _has(toggle: Toggle, book: Rulebook) -> str:
    """What the rulebook has of it, in the notation; empty: nothing."""
    if toggle.kind == "policy":
        return book.policy(toggle.what)
    if toggle.kind == "word":
        return described.said(book, *toggle.field_and_name)
    if toggle.kind == "keyword" and toggle.id in book.keywords:
        ability = replace(book.keywords[toggle.id], keyword=None)
        return print_ability(ability, book.plurals) if ability.instructions else "a mere word"
    if toggle.kind == "rule":
        rules = [rule.ability for rule in book.rules if rule.id == toggle.id]
        return "; ".join(print_ability(replace(each, layer=None), book.plurals) for each in rules)
    if toggle.kind == "check":
        checks = [check for check in book.checks if check.id == toggle.id]
        return "; ".join(
            f"{print_selector(check.who, book.plurals)}: {check.verdict}" for check in checks
        )
    return ""
