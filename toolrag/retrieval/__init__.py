"""From per-view scores to what is offered: pure, synchronous, numbers in and numbers out."""
