"""The stories of the service, each a function that reads from top to bottom."""
