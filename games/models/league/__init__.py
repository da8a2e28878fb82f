"""The league: seasons in which decision trees compete."""
