# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of Calore et al. 2016 from the rows that tools/calore2016 measured, arranged as in the paper.

Colours are those of Okabe and Ito (2008), which differ for colour-blind readers, and every series has its own marker.
"""
import io

import matplotlib
from matplotlib.figure import Figure
from temperature_map import CREATOR

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
MARKERS = "osd^vP"
THREADS = "threads a block"


def svg_of(figure, rows):
    """Gives the SVG text of a figure."""
    matplotlib.rcParams.update({"svg.hashsalt": "permeability", "font.size": 10, "axes.grid": True,
                                "grid.color": "#dddddd", "axes.axisbelow": True, "legend.frameon": False})
    wide = {"2": 9, "6": 9, "15": 12, "18": 9}
    drawing = Figure(figsize=(wide.get(figure, 5.4), 4), layout="constrained")
    DRAWERS[figure](drawing, rows)
    drawing.suptitle(f"{rows[0]['device']}, commit {rows[0]['commit']}", fontsize=9, color="#555555")
    text = io.StringIO()
    drawing.savefig(text, format="svg", metadata={"Creator": CREATOR, "Date": None})
    return text.getvalue()


def draw_series(axes, rows, name_of, line="-"):
    """Draws a line for each name, each x once."""
    names = list(dict.fromkeys(map(name_of, rows)))
    for place, name in enumerate(names):
        points = {float(row["x"]): float(row["value"]) for row in rows if name_of(row) == name}
        axes.plot(*zip(*sorted(points.items())), label=name, color=COLOURS[place % len(COLOURS)],
                  marker=MARKERS[place % len(MARKERS)], linestyle=line)


def draw_references(axes, rows):
    told = {row["reference_what"]: float(row["reference"]) for row in rows if row["reference"]}
    for (what, value), line in zip(told.items(), (":", "--", "-.", (0, (1, 3)))):
        axes.axhline(value, color="black", linewidth=0.8, linestyle=line, label=f"{value:.4g}: {what}")


def finish(axes, across, up, rows, bottom=0):
    places = sorted({float(row["x"]) for row in rows})
    axes.set_xticks(places, [f"{place:g}" for place in places])
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_ylim(bottom=bottom)
    axes.legend(fontsize=7.5)


def of(rows, *whats):
    return [row for row in rows if row["what"] in whats]


def draw_layouts(drawing, rows):
    for axes, part in zip(drawing.subplots(1, 2), ("propagate", "collide")):
        own = of(rows, f"{part} over soa")
        draw_series(axes, own, lambda row: row["layout"])
        draw_references(axes, own)
        finish(axes, THREADS, f"time of {part} over that of soa", own)


def draw_propagate(drawing, rows):
    axes = drawing.subplots()
    draw_series(axes, rows, lambda row: row["layout"] + (", push" if row["passes"] == "push" else ""))
    draw_references(axes, rows)
    finish(axes, THREADS, "propagate, GB/s", rows)


def draw_collide(drawing, rows):
    for axes, unit in zip(drawing.subplots(1, 2), ("million sites/s", "GF/s")):
        own = [row for row in rows if row["unit"] == unit]
        draw_series(axes, own, lambda row: row["layout"])
        draw_references(axes, own)
        finish(axes, THREADS, f"collide, {unit}", own)


def draw_cuts(drawing, rows):
    """Draws every cut of each size, with the model as a line through the better of its cuts."""
    sizes = list(dict.fromkeys(row["size"] for row in rows))
    for axes, size in zip(drawing.subplots(1, len(sizes), squeeze=False)[0], sizes):
        draw_cuts_of(axes, [row for row in rows if row["size"] == size])


def draw_cuts_of(axes, rows):
    for place, row in enumerate(measured := of(rows, "n T(n)")):
        axes.plot(float(row["x"]), float(row["value"]), COLOURS[0], marker="o", linestyle="none",
                  label="measured, each cut" if place == 0 else None)
        axes.annotate(row["tiles"], (float(row["x"]), float(row["value"])), (5, 3), textcoords="offset points",
                      fontsize=7)
    model = of(rows, "n T(n) of the model")
    best = {x: min(float(row["value"]) for row in model if row["x"] == x) for x in {row["x"] for row in model}}
    if best:
        axes.plot(*zip(*sorted((float(x), value) for x, value in best.items())), "--", color=COLOURS[1],
                  label="the model, best cut")
    finish(axes, "ranks", f"n T(n), ms, {rows[0]['size']} sites", measured, None)


def draw_best_cuts(drawing, rows):
    """Draws n T(n) over that on one GPU, so that all sizes fit into one picture."""
    axes = drawing.subplots()
    grown = [row | {"value": 1 + float(row["value"])} for row in of(rows, "n T(n) / T(1) - 1")]
    draw_series(axes, grown, lambda row: row["size"])
    if any(row["reference"] for row in grown):
        axes.axhline(1.1, color="black", linewidth=0.8, linestyle=":", label="1.1: the most up to 32 K80 GPUs, 3600x3600"
                     " (Calore et al. 2016)")
    finish(axes, "ranks", "n T(n) / T(1) of the best cut", grown, None)


def draw_site_times(drawing, rows):
    axes = drawing.subplots()
    draw_series(axes, rows, lambda row: row["size"])
    finish(axes, "ranks", "time that a GPU takes for a site, ns", rows)


def draw_speed_up(drawing, rows):
    left, right = drawing.subplots(1, 2)
    for axes, what, up in ((left, "speed-up", "T(1) / T(n)"), (right, "speed", "million sites a second")):
        own = of(rows, what)
        draw_series(axes, own, lambda row: row["size"])
        if what == "speed-up":
            most = max(float(row["x"]) for row in own)
            axes.plot([1, most], [1, most], "k:", linewidth=0.8, label="as many times as fast")
        finish(axes, "ranks", up, own)


def draw_growth(drawing, rows):
    axes = drawing.subplots()
    draw_series(axes, of(rows, "mixing length"), lambda row: f"{row['size']} sites")
    axes.set_xlabel("time, in that in which the longest wave grows")
    axes.set_ylabel("mixing length, sites")
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=7.5)


DRAWERS = {"2": draw_layouts, "5": draw_propagate, "6": draw_collide, "15": draw_cuts, "16": draw_best_cuts,
           "17": draw_site_times, "18": draw_speed_up, "19": draw_growth}
