"""Executes every notebook of a folder from top to bottom and writes nothing back."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError


def execute(path: Path) -> bool:
    """Run one notebook in its own folder; say whether every cell succeeded."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        print(f"{path}: FAILED\n{error}")
        return False
    print(f"{path}: ok")
    return True


def main(folder: str) -> int:
    """Execute them all, also after a failure; the exit status is 1 if any failed."""
    paths = sorted(Path(folder).glob("*.ipynb"))
    if not paths:
        print(f"no notebooks in {folder}")
    failed = [path for path in paths if not execute(path)]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
