"""Decision trees: building them, their file formats, checking them, and books of proven ones."""
