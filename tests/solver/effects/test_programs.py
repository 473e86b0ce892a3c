"""Abilities as programs: made once for a rulebook, compared, pickled, and safe to keep."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from layerlaw.model import algebra as a
from layerlaw.model import shipped_rulebook, vocabulary
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.cache import MOST
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver import derive
from layerlaw.solver.effects.compiling import scope_program
from layerlaw.solver.effects.programs import ability_program
from situations import answer, line, plus, rulebook, thing

BOOK = shipped_rulebook("sorcery-2026-01")
TEXT = "other nearby minions: power += number of minions as long as self is here"


def ability(text: str = TEXT) -> a.Ability:
    """The ability, read anew."""
    return parse_ability(text, vocabulary(BOOK))


def test_an_ability_is_made_ready_once_for_its_rulebook() -> None:
    """The same ability has the same program; read anew, it has an equal one."""
    mine = ability()
    program = BOOK.kept(ability_program, mine)
    assert BOOK.kept(ability_program, mine) is program
    assert BOOK.kept(ability_program, ability()) == program
    assert BOOK.kept(ability_program, ability("minions: power += 1")) != program


def test_a_program_is_data() -> None:
    """It can be pickled and copied, and shows what it does."""
    program = ability_program(BOOK, ability())
    assert pickle.loads(pickle.dumps(program)) == program
    assert copy.deepcopy(program) == program
    assert "SelectRelated(relation='nearby'" in repr(program)


def test_derivations_leave_programs_as_they_are() -> None:
    """A program knows nothing of the board it was run on: it serves every situation."""
    mine = line(a.Not(a.Self()), plus(1))
    book = rulebook()
    one = answer(book, thing("A", mine))
    program = book.kept(ability_program, mine)
    before = repr(program)
    several = answer(book, thing("A", mine), thing("B", mine), thing("C", mine))
    assert book.kept(ability_program, mine) is program
    assert repr(program) == before
    assert derive(one.situation).final == one.final
    assert derive(several.situation).final == several.final


def test_readings_have_programs_of_their_own() -> None:
    """A reading may move an operation to another layer, so nothing is shared with the document."""
    mine = ability()
    for point in BOOK.points.values():
        for reading in point.readings:
            settled = BOOK.settled({point.id: reading.id})
            assert settled is BOOK.settled({point.id: reading.id})
            assert settled.cache is not BOOK.cache
            assert settled.kept(ability_program, mine) == ability_program(settled, mine)


def test_what_is_kept_is_no_part_of_a_rulebook() -> None:
    """Pickled, copied or changed, a rulebook comes out equal and with nothing kept."""
    BOOK.kept(ability_program, ability())
    changed = replace(BOOK, title="another")
    for other in (pickle.loads(pickle.dumps(BOOK)), copy.deepcopy(BOOK), copy.copy(BOOK)):
        assert isinstance(other, Rulebook)
        assert other == BOOK
        assert other.cache is not BOOK.cache
    assert changed.cache is not BOOK.cache


def test_a_cache_is_bounded_and_right_after_it_was_emptied() -> None:
    """However many trees are asked about, each gets its own program."""
    book = replace(BOOK)
    first = a.Named("card 0")
    program = book.kept(scope_program, first)
    for number in range(1, 2 * MOST):
        select = book.kept(scope_program, a.Named(f"card {number}"))
        assert select == scope_program(book, a.Named(f"card {number}"))
    assert book.kept(scope_program, first) == program


def test_threads_share_a_cache() -> None:
    """Several of them may ask at once; what they get is equal."""
    book = replace(BOOK)
    abilities = [ability(f"minions: power += {number}") for number in range(20)]

    def programs(_: int) -> list[object]:
        return [book.kept(ability_program, one) for one in abilities]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(programs, range(8)))
    assert all(one == found[0] for one in found)
