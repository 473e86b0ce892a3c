"""`layerlaw serve`: what it says instead of starting, and that it listens on this machine alone."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from layerlaw.solver.shell.cli.main import main
from layerlaw.solver.shell.serve.run import listening_socket, server
from layerlaw.solver.shell.serve.shelf import STARTER, Start, start_of

if TYPE_CHECKING:
    from pathlib import Path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says on standard error as it ends with exit code 2."""
    with pytest.raises(SystemExit) as end:
        main(["serve", "--no-browser", *arguments])
    assert end.value.code == 2
    out, errors = capsys.readouterr()
    assert out == "" and "Traceback" not in errors
    return errors


def test_a_port_that_is_taken_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody else's port is taken over, and the message says what to do."""
    with listening_socket(0) as there:
        host, port = there.getsockname()
        assert host == "127.0.0.1"
        message = said(capsys, "--port", str(port))
    assert f"port {port} can't be used" in message and "--port 0" in message


def test_without_its_libraries_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The extra is named as one has to type it."""
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert 'pip install "layerlaw[serve]"' in said(capsys, "--port", "0")


def test_a_file_that_cannot_be_read_is_said_to_be_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What is not there, no text, or too large does not start the explorer."""
    for name, content, message in (
        ("none.yaml", None, "there is no such file"),
        ("bad.yaml", b"\xff\xfe", "the file is not UTF-8"),
        ("big.yaml", b"#" * 300_000, "too large for the explorer"),
    ):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        assert message in said(capsys, str(tmp_path / name), "--port", "0")
    assert "this is a folder" in said(capsys, str(tmp_path), "--port", "0")


def test_a_file_is_read_once_with_the_rulebook_that_it_names(tmp_path: Path) -> None:
    """The text is taken as it is, mistakes and all, and a rulebook file beside it comes along."""
    file = tmp_path / "a.scenario.yaml"
    file.write_bytes("\ufefftitle: Käse\r\nrulebook: ./b.yaml\r\n".encode())
    text = "title: Käse\nrulebook: ./b.yaml\n"
    assert start_of(file) == Start(text, "a.scenario.yaml", "")
    (tmp_path / "b.yaml").write_text("rulebook: b\n", encoding="utf-8")
    assert start_of(file) == Start(text, "a.scenario.yaml", "rulebook: b\n")
    file.write_text("title: [", encoding="utf-8")
    assert start_of(file).text == "title: ["
    assert start_of(None).text == STARTER


def test_the_server_writes_no_log_and_trusts_no_proxy() -> None:
    """The address that people see is all that is printed, and no header can change who asks."""
    config = server(1, start_of(None)).config
    assert not config.access_log and not config.proxy_headers and not config.server_header
    assert config.limit_concurrency is not None and config.ws == "none"
