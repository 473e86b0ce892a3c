"""Boards on which effects that apply at the same time agree on no state, or on several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, combinations, islice, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.sentences import answers_in_words
from layerlaw.solver.documents.boards.descriptions import brief
from layerlaw.solver.documents.boards.procedure_boards import arrivals, victim
from layerlaw.solver.documents.boards.real_cards import cards_that_enter, shipped_boards
from layerlaw.solver.documents.boards.small_boards import (
    ME,
    YOU,
    SharedWords,
    TooLong,
    answered,
    play,
    scenario,
    size_of,
)
from layerlaw.solver.documents.wording.answered import arises

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards.card import PrintedAbility
    from layerlaw.model.scenarios.scenario import Scenario

Verdict = Literal["several", "paradox"]

MOST_PAIRS = 800
"""So many pairs of real cards are played."""

MOST_PLAIN = 3
"""So many cards without an ability are put beside others."""

MOST_MADE = 1200
"""So many made-up boards are played."""

STATE = (
    "A state agrees with itself if it is what all effects make of the board as they find it there."
)

REAL = "real cards"

_TITLES: dict[Verdict, str] = {
    "paradox": "No state agrees with itself on this board: the document gives no answer.",
    "several": "Several states agree with themselves on this board, and no clause chooses.",
}
_NAMES: dict[Verdict, str] = {"paradox": "no state", "several": "several states"}


@checked()
def state_findings(
    rulebook: Rulebook, *, progress: Callable[[int, int], None] | None = None
) -> tuple[Finding, ...]:
    """The smallest boards with no state, and with several, real cards before made-up ones.

    rulebook: of a document whose effects apply at the same time; of another nothing is asked, since
    one effect after another always leads to one state. progress: called now and then with the
    number of boards played and of all. Raises `WrongArgument` for what is no rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> [found.kind for found in state_findings(shipped_rulebook("duel-masters-1.28-en"))]
    ['no state', 'several states']
    """
    if rulebook.policies["process"].value == "layered":
        return ()
    search = _Search(rulebook, progress or (lambda _, __: None))
    return tuple(search.finding(verdict) for verdict in ("paradox", "several"))


@dataclass(frozen=True, slots=True)
class _Seen:
    """The smallest board of each verdict among boards of one kind, and how many were played."""

    smallest: dict[str, Scenario]
    played: int


class _Search:
    """What the boards of one rulebook come to, kind by kind, each played once."""

    def __init__(self, rulebook: Rulebook, progress: Callable[[int, int], None]) -> None:
        self.rulebook = rulebook
        self.words = SharedWords(rulebook)
        self.progress = progress
        self.done = 0
        self._kinds: dict[str, _Seen] = {}

    def finding(self, verdict: Verdict) -> Finding:
        """The board with this verdict, or that none was found."""
        for kind, make in (
            (REAL, self._real),
            ("shipped scenarios and made-up cards", self._other),
        ):
            if kind not in self._kinds:
                self._kinds[kind] = self._look(make())
            board = self._kinds[kind].smallest.get(verdict)
            if board is not None:
                return self._found(verdict, board, kind)
        played = ", ".join(f"{seen.played:,} of {kind}" for kind, seen in self._kinds.items())
        title = f"No board with {_NAMES[verdict]} was found."
        return Finding("clean", title, reason=f"on so many boards: {played}")

    def _look(self, boards: Iterator[Scenario]) -> _Seen:
        smallest: dict[str, Scenario] = {}
        played = 0
        for board in boards:
            played += 1
            self.done += 1
            self.progress(self.done, self.done + 1)
            verdict = _verdict(board)
            known = smallest.get(verdict)
            if known is None or size_of(board) < size_of(known):
                smallest[verdict] = board
        return _Seen(smallest, played)

    def _found(self, verdict: Verdict, board: Scenario, kind: str) -> Finding:
        answer = answered(board)
        assert not isinstance(answer, str)
        process = self.rulebook.clause_of("process")
        before = self._kinds[REAL].played if kind != REAL else 0
        real = f" None of the {before:,} of real cards shows it." if before else ""
        settling = tuple(self._settling(board))
        return Finding(
            "no state" if verdict == "paradox" else "several states",
            _TITLES[verdict],
            clauses=(process,) if process in self.rulebook.clauses else (),
            words=settling or ("a clause that says which state counts",),
            board=board,
            reason=f"The smallest of {self._kinds[kind].played:,} boards of {kind}.{real} {STATE}",
            shown=answers_in_words(answer.states) if verdict == "several" else (),
        )

    def _settling(self, board: Scenario) -> Iterator[str]:
        """The other answers, to one question of procedure alone, by which there is one state."""
        for policy, given in self.rulebook.policies.items():
            if policy == "process" or not arises(self.rulebook, policy):
                continue
            for value in POLICIES[policy]:
                changed = replace(given, value=value)
                policies = MappingProxyType({**self.rulebook.policies, policy: changed})
                book = replace(self.rulebook, policies=policies)
                if value != given.value and _verdict(replace(board, rulebook=book)) == "settled":
                    yield f"`{policy}: {value}` ({given.clause} says `{given.value}`)"

    # --- boards -----------------------------------------------------------------------------

    def _real(self) -> Iterator[Scenario]:
        """Each card of the game alone, then beside one without an ability, then two by two."""
        cards = cards_that_enter(self.rulebook)
        plain = [card for card in cards if not card.abilities]
        acting = [card for card in cards if any(_acts(each) for each in card.abilities)]
        pairs = chain(product(plain[:MOST_PLAIN], acting), combinations(acting, 2))
        for cards in chain(zip(acting), islice(pairs, MOST_PAIRS)):
            players = zip(cards, ("A", "B"), (YOU, ME), strict=False)
            yield scenario(self.rulebook, "real cards", [play(*each) for each in players], YOU)

    def _other(self) -> Iterator[Scenario]:
        """An effect on what it itself changes, two that change what the other is on; scenarios."""
        yield from islice(chain(self._alone(), self._two()), MOST_MADE)
        yield from shipped_boards(self.rulebook, (self.rulebook.id,))

    def _alone(self) -> Iterator[Scenario]:
        for deed in brief(self.words):
            for scope in (*deed.unseen, *deed.seen):
                card = self.words.card("Alpha", has=[f"({scope}): {deed.text}"])
                for others in ([], arrivals(victim(self.words))):
                    title = "an effect on what it changes"
                    yield scenario(self.rulebook, title, [*others, play(card, "Alpha")], YOU)

    def _two(self) -> Iterator[Scenario]:
        for one, other in product(brief(self.words), repeat=2):
            for first, second in product((*other.unseen, *other.seen), (*one.unseen, *one.seen)):
                alpha = self.words.card("Alpha", has=[f"({first}): {one.text}"])
                beta = self.words.card("Beta", has=[f"({second}): {other.text}"])
                yield scenario(
                    self.rulebook,
                    "two effects on what they change",
                    [*arrivals(victim(self.words)), play(alpha, "Alpha"), play(beta, "Beta")],
                    YOU,
                )


def _acts(printed: PrintedAbility) -> bool:
    """Whether it works all the time and does something."""
    return printed.use == "has" and bool(printed.ability.instructions)


def _verdict(board: Scenario) -> str:
    """What the board comes to: settled, several, paradox, or refused."""
    try:
        answer = answered(board)
    except TooLong:
        return "refused"
    return "refused" if isinstance(answer, str) else answer.verdict
