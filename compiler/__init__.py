"""Liege: wargames in YAML, checked, played by their rules, and made into VASSAL modules and print sheets."""
