"""Decision trees: built, written in the usual formats, checked, and kept as books if proven."""
