"""What is asked of an answer: reasons, expectations, and how two answers differ."""
