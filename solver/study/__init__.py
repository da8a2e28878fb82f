"""What people ask of the engine: a suggestion and why, a game analyzed, strategies compared."""
