"""The linter: rules over tools, before an agent meets them."""
