"""The service over HTTP: wire models, routes, and the table of errors."""
