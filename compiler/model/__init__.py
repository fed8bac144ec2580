"""The typed game: what exists (`Game`), where it all is (`Table`), what a hand can do (`Event`)."""
