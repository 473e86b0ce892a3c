"""Compares a wheel with the source tree: all of model, solver and fixtures, and no more."""

import sys
import zipfile
from pathlib import Path

PACKAGES = ("fixtures", "model", "solver")
# The way in of the command has to stand outside of what takes long to import; the other says why.
ELSEWHERE = {
    "layerlaw/solver/entry/layerlaw_pytest/": "layerlaw_pytest/",
    "layerlaw/solver/entry/": "layerlaw/",
}


def source_files(root: Path) -> set[str]:
    """Every file of the three packages, under the name it has in the wheel."""
    found = {
        f"layerlaw/{path.relative_to(root).as_posix()}"
        for package in PACKAGES
        for path in (root / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for here, there in ELSEWHERE.items():
        found = {name.replace(here, there) for name in found}
    return found


def wheel_files(wheel: Path) -> set[str]:
    """Every file of the wheel except its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    return {name for name in names if not name.split("/")[0].endswith(".dist-info")}


def main(wheel: str) -> int:
    """Name what is missing and what does not belong; the exit status is 1 if anything is."""
    source = source_files(Path(__file__).resolve().parent.parent)
    packed = wheel_files(Path(wheel))
    for name in sorted(source - packed):
        print(f"missing from the wheel: {name} (see [tool.setuptools] in pyproject.toml)")
    for name in sorted(packed - source):
        print(f"does not belong in the wheel: {name}")
    if source == packed:
        print(f"{Path(wheel).name}: all {len(packed)} files of the source, and no others")
    return 0 if source == packed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
