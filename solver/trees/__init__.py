"""Decision trees: building, writing and checking them, and books of proven trees."""
