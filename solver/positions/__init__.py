"""What is still possible after some turns, and what a strategy is that goes on from there."""
