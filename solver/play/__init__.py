"""Events one after another, each with its answer."""
