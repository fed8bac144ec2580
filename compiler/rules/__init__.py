"""Rules of the games that come with Liege: one package each, one file for each chapter of the rulebook."""
