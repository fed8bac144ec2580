"""Sheets of paper: papers and cuts, imposition, posters, what is printed outside the cut."""
