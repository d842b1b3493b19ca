"""Texts that hold definitions: parsed with the place of every value, and edited in place."""
