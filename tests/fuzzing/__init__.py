"""Strangers' bytes given to every reader of ours; what ever made one stumble is kept in `corpus/`, by format."""
