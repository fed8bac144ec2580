"""Stock steps: what a plain game needs, fitted by settings in YAML, so that it needs no Python."""

from compiler.play.step import OFFERED, Step
from compiler.play.stock import (  # noqa: F401  (importing offers their steps)
    advice,
    attack,
    battle,
    bid,
    bound,
    cards,
    carry,
    dealings,
    ending,
    laws,
    move,
    orders,
    placing,
    recover,
    showing,
    stride,
    throws,
    zoning,
)


def page() -> str:
    """The stock steps and their settings, for people who write games."""
    lines: list[str] = []
    for step in OFFERED:
        if isinstance(step, Step) and step.module.startswith(__name__) and step.settings:
            lines += [f"### `{step.name}`", "", " ".join((step.run.__doc__ or "").split()), ""]
            lines += ["| setting | is | |", "|---|---|---|"]
            for name, setting in step.settings.items():
                needed = " *" if setting.required else ""
                lines.append(f"| `{name}`{needed} | {setting.what} | {setting.says} |")
            lines.append("")
    return "\n".join(lines)
