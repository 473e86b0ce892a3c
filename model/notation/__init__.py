"""The notation: its grammar, from text to trees, from trees to text and to English."""
