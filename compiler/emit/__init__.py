"""A game becomes files: the VASSAL module with its setups, and the sheets to print."""
