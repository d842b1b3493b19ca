"""Frozen values that every layer speaks: tools, turns, rankings, selections, overlap, findings."""
