"""The VASSAL module: windows, boards, pieces, decks, tracker, help."""
