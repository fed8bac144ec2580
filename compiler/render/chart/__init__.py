"""Charts and player aids."""
