"""The game itself: codes, feedback, histories and errors, one module each."""
