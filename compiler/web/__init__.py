"""Pages in a browser: the shell that both share, and the table at which people play. Needs the extra `web`."""
