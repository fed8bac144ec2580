"""`python -m compiler` is `liege`."""

from compiler.cli import main

main()
