"""Print and play: sheets, forms, the list of parts, and the pictures of the READMEs."""
