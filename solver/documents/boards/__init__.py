"""Small boards with cards: made up in a rulebook's words, or of its real cards."""
