"""Tables and played games as VASSAL saves and logs, and back."""
