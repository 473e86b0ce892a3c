"""Executes the notebooks of a folder and compares what comes out with what is kept in them.

`--keep` writes it into them instead. Kept are texts, tables and pictures, not whole pages. What
is compared are texts, tables and drawings; of a plot only that there is one, since its bytes are
the plotting library's.
"""

import argparse
import os
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

PLAIN, TABLE, DRAWING, PLOT = "text/plain", "text/markdown", "image/svg+xml", "image/png"
SHOWN = (DRAWING, TABLE, PLOT, PLAIN)
"""What is kept of a cell's outputs: of each the first of these that it has."""


def execute(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run it in its own folder; raises `CellExecutionError` where a cell does not succeed."""
    NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    ).execute()


def kept(cell: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """The outputs of a cell as they are kept: texts in one piece, each picture in one form."""
    found: list[nbformat.NotebookNode] = []
    for output in cell.outputs:
        if output.output_type == "stream":
            if output.name == "stderr":
                continue
            if found and found[-1].output_type == "stream":
                found[-1].text += output.text
            else:
                found.append(nbformat.v4.new_output("stream", name="stdout", text=output.text))
        elif (kind := next((one for one in SHOWN if one in output.data), None)) is not None:
            data = {kind: output.data[kind]}
            if output.output_type == "execute_result":
                count = {"execution_count": cell.execution_count}
                found.append(nbformat.v4.new_output("execute_result", data=data, **count))
            else:
                found.append(nbformat.v4.new_output("display_data", data=data))
    return found


def compared(outputs: list[nbformat.NotebookNode]) -> list[tuple[str, str]]:
    """What of outputs has to be the same: the kind, and all but a plot's content."""
    found = []
    for output in outputs:
        data = {"stream": output.text} if output.output_type == "stream" else output.data
        found += [(kind, "" if kind == PLOT else _one_text(text)) for kind, text in data.items()]
    return found


def _one_text(text: str | list[str]) -> str:
    return (text if isinstance(text, str) else "".join(text)).strip()


def look(path: Path, *, keep: bool) -> bool:
    """Run one notebook; say whether every cell succeeded, and came out as it is kept."""
    started = time.monotonic()
    before = nbformat.read(path, as_version=4)
    notebook = nbformat.read(path, as_version=4)
    try:
        execute(notebook, path.parent)
    except CellExecutionError as error:
        print(f"{path}: FAILED\n{error}")
        return False
    stale = []
    for number, (old, cell) in enumerate(zip(before.cells, notebook.cells, strict=True)):
        if cell.cell_type != "code":
            continue
        cell.outputs = kept(cell)
        cell.metadata.pop("execution", None)
        if compared(old.outputs) != compared(cell.outputs):
            stale.append(number)
    took = f"{time.monotonic() - started:.0f} s"
    if keep:
        notebook.metadata = before.metadata
        part = path.with_name(f"{path.name}.part")
        part.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8", newline="\n")
        os.replace(part, path)
        print(f"{path}: kept, {took}")
        return True
    if stale:
        cells = ", ".join(map(str, stale))
        print(f"{path}: STALE in the cells {cells} (counted from 0): run it with --keep, {took}")
        return False
    print(f"{path}: ok, {took}")
    return True


def main() -> int:
    """Execute them all, also after a failure; the exit status is 1 if any failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="only these notebooks, without the ending")
    parser.add_argument("--keep", action="store_true", help="write the outputs into the notebooks")
    asked = parser.parse_args()
    paths = sorted(asked.folder.glob("*.ipynb"))
    if not paths:
        print(f"no notebooks in {asked.folder}")
    paths = [path for path in paths if not asked.names or path.stem in asked.names]
    went = [look(path, keep=asked.keep) for path in paths]
    return 0 if all(went) else 1


if __name__ == "__main__":
    sys.exit(main())
