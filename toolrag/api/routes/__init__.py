"""The calls of the service, a module for each subject."""
