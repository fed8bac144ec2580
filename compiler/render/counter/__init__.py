"""Counters: layouts, their parts, the faces drawn from them."""
