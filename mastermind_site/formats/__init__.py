"""How dates are written in each language, where Django would write them in another way."""
