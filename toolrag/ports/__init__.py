"""What the journeys need from outside: an index, encoders, a token counter. Protocols only."""
