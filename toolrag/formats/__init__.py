"""Foreign tool definitions in, `Tool` out, and back: one module for each shape."""
