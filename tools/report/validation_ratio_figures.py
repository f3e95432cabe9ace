# SPDX-License-Identifier: Apache-2.0
"""Draws K over its reference for all cases of a validation, part by part, and K of each array of spheres beside both of
its references. What is drawn comes from validation.json as it is."""

import numpy as np
from matplotlib.ticker import FuncFormatter

from input_files import child, children, number, numbers, text
from quantities import plain
from theme import colour, label_axes, legend_above, new_figure, plain_ticks, series, to_svg

ROW = 0.17  # inches that a case takes
LONGEST = 18  # characters of a name
LATTICES = {"sc-": "SC", "bcc-": "BCC", "fcc-": "FCC"}


def in_percent(axis):
    axis.set_major_formatter(FuncFormatter(lambda value, position: f"{plain(100 * value, 3)} %"))


def ratio_of_estimate(case):
    """Gives K/reference without what the voxels did by their estimate at the finest resolution, and two sigma of it; None
    where there is no estimate."""
    finest = max(children(case, "levels"), key=lambda level: number(level, "resolution") or 0, default={})
    ratio, estimate, two_sigma = number(case, "ratio"), number(finest, "voxel_estimate"), number(finest, "voxel_two_sigma")
    if None in (ratio, estimate, two_sigma) or estimate <= -1:
        return None
    return ratio / (1 + estimate), ratio / (1 + estimate) * two_sigma


def ratio_figure(cases, part, key):
    """Gives the SVG of K/reference of the cases (dictionaries of validation.json) of one part, or None without any."""
    rows = [(text(case, "name") or "unnamed", number(case, "ratio"), numbers(case, "interval"), ratio_of_estimate(case))
            for case in cases]  # fmt: skip
    rows = [row for row in rows if row[1] is not None]
    if not rows:
        return None
    figure, axes = new_figure(height=1.0 + ROW * len(rows))
    tint, marker = series(0)
    places = np.arange(len(rows))[::-1]
    ratios = np.array([ratio for _, ratio, _, _ in rows])
    for place, (_, _, interval, _) in zip(places, rows):
        if len(interval) == 2:
            axes.plot(interval, [place, place], color=colour("line"), linewidth=5, solid_capstyle="butt", zorder=1)
    axes.axvline(1, color=colour("soft"), linewidth=1, zorder=2)
    axes.plot(ratios, places, linestyle="none", color=tint, marker=marker, markersize=4.5, zorder=3, label="as solved")
    estimated = [(place, *row[3]) for place, row in zip(places, rows) if row[3]]
    if estimated:
        at, middle, two_sigma = np.array(estimated).T
        tint, marker = series(1)
        axes.errorbar(middle, at, xerr=two_sigma, linestyle="none", color=tint, marker=marker, markersize=4, elinewidth=1,
                      markerfacecolor="none", zorder=2.5, label="with the estimate of the voxels")
        legend_above(axes)
        ratios = np.concatenate([ratios, middle])
    spread = max(np.abs(ratios - 1).max(), 1e-6)
    axes.set_xlim(min(1 - 0.2 * spread, ratios.min() - 0.2 * spread), max(1 + 0.2 * spread, ratios.max() + 0.2 * spread))
    names = [(name if len(name) <= LONGEST else name[: LONGEST - 1] + "…").replace("$", "\\$") for name, *_ in rows]
    axes.set_yticks(places, names, fontsize=8)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    plain_ticks(axes.xaxis)
    axes.locator_params(axis="x", nbins=4)
    label_axes(axes, "K computed, over the reference", part)
    figure.table = [("case", "K over the reference", "low", "high", "with the estimate of the voxels", "two sigma")]
    figure.table += [(name, ratio, *(interval if len(interval) == 2 else ("", "")), *(estimated or ("", "")))
                     for name, ratio, interval, estimated in rows]  # fmt: skip
    return to_svg(figure, key, f"Computed over reference: {part}")


def array_figures(cases):
    """Gives (title, SVG) for each lattice with at least two cases that have a solid fraction."""
    for start, title in LATTICES.items():
        members = [
            case
            for case in cases
            if (text(case, "name") or "").startswith(start)
            and number(case, "solid_fraction") is not None
            and children(case, "levels")
        ]
        members.sort(key=lambda case: number(case, "solid_fraction"))
        if len(members) > 1:
            yield title, array_figure(members, title, f"array-{title.lower()}")


def array_figure(members, title, key):
    """Gives the SVG of one lattice: K above, and below how far K and the series are from the exact K."""
    figure, axes = new_figure(height=4.6)
    axes.remove()
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
    solid = [number(case, "solid_fraction") for case in members]
    exact = [number(child(case, "reference"), "permeability") for case in members]
    above.plot(solid, exact, color=colour("soft"), linewidth=1.2, label="Stokes flow, solved", zorder=1)
    known = [
        (c, number(child(case, "series"), "permeability"), number(child(case, "series"), "difference"))
        for c, case in zip(solid, members)
    ]
    known = [row for row in known if row[1] is not None]
    tint, marker = series(1)
    if known:
        above.plot(
            [row[0] for row in known],
            [row[1] for row in known],
            linestyle="none",
            marker="x",
            markersize=9,
            color=tint,
            label="series, Sangani and Acrivos 1982",
            zorder=3,
        )
        below.plot(
            [row[0] for row in known],
            [row[2] for row in known],
            linestyle="none",
            marker="x",
            markersize=9,
            color=tint,
            zorder=3,
        )
    resolutions = sorted({number(level, "resolution") for case in members for level in children(case, "levels")} - {None})
    for place, resolution in enumerate(resolutions):
        tint, marker = series(place + 2)
        points = [
            (c, number(level, "permeability"), number(level, "error"))
            for c, case in zip(solid, members)
            for level in children(case, "levels")
            if number(level, "resolution") == resolution
        ]
        points = [point for point in points if None not in point]
        if points:
            c, k, error = zip(*points)
            above.plot(
                c, k, linestyle="none", marker=marker, markersize=4.5, color=tint, label=f"{resolution:g} voxels", zorder=2
            )
            below.plot(c, error, linestyle=(0, (1, 2)), linewidth=1, marker=marker, markersize=4.5, color=tint, zorder=2)
    above.set_yscale("log")
    below.axhline(0, color=colour("soft"), linewidth=1.2, zorder=1)
    in_percent(below.yaxis)
    label_axes(above, "", "K, cell side squared")
    legend_above(above)
    label_axes(below, "solid fraction", "difference from the Stokes flow solved")
    return to_svg(figure, key, f"K of {title} arrays of spheres, with both references")
