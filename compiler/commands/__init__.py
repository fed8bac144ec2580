"""The commands of `liege`: one file each, whose `command` is a click command. A new file is a new command."""
