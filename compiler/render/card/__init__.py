"""Cards: fronts by style, backs by pattern."""
