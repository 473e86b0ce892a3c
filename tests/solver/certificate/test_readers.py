"""What the replay tells of all parts at once is what it tells of them one by one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from layerlaw.model import shipped_rulebook
from layerlaw.model.algebra import Ability
from layerlaw.solver.certificate.kept import Kept
from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    ANY,
    HOLDING,
    BoardMark,
    Column,
    ReplayBoard,
    ones,
)
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.readers import Sources
from layerlaw.solver.certificate.replay.shown import (
    WIDE,
    Groups,
    _by_table,
    _combined,
    _cross,
    _text_by_text,
    _turn_back,
)
from layerlaw.solver.certificate.spoken import TOGETHER, misread
from layerlaw.solver.facts.lists import FEW, Lists
from layerlaw.solver.play.solve import solve
from oracle.build import silence_graph


@pytest.mark.parametrize("seed", range(40))
def test_the_parts_of_sources_are_those_whose_source_is_among_them(seed: int) -> None:
    """In the order of the sources, in any order, and with several parts of one source."""
    random = Random(seed)
    count = random.choice([3, 10, 100])
    places = [random.randrange(count) for _ in range(count)]
    if seed % 3:
        first = 2 * (seed % 3 == 1)
        places = [first + place + place // 40 for place in range(count)]
    sources = Sources(places)
    for _ in range(20):
        objects = random.getrandbits(count + 5)
        if random.random() < 0.3:
            objects = ((1 << count + 5) - 1) ^ (1 << random.randrange(count))
        right = sum(1 << part for part, source in enumerate(places) if objects >> source & 1)
        assert sources.parts(objects) == right == sources.parts(objects)


@pytest.mark.parametrize("count", [40, 200])
def test_sources_of_which_one_has_several_parts(count: int) -> None:
    """So that parts stand behind the places of their sources, all at a few distances."""
    random = Random(count)
    for places in ([0, 0, 0, *range(count), count // 2], [*range(count)][::-1]):
        sources = Sources(places)
        for _ in range(40):
            objects = random.getrandbits(count)
            right = sum(1 << part for part, source in enumerate(places) if objects >> source & 1)
            assert sources.parts(objects) == right


def instance(number: int) -> ReplayInstance:
    """An ability instance of its own."""
    return ReplayInstance(Ability(f"K{number % 3}"), number, number, None, True)


def plainly(board: ReplayBoard) -> dict[int, set[ReplayInstance]]:
    """Who has what, by the column."""
    having: dict[int, set[ReplayInstance]] = {}
    for one, row in board.columns.get(HOLDING, {}).items():
        assert isinstance(one, ReplayInstance)
        for place in ones(row):
            having.setdefault(place, set()).add(one)
    return having


@pytest.mark.parametrize("seed", range(60))
def test_a_board_that_strips_objects_holds_what_one_object_after_the_other_would(
    seed: int,
) -> None:
    """Its column and its list say the same, what was written is told, and can be taken back."""
    random = Random(seed)
    instances = [instance(number) for number in range(random.choice([2, 12]))]
    board = ReplayBoard({})
    for place in range(8):
        board.hold(place, tuple(random.sample(instances, random.randrange(3))))
    for _ in range(10):
        before = {place: set(held) for place, held in board.held.items()}
        board.begin()
        right = {place: set(held) for place, held in before.items()}
        for _ in range(random.randrange(1, 5)):
            if random.random() < 0.5:
                scope = random.getrandbits(8)
                board.strip(scope)
                right = {place: held for place, held in right.items() if not scope >> place & 1}
            else:
                place = random.randrange(8)
                held = tuple(random.sample(instances, random.randrange(3)))
                board.hold(place, held)
                right = {**right, place: set(held)}
                right = {place: held for place, held in right.items() if held}
        delta = board.delta()
        assert plainly(board) == right
        for one in instances:
            changed = sum(
                1 << place
                for place in range(8)
                if (one in before.get(place, ())) != (one in right.get(place, ()))
            )
            assert delta.get((ABILITIES, one), 0) == changed
        differ = sum(
            1 << place for place in range(8) if before.get(place, set()) != right.get(place, set())
        )
        assert delta.get((ABILITIES, ANY), 0) == differ
        if random.random() < 0.5:
            assert {place: set(held) for place, held in board.held.items()} == right
        if random.random() < 0.5:
            assert board.delta(board.before()) == delta
            written = board.before()[ABILITIES] if differ else {}
            assert all(set(had or ()) == before.get(place, set()) for place, had in written.items())
            board.rollback()
            right = before
        else:
            board.commit()
        assert plainly(board) == {place: set(held) for place, held in board.held.items()} == right


@pytest.mark.parametrize("seed", range(20))
def test_words_are_combined_alike_by_sets_and_one_by_one(seed: int) -> None:
    """However many words there are."""
    random = Random(seed)
    words = random.choice([3, 30])
    column = {f"word {number}": random.getrandbits(20) for number in range(words)}
    among = random.getrandbits(20)
    right: dict[tuple[str, ...], int] = {}
    for place in ones(among):
        own = tuple(sorted(word for word, row in column.items() if row >> place & 1))
        right[own] = right.get(own, 0) | 1 << place
    assert dict(_combined(column, among)) == right


@pytest.mark.parametrize("count", [20, WIDE + 20])
def test_lists_are_made_alike_by_a_table_and_text_by_text(count: int) -> None:
    """Also of more objects than one table holds, with and without texts."""
    random = Random(count)
    texts = sorted(f"text {number}" for number in range(9))
    everyone = random.getrandbits(count) | 1 << count - 1
    rows = [random.getrandbits(count) & everyone for _ in texts]
    rows[3] = 0
    right = [
        (place, tuple(text for text, row in zip(texts, rows, strict=True) if row >> place & 1))
        for place in ones(everyone)
    ]
    assert [*_by_table(texts, rows, everyone)] == [*_text_by_text(texts, rows, everyone)] == right


@pytest.mark.parametrize("several", [3, 12])
def test_marks_that_read_alike_are_shown_once(several: int) -> None:
    """However many other lists there are, by which objects are split or looked at one by one."""
    column: Column = {
        BoardMark("can't", "attack", False, None, by): objects
        for by, objects in (("one", 0b011), ("other", 0b110))
    }
    for number in range(several):
        column[BoardMark("can", f"do {number}", False, None, "third")] = 1 << number
    everyone = (1 << several) - 1
    shown = {
        place: value for value, objects in _combined(column, everyone) for place in ones(objects)
    }
    assert [shown[place] for place in range(3)] == [
        (f"can do {place}", "can't attack") for place in range(3)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_lists_before_a_turn_are_those_after_it_turned_back(seed: int) -> None:
    """Each object that changed, with its words before and after, as two looks would tell."""
    chance = Random(seed)
    words = [f"word {number}" for number in range(12)]
    count = chance.choice((3, 30))
    everyone = (1 << count) - 1
    now: dict[str, int] = {word: chance.randrange(1 << count) for word in words}
    old = {word: chance.randrange(1 << count) for word in chance.sample(words, 4)}
    apart = {word: had ^ now[word] for word, had in old.items()}
    into: Groups = {}
    _turn_back(into, "subtypes", _combined(now, everyone), apart)
    expected: Groups = {}
    _cross(expected, "subtypes", _combined({**now, **old}, everyone), _combined(now, everyone))
    assert into == expected


def test_a_turn_that_writes_many_words_is_turned_back_list_by_list() -> None:
    """Every creature type at once: only the lists that objects have are made."""
    words = tuple(f"word {number:03}" for number in range(300))
    into: Groups = {}
    _turn_back(into, "subtypes", [(words, 0b11)], dict.fromkeys(words, 0b01))
    assert into == {("subtypes", (), words): 0b01}


def test_the_lists_of_few_objects_are_those_of_all() -> None:
    """Followed one by one or all at once."""
    random = Random(1)
    count, turns = 3 * FEW, []
    has = dict.fromkeys(range(count), False)
    for _ in range(12):
        row = random.getrandbits(count)
        added = sum(1 << place for place in ones(row) if not has[place])
        taken = row & ~added
        turns.append({("kinds", (), ("b",)): added, ("kinds", ("b",), ()): taken})
        has.update({place: not has[place] for place in ones(row)})
    lists = Lists({"kinds": (("a", 0b1011), ("c", 0b110))}, turns)
    for place in range(count):
        began = [word for word, row in (("a", 0b1011), ("c", 0b110)) if row >> place & 1]
        there = False
        for turn, differences in enumerate(turns):
            if any(row >> place & 1 for row in differences.values()):
                before = tuple(sorted([*began, *["b"] * there]))
                there = not there
                after = tuple(sorted([*began, *["b"] * there]))
                assert lists.around("kinds", place, turn) == (before, after)


def test_what_is_kept_is_worked_out_once_and_not_for_ever() -> None:
    """By identity: what only says the same is another thing."""
    asked: list[list[int]] = []

    def work(one: list[int]) -> int:
        asked.append(one)
        return len(one)

    kept, things = Kept(work, most=2), [[1], [1], [2, 3]]
    assert [kept(one) for one in (*things[:2], *things[:2])] == [1, 1, 1, 1]
    assert len(asked) == 2
    assert [kept(one) for one in things] == [1, 1, 2]
    assert len(asked) == 3


def test_a_text_is_read_with_the_names_that_stand_in_it() -> None:
    """Nothing is misread where abilities name objects; an ability that names another one is."""
    book = shipped_rulebook("sorcery-2026-01")
    edges = [(one, one % 70 + 1) for one in range(1, 71)]
    facts = solve(silence_graph(70, edges, range(1, 71), book)).facts
    assert len(facts.texts) > TOGETHER
    assert not list(misread(facts))
    one, other, *_ = facts.texts
    wrong = {**facts.texts, one: facts.texts[other], other: facts.texts[one]}
    assert sorted(misread(replace(facts, texts=wrong))) == sorted((one, other))
