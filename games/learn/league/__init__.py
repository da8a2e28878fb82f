"""Seasons in which decision trees compete: their table, their entrants, and the judge."""
