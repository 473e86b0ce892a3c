"""Pictures of a derivation as text: SVG, Mermaid and DOT."""
