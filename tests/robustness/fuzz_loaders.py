"""Feeds every loader what atheris makes of the shipped files, for as long as it is told to.

`python tests/robustness/fuzz_loaders.py -max_total_time=60`: the options are those of libFuzzer, a
folder is a corpus to go on with, and the name of a file loads that file alone. The first letter of
an input says what the rest of it is loaded as (A: the first of `law.KINDS`). `KINDS=scenario,cards`
in the environment looks at these alone. What breaks the law is left in the folder it began in.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import atheris

LONGEST = 60_000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def main() -> int:
    """Fuzz; without a corpus the shipped files are one."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    if any(not argument.startswith("-") for argument in sys.argv[1:]):
        with atheris.instrument_imports(include=["layerlaw.model"]):
            law = import_module("robustness.law")
        fuzz(law, import_module("robustness.mangling"))
    law = import_module("robustness.law")
    # libFuzzer ends its process at once, so that another one has to clear up.
    with tempfile.TemporaryDirectory() as folder:
        for kind in chosen(law):
            for number, text in enumerate(law.seeds(kind)):
                path = Path(folder, f"{kind}{number}")
                path.write_text(LETTERS[law.KINDS.index(kind)] + text, encoding="utf-8")
        return subprocess.run([sys.executable, *sys.argv, folder]).returncode


def chosen(law: ModuleType) -> list[str]:
    """The kinds that are looked at."""
    return os.environ.get("KINDS", ",".join(law.KINDS)).split(",")


def fuzz(law: ModuleType, mangling: ModuleType) -> None:
    """Never comes back."""
    kinds = chosen(law)
    letters = dict(zip(LETTERS, law.KINDS, strict=False))
    seeds = {kind: law.seeds(kind) for kind in law.KINDS}

    def parts(data: bytes) -> tuple[str, str]:
        """What the rest is loaded as, and the rest; bytes that are no UTF-8 become others."""
        text = data.decode("utf-8", "replace")
        kind = letters.get(text[:1], kinds[0])
        return kind if kind in kinds else kinds[0], text[1:]

    def one(data: bytes) -> None:
        law.keeps_the_law(*parts(data))

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.3:
            return bytes(atheris.Mutate(data, longest))
        kind, text = parts(data)
        if random.random() < 0.02:
            kind = random.choice(kinds)
            text = random.choice(seeds[kind])
        text = mangling.mangled(text, seeds[kind], random)
        letter = LETTERS[law.KINDS.index(kind)]
        # A cut in the middle of a letter leaves bytes that are no UTF-8, which is as good.
        return f"{letter}{text}".encode("utf-8", "replace")[:longest]

    options = [f"-max_len={LONGEST}", "-timeout=20", "-rss_limit_mb=2048"]
    atheris.Setup([sys.argv[0], *options, *sys.argv[1:]], one, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
