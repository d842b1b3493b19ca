"""Which tools a model would confuse: features of each, signals of a pair, a model, a report."""
