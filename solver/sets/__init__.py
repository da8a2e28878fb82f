"""Many codes at once: as arrays, split by guesses, counted, drawn at random."""
