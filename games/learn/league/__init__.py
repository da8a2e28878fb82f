"""The league: seasons in which decision trees compete, with their tables and entrants, and the
judge.
"""
