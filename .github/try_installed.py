"""Uses an installed Layerlaw as a person would, in a folder with blanks and foreign letters."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BOARD = """\
title: Zwei Könige (二王)
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
expect:
  - controller of K2 is you
"""
# A byte order mark and Windows' line ends, as its editors write them.
RAW = b"\xef\xbb\xbf" + BOARD.replace("\n", "\r\n").encode("utf-8")

ENGINE = """\
import json, sys
kings = sum("King" in str(event) for event in json.load(sys.stdin)["play"])
print(json.dumps({"F": {"power": 1 + min(kings, 1)}}))
"""

MODULE = [sys.executable, "-m", "layerlaw"]


def run(command, *arguments, folder, code=0):
    """Run it there; the bytes that it printed. Ends everything where its exit code is another."""
    done = subprocess.run([*command, *arguments], cwd=folder, capture_output=True, timeout=300)
    errors = done.stderr.decode("utf-8", "backslashreplace")
    if done.returncode != code or "Traceback" in errors:
        printed = done.stdout.decode("utf-8", "backslashreplace")
        sys.exit(f"{arguments} ended with {done.returncode}:\n{printed}\n{errors}")
    print("ok:", *arguments)
    return done.stdout


def main():
    """Every step; what goes wrong ends it with a message."""
    # A terminal, or the record of a CI run, that lacks a letter is no reason to fail.
    sys.stdout.reconfigure(errors="backslashreplace")
    script = shutil.which("layerlaw", path=os.pathsep.join((os.environ["PATH"], _scripts())))
    if script is None:
        sys.exit("there is no command `layerlaw`")
    print(f"{sys.platform}, Python {sys.version.split()[0]}, {script}")
    with tempfile.TemporaryDirectory(prefix="Spiel sätze 王 ", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "zwei könige.scenario.yaml").write_bytes(RAW)
        (folder / "my engine.py").write_text(ENGINE, encoding="utf-8")
        file = "zwei könige.scenario.yaml"
        for command in ([script], MODULE):
            run(command, "--version", folder=folder)
            printed = run(command, "solve", file, "--json", folder=folder)
            document = json.loads(printed)
            assert document["title"] == "Zwei Könige (二王)", document["title"]
            assert document["objects"]["K2"]["controller"] == "you"
        run([script], "solve", str(folder / file), "--html", "seite ö.html", folder=folder)
        page = (folder / "seite ö.html").read_bytes().decode("utf-8")
        assert "Zwei Könige" in page
        assert "\r" not in page
        run([script], "why", file, "K2.controller", folder=folder)
        run([script], "check", ".", folder=folder)
        run([script], "new", "neu ü.scenario.yaml", folder=folder)
        run([script], "check", "neu ü.scenario.yaml", folder=folder)
        run([script], "format", file, "--write", folder=folder)
        assert b"\r" not in (folder / file).read_bytes()
        run([script], "sweep", ".", "--workers", "2", "--results", "erg ö.jsonl", folder=folder)
        engine = f'"{sys.executable}" "{folder / "my engine.py"}"'
        run([script], "shrink", file, "--engine", engine, "--out", "klein ö.yaml", folder=folder)
        run([script], "check", "klein ö.yaml", folder=folder)
        run([script], "solve", "gibt es nicht.yaml", folder=folder, code=2)
    print("all of it works here")


def _scripts():
    return str(Path(sys.executable).parent)


if __name__ == "__main__":
    main()
