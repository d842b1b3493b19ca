"""toolrag: tool definitions go in once, and each turn the agent gets back the right ones."""
