"""Why mutants that survive do, by the room that was changed."""
