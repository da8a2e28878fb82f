"""Decision trees: how they are built, written and checked, and books of proven trees."""
