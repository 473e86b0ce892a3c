"""Writes the documentation as a site to open in a browser: `python docs/website.py build/docs`."""

import sys
from pathlib import Path

import reference
from sphinx.cmd.build import build_main

ROOT = Path(__file__).parent.parent


def write(folder: Path) -> int:
    """Every page as HTML with a search, and below `reference` the API; 0, or what Sphinx returns.

    A link that leads nowhere, and whatever else Sphinx warns of, is an error.
    """
    outcome = build_main(
        ["-q", "-W", "--keep-going", "-c", str(ROOT / "docs"), str(ROOT), str(folder)]
    )
    if outcome == 0:
        reference.write(folder / "reference")
    return outcome


if __name__ == "__main__":
    sys.exit(write(Path(sys.argv[1])))
