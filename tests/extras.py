"""The reasons for skipping tests if an optional package is missing."""

LAB = "needs the extra lab: make setup LAB=1"
