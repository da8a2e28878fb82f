"""The league: seasons in which entrants compete with decision trees, and the judge of trees."""
