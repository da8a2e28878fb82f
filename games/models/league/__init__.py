"""Models of the league: seasons in which decision trees compete."""
