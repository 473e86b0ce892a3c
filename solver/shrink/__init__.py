"""From a disagreement to the smallest scenario that still shows it."""
