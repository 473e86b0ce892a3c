"""What clingo finds by a program is what guessing finds, and what trying everything finds."""

from __future__ import annotations

from random import Random

import clingo
import pytest

from bench.simultaneous import DEEDS, SCOPES, entered
from comparing import assert_same
from layerlaw.model import LayerlawError, Scenario
from layerlaw.solver import Answer, solve
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together import models, search
from layerlaw.solver.together.graph import Group
from layerlaw.solver.together.state import State
from oracle.candidates import TooBig
from oracle.circles import every_small_board, random_circles
from together import random_table, table

MORE_SCOPES = (
    "creatures that are not fire",
    "other creatures with power < power of self",
    "(creatures with Blocker) or (fire creatures)",
    "fire creatures without Blocker",
)
MORE_DEEDS = (
    "power := 3000",
    "gain [self: power += 1000]",
    "gain [other creatures: lose Blocker]",
    "gain [creatures without Blocker: power -= 1000]",
    "lose all abilities but Blocker",
)
CONDITIONS = (
    "there is a creature with Blocker",
    "number of fire creatures >= 2",
    "self is a creature with power >= 3000",
    "number of (creatures with Blocker) < 3",
    "number of (creatures with power >= 3000) != 1",
)


def drawn(seed: int, size: int) -> Scenario:
    """So many creatures with an effect each, a third of them under a condition."""
    pick = Random(seed)
    lines = []
    for number in range(size):
        line = f"{pick.choice(SCOPES + MORE_SCOPES)}: {pick.choice(DEEDS + MORE_DEEDS)}"
        if pick.random() < 0.3:
            line += f" as long as {pick.choice(CONDITIONS)}"
        lines.append((f"Drawn {number}", line))
    return entered(tuple(lines))


def told(found: Answer) -> object:
    """The verdict, and the answers with what exists in each."""
    return found.verdict, [(one.effects, dict(one.final)) for one in found.answers or ()]


@pytest.mark.slow
def test_programs_have_the_answers_of_guessing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of four effects that look at each other, by clingo alone and by guesses alone."""
    programs: list[models.Program] = []
    made = models.Program.__init__

    def counted(self: models.Program, state: State, group: Group) -> None:
        made(self, state, group)
        programs.append(self)

    monkeypatch.setattr(models.Program, "__init__", counted)
    for seed in range(16):
        monkeypatch.setattr(search, "FEW", -1)
        by_program = told(solve(drawn(seed, 4)))
        monkeypatch.setattr(search, "FEW", search.GUESSES)
        assert by_program == told(solve(drawn(seed, 4))), seed
    assert len(programs) > 10


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_programs_have_the_answers_of_brute_force(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random circles and every small one; what words a program lacks is guessed."""
    monkeypatch.setattr(search, "FEW", -1)
    compared = 0
    for board in (*map(random_circles, range(block * 3, block * 3 + 3)), *_small(block)):
        try:
            assert_same(board)
            compared += 1
        except (TooBig, LayerlawError):
            continue
    assert compared > 2


def _small(block: int) -> list[Scenario]:
    return list(every_small_board())[block::16]


def test_programs_overlook_no_state_of_random_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there is much that programs have no words for."""
    for seed in range(24):
        monkeypatch.setattr(search, "FEW", -1)
        by_program = Settling(random_table(seed, plain=True)).derivation()
        monkeypatch.setattr(search, "FEW", search.GUESSES)
        assert told(by_program) == told(Settling(random_table(seed, plain=True)).derivation()), seed


def test_what_takes_too_many_guesses_has_its_answer() -> None:
    """Twenty effects that look at each other: no guess decides them, and there is one state."""
    pick = Random(3)
    lines = [f"{pick.choice(SCOPES)}: {pick.choice(DEEDS)}" for _ in range(20)]
    found = solve(entered(tuple((f"Drawn {n}", line) for n, line in enumerate(lines))))
    assert found.verdict == "settled"


@pytest.mark.slow
def test_no_answer_is_lost_where_few_guesses_have_many_ways() -> None:
    """Seven pairs in which one silences the other, and a creature that asks for each of them.

    It hangs together as long as that creature waits, and each pair is then decided by itself.
    """
    pairs = [
        (f"{side}{pair}", f"{other}{pair}") for pair in range(7) for side, other in ("AB", "BA")
    ]
    has = 'creatures named "{}": lose all abilities; self: power += 1000'
    lines = [(name, has.format(whom)) for name, whom in pairs]
    asked = " and ".join(
        f'there is a creature named "A{pair}" with power >= 3000' for pair in range(7)
    )
    lines.append(("Hub", f"self: power += 1000 as long as {asked}"))
    found = solve(entered(tuple(lines)))
    assert len(found.answers or ()) == 2**7


def test_a_program_that_is_given_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the effects; it is no paradox."""
    monkeypatch.setattr(search, "FEW", -1)
    monkeypatch.setattr(models, "CONFLICTS", 1)
    with pytest.raises(LayerlawError, match="too many ways in which these effects may hang"):
        for seed in range(12):
            solve(drawn(seed, 12))


def test_while_a_program_works_it_is_asked_whether_that_has_to_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is as if clingo took a moment; the work ends with what is raised then, or goes on."""
    monkeypatch.setattr(search, "FEW", -1)
    pair = table({"P": "1 | Q: silenced", "Q": "1 | P: silenced"})
    waited: list[float | None] = []
    wait = clingo.SolveHandle.wait

    def slowly(handle: clingo.SolveHandle, timeout: float | None = None) -> bool | None:
        waited.append(timeout)
        return len(waited) != 1 and wait(handle)

    def end() -> None:
        if waited:
            raise InterruptedError

    monkeypatch.setattr(clingo.SolveHandle, "wait", slowly)
    with pytest.raises(InterruptedError):
        Settling(pair, stop=end).states()
    assert waited == [models.WAIT]
    waited.clear()
    assert len(Settling(pair).states()) == 2


@pytest.mark.parametrize(
    ("asked", "frozen"),
    [
        (">= 2", (2, 3)),
        ("<= 1", (0, 1)),
        ("= 2", (2,)),
        ("!= 1", (0, 2, 3)),
        (">= 3", (3,)),
        ("< 1", (0,)),
    ],
)
def test_a_program_counts(
    asked: str, frozen: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three pairs one creature each is silenced; one asks how many of these are light."""
    monkeypatch.setattr(search, "FEW", -1)
    cards: dict[str, str] = {}
    for i in range(3):
        cards |= {f"M{i}": f"light 1 | N{i}: silenced", f"N{i}": f"1 | M{i}: silenced"}
    cards["K"] = f"1 | self: frozen as long as number of silenced light creatures {asked}"
    found = Settling(table(cards)).derivation()
    assert found.answers is not None and len(found.answers) == 8
    for one in found.answers:
        silenced = sum(one.final[f"M{i}", "silenced"] is True for i in range(3))
        assert one.final["K", "frozen"] is (silenced in frozen)


def test_a_number_that_is_counted_is_open_in_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much is added is open too: it is what is counted in the state."""
    monkeypatch.setattr(search, "FEW", -1)
    has = "self: power += number of other creatures with power >= 3"
    found = Settling(table(dict.fromkeys("PQR", f"2 | {has}"))).derivation()
    assert found.verdict == "settled"
    assert Certificate(found.facts).check().ok
