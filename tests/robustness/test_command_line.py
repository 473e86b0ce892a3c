"""Any words after `layerlaw` lead to an answer or to a short message, never to a traceback."""

from __future__ import annotations

import io
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from layerlaw.model import shipped_scenarios
from layerlaw.solver.shell.cli import main

EXAMPLES = int(os.environ.get("LAYERLAW_EXAMPLES", "25"))
KINGS = str(next(p for p in shipped_scenarios() if p.name.startswith("two-kings.")))
COMMANDS = "solve why may orders what-if check card rulebook scenarios notation"
OPTIONS = (
    "--json --no-color --each --readings --strict --no-certificate --timestamps-only --verbose "
    "--help --version --cross-check --shipped=1 --limit --limit=1 --limit=-1 --limit=1e9 "
    "--rulebook --rulebook=x --rulebook=sorcery-2026-01,duel-masters-1.28-en --rulebook=./x.yaml "
    "--reading=SORC-OPEN-TEST=result --reading=x --reading== --without=K1.2 --without= "
    "--swap=K1,K2 --swap=K1 --order=K2,K1 --order=K2,K2 --timeout=60 --timeout=-1 --timeout=inf "
    "--memory=9000 --memory=x --memory=99999999999999999999"
)
WORDS = (
    *(KINGS, KINGS, "missing.yaml", str(Path(KINGS).parents[3] / "README.md"), "/dev/null", "."),
    *("K2.controller", "K2.", ".", "F", "attack", "K1", "be", "you", "cast", "King of the Realm"),
    *(
        "sorcery-2026-01",
        "",
        "--",
        "-",
        "\x1b[2J",
        "\udcff",
        "a\0b",
        "\u202e",
        "9" * 5000,
        "-" * 99,
    ),
)


@given(
    st.sampled_from(COMMANDS.split()),
    st.lists(st.sampled_from(WORDS) | st.sampled_from(OPTIONS.split()), max_size=5),
)
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_any_words_after_the_command(command: str, words: list[str]) -> None:
    """The exit code is 0, 1 or 2, and with 2 something is said that does nothing to a terminal."""
    # All that is shipped takes a minute.
    words = [word for word in words if (command, word) != ("check", ".")]
    out, told = io.StringIO(), io.StringIO()
    code: object = None
    with redirect_stdout(out), redirect_stderr(told):
        try:
            main([command, *words])
        except SystemExit as end:
            code = end.code
    assert code in (0, 1, 2)
    assert (code == 2) <= bool(told.getvalue().strip() or out.getvalue().strip())
    assert "Traceback" not in told.getvalue()
    assert "\x1b[2J" not in told.getvalue() + out.getvalue()
    assert len(told.getvalue()) < 20_000
