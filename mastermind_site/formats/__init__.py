"""Formats of dates in languages for which Django has another form."""
