"""VASSAL's file formats, bytes to values and back. Knows no game; imports only `compiler.diagnostics`."""
