"""The benchmark suite: families of boards, how they are measured, and how that is shown."""
