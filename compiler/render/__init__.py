"""Drawing: a game's components as display lists, written as SVG, PNG and PDF. Knows components, never rules."""
