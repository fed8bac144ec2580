"""Player aids: folded sheets that hold what is looked up in play, full pages in type that is read at the table."""
