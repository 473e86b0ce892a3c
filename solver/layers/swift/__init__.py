"""One layer with short cuts: the graph as rows of bits, the board in place, trials where needed."""
