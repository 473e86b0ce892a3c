"""Rule 613 of Magic, written down once more from the rules text: slow, literal, for comparing."""
