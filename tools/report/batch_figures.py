# SPDX-License-Identifier: Apache-2.0
"""Draws K of many images against their porosity, each point a link to its row, and K against the size of tiles."""

import html
import re

import numpy as np

from batch_rows import number_in, text_in, values_in
from solve_figures import decades_around, plain_log_axis
from sweep_figures import widen
from theme import SERIES, label_axes, legend_above, new_figure, plain_ticks, series, to_svg


def porosity_figure(rows, units, key):
    """Draws a point for each flow whose K is above zero, with its bar where that is larger than the point."""
    unit = units[1][0][1]
    points = [
        (row, flow, porosity, values[0], *(values[0] * end for end in flow["bars"] or (1, 1)))
        for row in rows
        if (porosity := number_in(row, "porosity")) is not None
        for flow in row["flows"]
        if (values := values_in(flow, units)) and values[0] > 0
    ]
    if not points:
        return None
    figure, axes = new_figure()
    axes.set_yscale("log")
    decades_around(axes, [point[3] for point in points])
    low, high = axes.get_ylim()
    side = 5.0 if len(points) < 500 else 3.0
    directions = sorted({flow["direction"] for _, flow, *_ in points})
    points.sort(key=lambda point: point[1]["direction"])  # those of a direction in the order of their rows
    for place, direction in enumerate(directions):
        own = [point for point in points if point[1]["direction"] == direction]
        porosity, value, *ends = np.array([point[2:] for point in own]).T
        tint, marker = series(place)
        ends = [np.clip(end, low, high) for end in ends]
        seen = np.log(ends[1] / ends[0]) / np.log(high / low) * 160 > side  # the axis is some 160 points high
        ends = [end[seen] for end in ends]
        gap = np.full(seen.sum(), np.nan)  # between one bar and the next: all are one line, which takes less room
        axes.plot(np.repeat(porosity[seen], 3), np.column_stack([*ends, gap]).ravel(), color=tint, linewidth=0.9)
        drawn = axes.scatter(porosity, value, s=side**2, c=tint, marker=marker, linewidths=0, clip_on=False,
                             alpha=0.75, label=f"along {direction}", zorder=3)  # fmt: skip
        drawn.set_urls([*(f"#row-{row['number']}" for row, *_ in own), None])  # matplotlib leaves out a link that is alone
    widen(axes, np.array([point[2] for point in points]))
    plain_ticks(axes.xaxis)
    plain_log_axis(axes.yaxis)
    label_axes(axes, "porosity", f"K in {unit}")
    if len(directions) > 1:
        legend_above(axes)
    figure.table = [("row", "image", "crop", "direction", "porosity", f"K in {unit}", "low", "high")]
    figure.table += [
        (row["number"], row["image"], text_in(row, "crop"), flow["direction"], porosity, value, *(ends if flow["bars"] else ("", "")))
        for row, flow, porosity, value, *ends in points
    ]
    titles = [
        f"{image}{f' [{crop}]' if crop else ''}: K = {value:.4g} {unit} along {direction}, porosity {porosity:.4f}"
        for _, image, crop, direction, porosity, value, *_ in figure.table[1:]
    ]
    return with_titles(to_svg(figure, key, "Permeability of each image against its porosity"), titles)


def with_titles(svg, titles):
    """Gives each link, in the order in which they are drawn, the words that are shown where a mouse points at it."""
    words = iter(titles)
    return re.sub(r'<a href="#row-\d+">\s*', lambda link: f"{link[0].strip()}<title>{html.escape(next(words))}</title>", svg)


def tile_figure(lines, units, key):
    """Draws the mean over the tiles of each edge, with its 95 % interval. None where no tile has a K above zero."""
    groups, unit = {}, units[1][0][1]
    for line in lines:
        values = {key: number_in(line, key) for key in line}
        voxel2, mean = values.get("mean_permeability_voxel2"), (values_in(values, units, "mean_") or [0])[0]
        if values.get("edge") and voxel2 and mean > 0:
            name = f"{text_in(line, 'name') or text_in(line, 'input')} along {text_in(line, 'direction')}"
            half = (values.get("confidence_95_voxel2") or 0.0) * mean / voxel2
            groups.setdefault((name, text_in(line, "options")), []).append((values["edge"], mean, half))
    if not groups:
        return None
    names = [name for name, _ in groups]
    groups = {name if names.count(name) == 1 else f"{name} ({options})": own for (name, options), own in groups.items()}
    figure, axes = new_figure()
    figure.table = [("tiles", "edge in voxels", f"mean K in {unit}", "half of the 95 % interval")]
    axes.set_yscale("log", nonpositive="clip")
    decades_around(axes, [mean for own in groups.values() for _, mean, _ in own])
    for place, (name, own) in enumerate(groups.items()):
        own.sort()
        figure.table += [(name, *values) for values in own]
        edge, mean, half = np.array(own).T
        tint, marker = series(place) if len(groups) <= SERIES else series(0)
        axes.errorbar(edge, mean, yerr=half, color=tint, marker=marker, markersize=5, capsize=2, elinewidth=1, linewidth=1.2,
                      label=name)  # fmt: skip
    plain_ticks(axes.xaxis)
    plain_log_axis(axes.yaxis)
    label_axes(axes, "edge of the tiles, voxels", f"mean K in {unit}")
    if len(groups) <= SERIES:
        legend_above(axes)
    return to_svg(figure, key, "Mean permeability of the tiles of each edge, with its interval")
