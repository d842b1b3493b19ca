"""The models of the wire: what clients send and get. Frozen copies, never dumps of internals."""
