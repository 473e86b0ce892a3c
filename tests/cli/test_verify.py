"""`layerlaw verify`: exit codes, what is refuted first, and bad input in one message."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from layerlaw.model import shipped_scenarios

if TYPE_CHECKING:
    from conftest import Run

KINGS = str(next(p for p in shipped_scenarios() if p.name.startswith("two-kings.")))


@pytest.fixture
def kings(run: Run, tmp_path: Path) -> Path:
    """The certificate of two Kings, in a file."""
    file = tmp_path / "kings.json"
    ran = run("solve", KINGS, "--certificate", str(file))
    assert ran.code == 0
    assert ran.out.endswith(f"The certificate is in {file}\n")
    return file


def test_what_is_tampered_with_is_refuted(run: Run, kings: Path) -> None:
    """Exit code 1, and the first claim that fails with its event and clause."""
    kings.write_text(kings.read_text().replace('"power": 4', '"power": 5', 1))
    ran = run("verify", str(kings))
    assert ran.code == 1
    assert "Certificate: REFUTED" in ran.out
    assert "after event 4, STRUCTURE: power of K1 is 4 at the end, and not 5" in ran.out
    document = json.loads(run("verify", str(kings), "--json").out)
    assert (document["kind"], document["outcome"]) == ("verification", "refuted")
    assert document["failed"][0] == {
        "event": 4,
        "clause": "STRUCTURE",
        "layer": "",
        "message": "power of K1 is 4 at the end, and not 5",
    }


def test_bad_input_is_one_message(run: Run, kings: Path, tmp_path: Path) -> None:
    """A file that was cut off, one that is none, another kind of file, too large a file."""
    cut = tmp_path / "cut.json"
    cut.write_text(kings.read_text()[:2000])
    large = tmp_path / "large.json"
    with large.open("wb") as opened:
        opened.truncate(100_000_000)
    for file, said in (
        (cut, "it may have been cut off: write it again"),
        (tmp_path / "nowhere.json", "cannot be read: No such file"),
        (tmp_path, "cannot be read"),
        (Path(KINGS), "no JSON"),
        (large, "the file is larger than 50 MB"),
    ):
        ran = run("verify", str(file))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"{file}:") and said in ran.err
        assert "expected: " in ran.err


def test_another_rulebook_is_bad_input(run: Run, kings: Path) -> None:
    """One of another id, and one that the installed version does not have like that."""
    ran = run("verify", str(kings), "--rulebook", "sorcery-2026-05")
    assert ran.code == 2
    assert "is under 'sorcery-2026-01', and the rulebook given is 'sorcery-2026-05'" in ran.err
    assert "name the file of 'sorcery-2026-01' with --rulebook FILE" in ran.err
    text = kings.read_text()
    kings.write_text(text.replace('"id": "sorcery-2026-01"', '"id": "sorcery-2026-O1"'))
    ran = run("verify", str(kings))
    assert ran.code == 2
    assert "did you mean 'sorcery-2026-01'?" in ran.err
    assert "name the file of that rulebook with --rulebook FILE" in ran.err
    digest = json.loads(text)["rulebook"]["digest"]
    kings.write_text(text.replace(digest, digest[::-1]))
    ran = run("verify", str(kings))
    assert ran.code == 2
    assert f"its digest is {digest}, and not {digest[::-1]}" in ran.err


def test_only_certificates_are_written_over(run: Run, kings: Path, tmp_path: Path) -> None:
    """A certificate of before is replaced, somebody's work is not."""
    assert run("solve", KINGS, "--certificate", str(kings)).code == 0
    work = tmp_path / "work.json"
    work.write_text("{}")
    ran = run("solve", KINGS, "--certificate", str(work))
    assert ran.code == 2
    assert "was not written by --certificate" in ran.err
    assert work.read_text() == "{}"


def test_a_certificate_is_of_one_answer(run: Run, tmp_path: Path) -> None:
    """Not of several rulebooks, of all readings, or of every event."""
    for more in (("--rulebook", "sorcery-2026-01,sorcery-2026-05"), ("--readings",), ("--each",)):
        ran = run("solve", KINGS, "--certificate", str(tmp_path / "kings.json"), *more)
        assert ran.code == 2
        assert not [*tmp_path.iterdir()]


def test_the_rulebook_of_ones_own_has_to_be_named(run: Run, tmp_path: Path) -> None:
    """The message says how; its file, as a path without an id, is enough."""
    guild = Path(__file__).parents[1] / "names"
    file = tmp_path / "tool.json"
    assert run("solve", str(guild / "guild.scenario.yaml"), "--certificate", str(file)).code == 0
    ran = run("verify", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"{file}: the certificate is under 'guild', which is not shipped: "
        "name the file of that rulebook with --rulebook FILE\n"
    )
    assert run("verify", str(file), "--rulebook", str(guild / "guild.rulebook.yaml")).code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of Unix")
def test_a_pipe_is_no_certificate(run: Run, tmp_path: Path) -> None:
    """Nobody writes into it, so that reading would never end."""
    os.mkfifo(tmp_path / "pipe")
    ran = run("verify", str(tmp_path / "pipe"))
    assert ran.code == 2 and "this is no ordinary file" in ran.err
