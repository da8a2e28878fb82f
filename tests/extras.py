"""What tests say that are skipped because a package of an extra is missing."""

LAB = "needs the extra lab: make setup LAB=1"
