"""The colours and letters of a drawing, light and dark, all under one class."""

from __future__ import annotations

LIGHT = {
    "paper": "#ffffff",
    "ink": "#1b1f24",
    "dim": "#57606a",
    "band": "#f1f4f8",
    "box": "#ffffff",
    "edge": "#8c959f",
    "arrow": "#1f5fbf",
    "loop": "#a3126f",
    "tint": "#fbe9f4",
    "gone": "#e6e8eb",
    "change": "#116329",
    "warn": "#8a4600",
}
DARK = {
    "paper": "#12161c",
    "ink": "#e8ecf1",
    "dim": "#a3adb8",
    "band": "#1a2028",
    "box": "#232b35",
    "edge": "#6e7986",
    "arrow": "#82b4ff",
    "loop": "#ff8fd0",
    "tint": "#3a2233",
    "gone": "#2a2f36",
    "change": "#7ee2a0",
    "warn": "#ffc37a",
}
_RULES = """
.layerlaw-drawing{font-family:system-ui,-apple-system,"Segoe UI","DejaVu Sans",Arial,sans-serif;\
font-size:13px}
.layerlaw-drawing .paper{fill:var(--paper)}
.layerlaw-drawing .band{fill:var(--band)}
.layerlaw-drawing text,.layerlaw-drawing tspan{fill:var(--ink)}
.layerlaw-drawing .title{font-size:18px;font-weight:600}
.layerlaw-drawing .name{font-size:15px;font-weight:600}
.layerlaw-drawing .dim,.layerlaw-drawing .step,.layerlaw-drawing .none{fill:var(--dim);\
font-size:12px}
.layerlaw-drawing .note{fill:var(--warn);font-size:12px}
.layerlaw-drawing .id{font-weight:600}
.layerlaw-drawing .change{fill:var(--change);font-size:12px}
.layerlaw-drawing .tag{fill:var(--loop);font-size:12px;font-weight:600}
.layerlaw-drawing .box rect{fill:var(--box);stroke:var(--edge)}
.layerlaw-drawing .gone rect{fill:var(--gone);stroke-dasharray:4 3}
.layerlaw-drawing .gone text,.layerlaw-drawing .gone tspan{fill:var(--dim)}
.layerlaw-drawing .gone .id{text-decoration:line-through}
.layerlaw-drawing .lost{font-size:12px;font-style:italic}
.layerlaw-drawing .hoop{fill:var(--tint);stroke:var(--loop);stroke-width:1.5;stroke-dasharray:6 3}
.layerlaw-drawing .spine{stroke:var(--loop);stroke-width:1.5;stroke-dasharray:2 3;fill:none}
.layerlaw-drawing .way{stroke:var(--arrow);stroke-width:1.6;fill:none}
.layerlaw-drawing .feel{stroke:transparent;stroke-width:9;fill:none;pointer-events:stroke}
.layerlaw-drawing .tip{fill:var(--arrow)}
.layerlaw-drawing .knot .way{stroke:var(--loop)}
.layerlaw-drawing .knot .tip{fill:var(--loop)}
.layerlaw-drawing .arrow:hover .way{stroke-width:3.5}
"""


def style() -> str:
    """The style sheet."""

    def words(colors: dict[str, str]) -> str:
        return ";".join(f"--{name}:{color}" for name, color in colors.items())

    light = f".layerlaw-drawing{{color-scheme:light dark;{words(LIGHT)}}}"
    dark = f"@media (prefers-color-scheme:dark){{.layerlaw-drawing{{{words(DARK)}}}}}"
    printed = f"@media print{{.layerlaw-drawing{{{words(LIGHT)}}}}}"
    return f"{light}\n{dark}\n{printed}{_RULES}"
