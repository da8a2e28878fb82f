"""The candidates of a position, equivalent guesses, and the strategy protocol."""
