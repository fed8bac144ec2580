"""Liege: wargames in YAML, checked, played by their rules, and made into VASSAL modules and print sheets.

The public functions are in `compiler.api`: `load` and `check` are names of stages here.
"""
