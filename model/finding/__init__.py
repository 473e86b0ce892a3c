"""What is shipped, found by words: cards by name, text and what they do, scenarios by title."""
