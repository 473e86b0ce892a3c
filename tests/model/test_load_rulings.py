"""Tables of rulings: what the loader takes and refuses, and what a new card list changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from layerlaw.model.cards.card_lists import fingerprint_of, newest_list, published_rulings
from layerlaw.model.cards.load_rulings import load_rulings, shipped_rulings
from layerlaw.model.cards.rulings import Published, drift
from layerlaw.model.errors import BadInput, LayerlawError

TABLE = """\
game: little
source: a list of May
kinds: {cost: what is paid}
words: {omens: counters elsewhere}
rulings:
  Fox:
    - {number: 1, date: 2025-01-02, text: "0123abcd", bears: zone, lacks: omens, says: it goes}
  Hen:
    - {number: 1, date: 2025-01-02, text: "0123abcd", bears: nothing, kind: cost, says: it pays}
    - {number: 2, date: 2025-01-02, text: "aaaaaaaa", bears: zone, scenario: hen, says: it stays}
"""


def _file(folder: Path, text: str) -> Path:
    file = folder / "little.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_table_is_read_as_written(tmp_path: Path) -> None:
    """Each ruling has its card, and either a kind, or a scenario or a word."""
    table = load_rulings(_file(tmp_path, TABLE))
    assert [(one.card, one.number) for one in table.rulings] == [("Fox", 1), ("Hen", 1), ("Hen", 2)]
    assert [one.lacks or one.kind or one.scenario for one in table.rulings] == [
        "omens",
        "cost",
        "hen",
    ]
    assert table.bearing("zone") == (table.rulings[0], table.rulings[2])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("bears: zone, lacks", "bears: zones, lacks", "unknown matter of a ruling 'zones'"),
        ("lacks: omens", "lacks: omen", "unknown word that lacks 'omen'"),
        ("kind: cost", "kind: coast", "unknown kind of ruling 'coast'"),
        ("lacks: omens", "kind: cost", "has a 'scenario' or 'lacks', no 'kind'"),
        ("kind: cost", "scenario: hen", "has a 'kind', no 'scenario', no 'lacks'"),
        ("aaaaaaaa", "0123abcd", "a ruling on Hen stands here twice"),
        ("number: 2", "number: 1", "a ruling on Hen stands here twice"),
        ("number: 2", "number: 0", "numbered from 1"),
        ("aaaaaaaa", "AAAA", "'text' is a fingerprint of eight digits, 0 to f, not 'AAAA'"),
        ("2025-01-02", "2 May", "'date' is a date as 2026-06-29, not '2 May'"),
        ("omens: counters elsewhere", "omens: ", "'omens' needs a few words"),
        ("says: it stays", "sais: it stays", "has no key 'sais'"),
    ],
)
def test_mistakes_are_named_with_their_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    """A word that is not there, a ruling that stands twice or says two things at once."""
    with pytest.raises(BadInput) as caught:
        load_rulings(_file(tmp_path, TABLE.replace(old, new, 1)))
    assert said in str(caught.value)
    assert "little.yaml:" in str(caught.value)


def test_an_unknown_game_is_refused_with_a_suggestion() -> None:
    """The message names what there is."""
    with pytest.raises(LayerlawError, match="did you mean 'grand-archive'"):
        shipped_rulings("grand-archiv")


def test_a_new_list_shows_what_changed(tmp_path: Path) -> None:
    """Another text in its place, one that is gone, one that is new; what only moved is the same."""
    table = load_rulings(_file(tmp_path, TABLE))
    found = drift(
        table,
        [
            Published("Fox", 1, "ffffffff"),
            Published("Hen", 1, "aaaaaaaa"),
            Published("Owl", 1, "0123abcd"),
        ],
    )
    assert [(one.card, one.number) for one in found.changed] == [("Fox", 1)]
    assert [(one.card, one.number) for one in found.gone] == [("Hen", 1)]
    assert found.unsorted == (Published("Owl", 1, "0123abcd"),)
    assert not found.none
    same = [Published(one.card, one.number, one.fingerprint) for one in table.rulings]
    assert drift(table, same).none


def test_a_card_list_is_read_as_fingerprints(tmp_path: Path) -> None:
    """Blanks and line breaks do not count, letters do; the latest list of a folder is taken."""
    cards = [{"name": "Fox", "rulings": [{"description": "It  goes.\n"}]}, {"name": "Hen"}]
    for month in ("2026-05", "2026-11"):
        file = tmp_path / f"little.{month}.json"
        file.write_text(json.dumps({"cards": cards}), encoding="utf-8")
    assert newest_list(tmp_path, "little").name == "little.2026-11.json"
    read = published_rulings(newest_list(tmp_path, "little"))
    assert read == (Published("Fox", 1, fingerprint_of("It goes.")),)
    assert fingerprint_of("It went.") != fingerprint_of("It goes.")
    with pytest.raises(LayerlawError, match="holds no card list called big"):
        newest_list(tmp_path, "big")


@pytest.mark.parametrize(
    "text",
    ["[]", "{", '{"cards": [1]}', '{"cards": [{"name": "Fox", "rulings": [{}]}]}'],
)
def test_what_is_no_card_list_is_refused(tmp_path: Path, text: str) -> None:
    """One message that names the file."""
    with pytest.raises(LayerlawError, match=r"little\.json"):
        published_rulings(_list(tmp_path, text))
    with pytest.raises(LayerlawError, match="can't be read"):
        published_rulings(tmp_path / "none.json")


def _list(folder: Path, text: str) -> Path:
    file = folder / "little.json"
    file.write_text(text, encoding="utf-8")
    return file
