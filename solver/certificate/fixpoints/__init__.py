"""Fixed points as formulas: that there is no other answer, asked of Z3."""
