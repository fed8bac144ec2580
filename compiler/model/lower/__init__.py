"""Document → Game: every kind of file into its part of the model, every fault with its place."""
