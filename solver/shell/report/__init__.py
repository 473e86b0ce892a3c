"""How answers are shown: as text on a terminal, and as JSON. Imported by interfaces only."""
