"""What a person can conclude from the rows, and why."""
