"""What the words of a clause say, as far as set phrases tell it."""
