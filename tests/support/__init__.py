"""Real code that only tests need."""
