"""Reasons for skipping tests whose optional package is missing."""

LAB = "needs the extra lab: make setup LAB=1"
