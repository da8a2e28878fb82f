"""Studies with the engine: suggestions, analyses of games, and comparisons of strategies."""
