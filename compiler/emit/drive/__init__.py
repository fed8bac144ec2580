"""The list of things that `liege verify --drive` does in VASSAL, made from the model: every game gets its own."""
