"""Records what the commands print now: `python tests/pins/record.py [NAME...]`.

Without names every pin is recorded again, with names those that contain one of them. `--show NAME`
prints the text behind a digest, and `--save DIR` writes the texts into files; two checkouts can so
be compared with `diff`.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

if __name__ == "__main__":
    # The folder of this script is on the path; shared test code is imported from the one above.
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from pins.command import DIGITS, digest_of, text_of
from pins.recorded import pins

RECORD = Path(__file__).with_name("record.txt")


def load() -> dict[str, str]:
    """The digest that stands in the record for each command."""
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    return {line[DIGITS + 2 :]: line[:DIGITS] for line in lines}


def _main() -> None:
    parser = argparse.ArgumentParser(description="Record what the commands print.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only commands that contain this")
    parser.add_argument("--show", metavar="NAME", help="print the text of this command")
    parser.add_argument("--save", metavar="DIR", type=Path, help="write texts into this folder")
    arguments = parser.parse_args()
    if arguments.show is not None:
        sys.stdout.write(text_of(arguments.show))
        return
    commands = [pin.command for pin in pins()]
    chosen = [c for c in commands if not arguments.names or any(n in c for n in arguments.names)]
    if arguments.save is not None:
        _save(chosen, arguments.save)
    else:
        _record(commands, chosen)


def _save(chosen: list[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for command in chosen:
        name = re.sub(r"[^A-Za-z0-9.=-]+", "_", command)[:200] + ".txt"
        (folder / name).write_text(text_of(command), encoding="utf-8")
    print(f"{len(chosen)} texts in {folder}")


def _record(commands: list[str], chosen: list[str]) -> None:
    before = load() if RECORD.exists() else {}
    after = before | {command: digest_of(text_of(command)) for command in chosen}
    # What is no longer a pin goes.
    lines = [f"{after[command]}  {command}\n" for command in commands if command in after]
    RECORD.write_text("".join(lines), encoding="utf-8")
    for command in chosen:
        if before.get(command) != after[command]:
            print("changed:" if command in before else "new:", command)
    print(f"{len(chosen)} of {len(commands)} pins recorded in {RECORD.name}")


if __name__ == "__main__":
    _main()
