"""From a situation to its answer: all layers, the checks, what objects may do."""
