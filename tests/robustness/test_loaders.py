"""Whatever stands in a file or in a line of notation, it loads or is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from layerlaw.model.errors import BadInput, plain
from layerlaw.model.files.yaml_text import (
    LONGEST_TEXT,
    MOST_PROBLEMS,
    Problems,
    Scalar,
    parse,
    read,
)
from layerlaw.model.notation.bounds import MOST_PARTS
from layerlaw.model.rulebooks.files import MOST_ENTRIES
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.scenarios.load import loads_scenario
from robustness.law import KINDS, LOADERS, PARSERS, keeps_the_law, seeds
from robustness.mangling import ODD, mangled

HEAD = "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
SEEDS = {kind: seeds(kind) for kind in KINDS}
KEYS = """title rulebook players active play expect also cards readings because order you together
is power has resolves leave move turn damage attach"""
QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
NODES = st.recursive(
    st.sampled_from(ODD) | st.text(max_size=6) | st.sampled_from(["1", "F", "you", "minion"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS.split()),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(min_value=0, max_value=2**32))
@settings(QUICK, max_examples=20)
def test_what_is_spoilt_loads_or_is_refused(kind: str, seed: int) -> None:
    """A shipped text, spoilt in its tree, its lines or its letters, keeps the law."""
    random = Random(seed)
    # The small rulebooks of these tests are quicker to spoil than the shipped ones.
    texts = SEEDS[kind][:3] if kind == "rulebook" else SEEDS[kind]
    keeps_the_law(kind, mangled(random.choice(texts), texts, random))


@given(st.sampled_from(tuple(LOADERS)), NODES)
@settings(QUICK, max_examples=60)
def test_any_tree_loads_or_is_refused(kind: str, tree: object) -> None:
    """Keys of scenarios and cards with anything behind them, in any shape."""
    # JSON is YAML, and written faster than by PyYAML.
    keeps_the_law(kind, json.dumps(tree, ensure_ascii=False))


@given(st.sampled_from(KINDS), st.binary(max_size=60))
@settings(QUICK, max_examples=60)
def test_any_bytes_load_or_are_refused(kind: str, data: bytes) -> None:
    """Bytes that mean nothing."""
    keeps_the_law(kind, data.decode("utf-8", "replace"))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("condition", "(" * 10_000 + "self is underground" + ")" * 10_000),
        ("condition", "(" * 900 + "self is underground" + ")" * 900),
        ("condition", "not " * 10_000 + "self is underground"),
        ("condition", "not " * 400 + "self is underground"),
        ("condition", " and ".join(["self is underground"] * 10_000)),
        ("value", "(" * 900 + "1" + ")" * 900),
        ("value", "9 * " * 400 + "9"),
        ("ability", "self: " + "gain [self: " * 150 + "gain Airborne" + "]" * 150),
        ("selector", "minions " + "that are not " * 150 + "sites"),
        ("axiom", "not (" * 380 + "x older than y" + ")" * 380),
        ("facts", ", ".join(["A before B"] * 100_000)),
        ("event", "A" * 1_000_000),
        ("scenario", "[" * 100_000),
        ("scenario", "- " * 100_000 + "x"),
        ("scenario", "? " * 100_000),
        ("scenario", f"{HEAD}play:\n- you: Foot Soldier as F at {'9' * 5000}"),
        ("scenario", f"{HEAD}play:\n- you: 'a{' ' * 200_000}'"),
        ("scenario", "&a [*a]"),
        ("scenario", "a: &x {b: 1}\nc:\n  <<: *x\n"),
        ("scenario", "title: !!python/object/apply:os.system [x]"),
        ("scenario", "a: 1\n" * 5000),
        ("cards", "".join(f"k{i}: x\n" for i in range(5000))),
    ],
    ids=range(22),
)
def test_what_is_deep_or_long_is_refused(kind: str, text: str) -> None:
    """Nesting, length and repetition have bounds, and the refusal is short."""
    keeps_the_law(kind, text)
    with pytest.raises(Exception) as caught:
        (PARSERS.get(kind) or LOADERS.get(kind) or PARSERS["expectation"])(text)
    assert len(str(caught.value)) < 30_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: " + "b" * (LONGEST_TEXT + 1), f"a text of more than {LONGEST_TEXT} characters"),
        ('a: "\\e[2J"', "the character U+001B is not read here"),
        ('a: "\\u202eb"', "the character U+202E is not read here"),
        ("a: b\u2066c", "the character U+2066 is not read here"),
    ],
)
def test_bounds_of_a_file(text: str, message: str) -> None:
    """The number of nodes, the length of a text, and characters that hide others."""
    with pytest.raises(BadInput, match=message.replace("+", r"\+")):
        parse(text)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        *((name, "a: b") for name in ("utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-le")),
        *(("latin-1", "a: ä"), ("shift-jis", "a: 日本"), ("cp1252", "a: €"), ("utf-16", "")),
    ],
)
def test_other_encodings_are_refused(encoding: str, text: str, tmp_path: Path) -> None:
    """A file is UTF-8, with a mark before it or without; nothing else is guessed."""
    path = tmp_path / "file.yaml"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(BadInput, match=r"not UTF-8|a NUL character"):
        read(path)


def test_a_file_has_no_more_than_so_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts, lists and mappings count, whatever they are in."""
    monkeypatch.setattr("layerlaw.model.files.yaml_text.MOST_NODES", 4)
    parse("{a: [b]}")
    with pytest.raises(BadInput, match="more than 4 texts, lists and mappings"):
        parse("{a: [b, c]}")


def test_what_is_missing_at_the_end_is_missing_behind_the_last_letter() -> None:
    """A file that stops in the middle is refused inside of the file (found by atheris)."""
    with pytest.raises(BadInput) as caught:
        parse("a: [1, 2\n")
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == (2, 1)
    with pytest.raises(BadInput) as caught:
        parse("a: [1, 2")
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == (1, 9)


def test_a_message_does_nothing_to_the_terminal() -> None:
    """Control characters are named, and a word of a thousand letters is cut (found by atheris)."""
    assert plain("a\x1b[2J\u202e\tb\nc") == "a\\u001b[2J\\u202e b\nc"
    assert len(plain("a" * 10**6)) < 3000
    with pytest.raises(BadInput) as caught:
        loads_scenario(f"{HEAD}play: []\n\u00adx\u00ad: 1")
    assert "\u00ad" not in str(caught.value)


def test_after_a_hundred_problems_a_file_is_read_no_further() -> None:
    """Nobody reads more, and finding them takes time."""
    problems = Problems("f", ("x",))
    for _ in range(MOST_PROBLEMS):
        problems.add(Scalar("x", 1, 1), "bad")
    with pytest.raises(BadInput) as caught:
        problems.add(Scalar("x", 1, 1), "bad")
    assert caught.value.problems[-1].message.startswith("there are more problems")


@pytest.mark.parametrize(
    ("key", "first", "line"),
    [
        ("nouns", "n0: minions", "n{}: n{} nearby n{}"),
        (
            "keywords",
            'K0: {{clause: SORC-DEP-3, does: "minions: power += 1"}}',
            'K{}: {{clause: SORC-DEP-3, does: "minions: gain K{}; sites: gain K{}"}}',
        ),
    ],
)
def test_words_made_of_words_do_not_explode(key: str, first: str, line: str) -> None:
    """Forty nouns or keywords, each made of the one before twice, are refused at the first few."""
    lines = [first.format(), *(line.format(n, n - 1, n - 1) for n in range(1, 40))]
    text = f"rulebook: x\nbased on: sorcery-2026-01\n{key}:\n " + "\n ".join(lines)
    with pytest.raises(BadInput, match=f"more than {MOST_PARTS} parts"):
        loads_rulebook(text)


def test_a_rulebook_and_a_table_have_bounds() -> None:
    """Thousands of clauses or players are refused with the bound."""
    many = "\n".join(f"- {{id: C{n}, place: p, says: s}}" for n in range(MOST_ENTRIES + 1))
    with pytest.raises(BadInput, match=r"more than \d+ entries under 'clauses'"):
        loads_rulebook(f"rulebook: x\nbased on: sorcery-2026-01\nclauses:\n{many}")
    players = ", ".join(f"p{n}" for n in range(101))
    with pytest.raises(BadInput, match="more than 100 players"):
        loads_scenario(f"title: T\nrulebook: sorcery-2026-01\nplayers: [{players}]\nplay: []")
