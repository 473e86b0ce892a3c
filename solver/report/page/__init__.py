"""One self-contained HTML page for derivations, alone or side by side."""
