"""Stock steps: what a plain game needs, fitted by settings in YAML, so that it needs no Python."""

from compiler.play.stock import (  # noqa: F401  (importing offers their steps)
    attack,
    bid,
    ending,
    laws,
    move,
    orders,
    placing,
    recover,
)
