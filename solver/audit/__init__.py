"""Whether a rules document is sound: what contradicts itself, and what is left open."""
