"""The candidates of a position, guesses that are equivalent in it, and the strategy protocol."""
