"""The shells: where people touch it. Nothing below imports them."""
