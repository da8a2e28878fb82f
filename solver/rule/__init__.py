"""The game itself, a page each: codes, feedback, history, and errors that are sentences."""
