"""What the module works out for players: rolls, tables, upkeep."""
