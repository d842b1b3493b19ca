"""Findings as other programs read them, one format a file."""
