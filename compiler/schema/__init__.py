"""Schema: does each file have the shape of its kind? Faults in plain words at their place."""

from compiler.schema.catalogue import schema
from compiler.schema.validate import Checker, validate, validate_game

__all__ = ["Checker", "schema", "validate", "validate_game"]
