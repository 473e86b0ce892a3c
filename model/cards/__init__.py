"""Cards: what is printed on them, their files, and the publishers' rulings on them."""
