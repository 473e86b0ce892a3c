"""`layerlaw format` prints one form for one meaning and leaves comments where they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.files.yaml_text import parse
from layerlaw.model.places import shipped_folder
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.solver.shell.authoring.formatting import formatted, kind_of, meaning

Run = Callable[..., Any]
BOOK = "sorcery-2026-01"

MESSY = f"""# The file's own words.

expect: [ power of K  is 3,   "K is a mortal", 'layer  control:  no loops' ]
# Who plays.
players: ["you", 'me']    # two of them
title:   "A messy file"
# Whose rules.
rulebook: {BOOK}
play:
- you:   King  of the Realm as K at 8
# the soldier
- me: 'Foot Soldier as F at 3'
- leave: F to cemetery

- {{expect: [F is in cemetery, {{xfail: F has Airborne, reason: not yet}}]}}
cards:
    Long One:
        has:
        - the mortals nearby: power *= 2, gain "Airborne"
        - as long as: "self is underground"
          each other minion: [silenced]
        power: "3"
        is:
        - minion
        - beast
because:
  - SORC-LAYER-3
also:
  - expect: [controller of K is you]
    readings: {{SORC-OPEN-LOOP: mutual-pairs}}
"""
TIDY = f"""# The file's own words.

title: A messy file
# Whose rules.
rulebook: {BOOK}
because: [SORC-LAYER-3]
# Who plays.
players: [you, me]        # two of them
cards:
  Long One:
    is: [minion, beast]
    power: "3"
    has:
      - nearby mortals: double power, gain Airborne
      - as long as: self is underground
        other minions: [silenced]
play:
  - you: King of the Realm as K at 8
  # the soldier
  - me: Foot Soldier as F at 3
  - leave: F

  - {{expect: [F is in cemetery, {{xfail: F has Airborne, reason: not yet}}]}}
expect: [power of K is 3, K is a mortal, "layer control: no loops"]
also:
  - readings: {{SORC-OPEN-LOOP: mutual-pairs}}
    expect: [controller of K is you]
"""


def test_a_messy_file_becomes_tidy_and_stays_so(tmp_path: Path) -> None:
    """Keys in order, canonical words, few quotes; a second time nothing changes."""
    file = tmp_path / "a.scenario.yaml"
    file.write_text(MESSY, encoding="utf-8")
    new = formatted(file)
    assert new == TIDY
    file.write_text(new, encoding="utf-8")
    assert formatted(file) == new


def test_the_meaning_is_what_is_loaded_but_for_its_places() -> None:
    """Two texts with one meaning are equal in it; another number is another meaning."""
    one, other = loads_scenario(MESSY), loads_scenario(TIDY)
    assert meaning(one) == meaning(other)
    assert meaning(one) != meaning(
        loads_scenario(TIDY.replace("power of K is 3", "power of K is 4"))
    )
    assert meaning(one) != meaning(loads_scenario(TIDY.replace("at 8", "at 9")))
    assert meaning(one) != meaning(loads_scenario(TIDY.replace("not yet", "never")))


SAMPLE = (
    "scenarios/sorcery/king-of-the-realm.scenario.yaml",
    "scenarios/duel-masters/flesh-to-spirit-destroyed.scenario.yaml",
    "scenarios/grand-archive/condition-at-checks.scenario.yaml",
    "rulebooks/grand-archive-zh.yaml",
    "rulebooks/duel-masters-1.28-ja.yaml",
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", SAMPLE)
def test_shipped_files_keep_meaning_and_comments(name: str, tmp_path: Path) -> None:
    """Of shipped files, the same comments come out, and formatting twice is formatting once."""
    file = shipped_folder() / name
    new = formatted(file)
    old = file.read_text(encoding="utf-8")

    def comments(text: str) -> list[str]:
        return sorted(line.strip() for line in text.split("\n") if line.lstrip().startswith("#"))

    assert comments(new) == comments(old)
    copy = tmp_path / file.name
    copy.write_text(new, encoding="utf-8")
    assert formatted(copy) == new


def test_cards_are_read_in_the_words_of_a_rulebook(tmp_path: Path) -> None:
    """A file of cards is formatted under the rulebook named, or the first it fits."""
    file = tmp_path / "cards.yaml"
    file.write_text("A:\n    power: 1\n    is: minion\n    has: all minions: power+=1\n", "utf-8")
    with pytest.raises(BadInput, match="mapping values"):
        formatted(file)
    file.write_text("A:\n    power: 1\n    is: minion\n    has: 'all minions: power+=1'\n", "utf-8")
    tidy = 'A:\n  is: minion\n  power: 1\n  has: "minions: power += 1"\n'
    assert formatted(file) == tidy == formatted(file, BOOK)
    with pytest.raises(BadInput, match="unknown type 'minion'"):
        formatted(file, "grand-archive-zh")


def test_long_lists_stand_one_below_the_other(tmp_path: Path) -> None:
    """What does not fit in a line of 100 characters is broken, a text that was folded is again."""
    words = ", ".join(f"a-long-word-{number}" for number in range(9))
    long = " or ".join(["minions nearby"] * 9)
    text = (
        f"rulebook: mine\nbased on: {BOOK}\ntitle: T\nversion: v\n"
        f"characteristics: {{luck: {{kind: set, words: [{words}]}}}}\n"
        f"nouns:\n  lucky: >-\n    {long}\n"
    )
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    new = formatted(file)
    assert max(map(len, new.split("\n"))) <= 100
    assert "      - a-long-word-0\n" in new and "lucky: >-\n" in new
    file.write_text(new, encoding="utf-8")
    assert formatted(file) == new


def test_rulebooks_beside_a_file_are_found(tmp_path: Path) -> None:
    """A rulebook based on another file is formatted without anything being written beside it."""
    (tmp_path / "base.yaml").write_text(f"rulebook: b\nbased on: {BOOK}\n", encoding="utf-8")
    mine = tmp_path / "mine.yaml"
    mine.write_text('title: "T"\nbased on: "./base.yaml"\nrulebook: m\n', encoding="utf-8")
    assert formatted(mine) == 'rulebook: m\nbased on: "./base.yaml"\ntitle: T\n'
    assert len([*tmp_path.iterdir()]) == 2


def test_check_diff_and_write(run: Run, tmp_path: Path) -> None:
    """--check names files and exits with 1, --diff shows what changes, --write puts it there."""
    file = tmp_path / "a.scenario.yaml"
    file.write_bytes(
        TIDY.replace("title: A messy file", 'title: "A messy file"').replace("\n", "\r\n").encode()
    )
    ran = run("format", "--check", "--diff", str(tmp_path))
    assert ran.code == 1
    assert "+title: A messy file" in ran.out and "1 file, 1 would change" in ran.out
    assert run("format", "--write", str(file)).code == 0
    assert file.read_bytes() == TIDY.encode()
    assert run("format", "--check", str(file)).code == 0
    assert run("format", str(file)).out == TIDY
    assert load_scenario(file).title == "A messy file"


def test_a_file_with_mistakes_is_told_of_and_left_alone(run: Run, tmp_path: Path) -> None:
    """The loader's message with its place, exit code 2, and the others are still done."""
    bad, good = tmp_path / "bad.scenario.yaml", tmp_path / "good.scenario.yaml"
    bad.write_text("title: t\nplay: []\n", encoding="utf-8")
    good.write_text(MESSY, encoding="utf-8")
    ran = run("format", "--write", str(bad), str(good))
    assert ran.code == 2
    assert "a scenario needs the key 'rulebook'" in ran.err
    assert bad.read_text("utf-8") == "title: t\nplay: []\n"
    assert good.read_text("utf-8") == TIDY
    assert run("format", str(bad), str(good)).code == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("title: t\nplay: []\n", "scenario"),
        ("rulebook: r\ntitle: t\n", "rulebook"),
        ("based on: r\n", "rulebook"),
        ("King: {is: minion}\n", "cards"),
    ],
)
def test_the_keys_tell_what_a_file_holds(text: str, kind: str) -> None:
    """No option is needed to say whether it is a scenario, cards or a rulebook."""
    assert kind_of(parse(text, "x.yaml")) == kind


def test_no_comment_is_lost(tmp_path: Path) -> None:
    """A comment inside brackets would get lost: that is said instead of done."""
    file = tmp_path / "a.scenario.yaml"
    file.write_text(
        f"title: t\nrulebook: {BOOK}\nplayers: [you, # one\n  me]\nplay: []\n", encoding="utf-8"
    )
    with pytest.raises(LayerlawError, match="the comment '# one' would be lost"):
        formatted(file)


ODD = (
    "play:\nexpect:\nalso:\n",
    "play: # here\n  # and here\n  - you: # why\n      Foot Soldier as F at 3\n",
    "? play\n: - you: Foot Soldier as F at 3\n",
    "play: []\ncards: {'<<': {is: minion}, '=': {is: minion, has: }}\n",
    "play: [you: X as F at 3]\ncards:\n  X:\n    is: minion\n    has:\n"
    "      - all minions: silenced\n        minions: power += 1\n",
    "play: [you: Foot Soldier as F at 3, me: X as X at 4]\ncards:\n  X:\n    has:\n"
    '      - "F": silenced\n      - "minions you control": silenced\n    is: minion\n',
    "play:\n  - you: >-\n      Foot Soldier\n      as F at 8 underground\n\n\n\n# end\n",
)


@pytest.mark.parametrize("rest", ODD)
def test_odd_yaml_keeps_its_meaning(rest: str, tmp_path: Path) -> None:
    """Empty values, comments at keys, explicit keys, merge signs, selectors that mean the same."""
    file = tmp_path / "a.scenario.yaml"
    file.write_text(f"title: t\nrulebook: {BOOK}\nplayers: [you, me]\n{rest}", encoding="utf-8")
    before, new = load_scenario(file), formatted(file)
    file.write_text(new, encoding="utf-8")
    assert meaning(load_scenario(file)) == meaning(before)
    assert formatted(file) == new
    assert ("underground" in new) == ("underground" in rest)


def test_a_file_in_brackets_is_unfolded(tmp_path: Path) -> None:
    """What stood in braces as a whole stands in lines, with its keys in order, in one go."""
    file = tmp_path / "a.scenario.yaml"
    file.write_text(
        f"{{play: [turn: you], players: [you], rulebook: {BOOK}, title: t}}\n", encoding="utf-8"
    )
    tidy = f"title: t\nrulebook: {BOOK}\nplayers: [you]\nplay: [turn: you]\n"
    assert formatted(file) == tidy
