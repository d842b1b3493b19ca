"""How good the retrieval is: data sets and metrics."""
