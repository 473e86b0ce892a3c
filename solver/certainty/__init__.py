"""How certain an answer is: readings, orders and choices, and what if."""
