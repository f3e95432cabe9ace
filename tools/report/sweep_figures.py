# SPDX-License-Identifier: Apache-2.0
"""Draws K and F against porosity on logarithmic axes, and how far K is from its reference."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from conduct_findings import bounded, spread_of
from input_files import child, number, numbers, text, texts
from quantities import plain
from solve_figures import decades_around, plain_log_axis
from theme import PORE_RGB, SERIES, colour, label_axes, legend_above, new_figure, plain_ticks, series, to_svg

MOST_PICTURES = 9
LINES = ["-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1))]


def group_of(item):
    """Gives what the points and curves of a medium have in common: (geometry, direction)."""
    return text(item, "geometry"), text(item, "direction")


def groups_of(points):
    """Gives the series of a sweep in their order: a list of (name, points), with names that tell them apart."""
    found = {}
    for point in points:
        found.setdefault((group_of(point), text(point, "walls")), []).append(point)
    directions = {direction for (_, direction), _ in found}
    walls = {place for _, place in found}
    return [
        (
            (group[0] or "computed")
            + (f" along {group[1]}" if len(directions) > 1 else "")
            + (f", {place}" if len(walls) > 1 else ""),
            group,
            own,
        )
        for (group, place), own in found.items()
    ]


def point_values(points, *keys):
    """Gives arrays of the points that have a number under every key, ordered by the first key."""
    rows = [[number(point, key) for key in keys] for point in points]
    return np.array(sorted(row for row in rows if None not in row), dtype=float).reshape(-1, len(keys)).T


def with_bars(points):
    """Gives the points, each with how far its interval reaches below and above K, over K: 0 where it has none."""

    def reach(point):
        k, low, high = (number(point, key) for key in ("permeability_voxel2", "interval_low_voxel2", "interval_high_voxel2"))
        return (max(1 - low / k, 0.0), max(high / k - 1, 0.0)) if k and None not in (low, high) else (0.0, 0.0)

    return [dict(point, below=below, above=above) for point in points for below, above in [reach(point)]]


def permeability_figure(points, curves, overlay, quantity, label, key):
    """Draws points, reference curves and published points. None when no point has a K above zero.

    `quantity` is (key in the JSON, factor): what is drawn upwards.
    """
    name_of_k, factor = quantity
    groups = groups_of(points)
    if not any((point_values(own, "porosity", name_of_k)[1] > 0).any() for _, _, own in groups):
        return None
    figure, axes = new_figure()
    named = []  # what the legend names: every series, but each kind of curve once
    for place, (name, group, own) in enumerate(groups):
        own_curves = [curve for curve in curves if len(groups) == 1 or group_of(curve) == group]
        if group in [other for _, other, _ in groups[:place]]:
            own_curves = []  # they are drawn, beside other walls
        for line, curve in enumerate(own_curves[: len(LINES)]):
            curve_name = text(curve, "name") or "unnamed"
            full_name = f"{curve_name}, {name}" if len(groups) > 1 else curve_name
            tint = series(place if len(groups) > 1 else line + 1)[0]
            drawn = draw_curve(axes, curve, (name_of_k, factor), dict(color=tint, linestyle=LINES[line], label=full_name))
            if drawn and place == 0:
                named.append((drawn, curve_name))
        porosity, value, below, above = point_values(with_bars(own), "porosity", name_of_k, "below", "above")
        shown = value > 0
        tint, marker = series(place)
        bars = (value * (below, above))[:, shown] * factor
        style = dict(color=tint, marker=marker, linestyle="none", markersize=5.5, capsize=2, elinewidth=1)
        named.append((axes.errorbar(porosity[shown], value[shown] * factor, yerr=bars, label=name, **style), name))
    for place, published in enumerate(overlay):
        across, up = (np.array(numbers(published, name), dtype=float) for name in ("porosity", "permeability_over_d2"))
        if name_of_k == "permeability_over_d2" and across.size and across.size == up.size:
            style = dict(
                linestyle="none", marker="xP*hX8"[place % 6], color=colour("ink"), markerfacecolor="none", markersize=5.5
            )
            published_name = text(published, "name") or "published"
            named.append((axes.plot(across, up, label=published_name, **style)[0], published_name))
    axes.set_yscale("log")
    low, high = np.array(axes.get_ylim())
    if high < 100 * low:
        axes.set_ylim(10.0 ** np.floor(np.log10(low)), 10.0 ** np.ceil(np.log10(high)))
    widen(axes, point_values(points, "porosity")[0])
    plain_ticks(axes.xaxis)
    plain_log_axis(axes.yaxis)
    label_axes(axes, "porosity", label)
    legend_above(axes, named)
    return to_svg(figure, key, "Permeability against porosity, with curves")


def varied_figure(points, varied, factor, label, key):
    """Draws K against what was varied of an image: its threshold, or the growth of its grains. None without a K above 0."""
    across, value, *reach = point_values(with_bars(points), varied["key"], "permeability_voxel2", "below", "above")
    shown = value > 0
    if not shown.any():
        return None
    figure, axes = new_figure()
    tint, marker = series(0)
    style = dict(color=tint, marker=marker, markersize=5.5, capsize=2, elinewidth=1, linewidth=1.2, label="computed")
    axes.errorbar(across[shown], value[shown] * factor, yerr=(value * reach)[:, shown] * factor, **style)
    axes.set_yscale("log")
    decades_around(axes, value[shown] * factor)
    if shown.sum() == 1:
        axes.set_xlim(across[shown][0] - 1, across[shown][0] + 1)
    plain_ticks(axes.xaxis)
    plain_log_axis(axes.yaxis)
    label_axes(axes, varied["across"], label)
    return to_svg(figure, key, f"Permeability against {varied['across']}")


def segmentations_figure(points, varied, key):
    """Draws the middle slice of each point, at most nine of them, spread over all. None where none is known."""
    known = [(point, pores) for point in points if (pores := slice_of(point)) is not None]
    if not known:
        return None
    places = np.unique(np.linspace(0, len(known) - 1, min(len(known), MOST_PICTURES)).round().astype(int))
    across = min(len(places), 3)
    down = -(-len(places) // across)
    figure = Figure(figsize=(4.6, 0.2 + 4.5 / across * down), layout="constrained")
    for place, axes in enumerate(figure.subplots(down, across, squeeze=False).flat):
        if place >= len(places):
            axes.set_axis_off()
            continue
        point, pores = known[places[place]]
        picture = np.zeros((*pores.shape, 4), dtype=np.uint8)
        picture[pores] = (*PORE_RGB, 255)
        axes.set_facecolor(colour("solid"))
        axes.imshow(picture)
        axes.set(xticks=[], yticks=[])
        axes.set_title(plain(number(point, varied["key"])), size=9.5, loc="center")
    return to_svg(figure, key, f"The middle slice of the image for each {varied['column'].split(',')[0]}: pore and solid voxels")


def slice_of(point):
    """Gives the pores of the middle slice of a point as an array of truth values, [y, x], or None."""
    rows = texts(child(point, "slice"), "rows")
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0] or set("".join(rows)) - {"0", "1"}:
        return None
    return np.array([[pixel == "1" for pixel in row] for row in rows])


def draw_curve(axes, curve, quantity, style):
    """Draws a reference curve and gives its line, or None where the curve has no points."""
    name_of_k, factor = quantity
    across, up = (np.array(numbers(curve, name), dtype=float) for name in ("porosity", name_of_k))
    if not across.size or across.size != up.size:
        return None
    across, up = np.where((across >= 0) & (across <= 1), across, np.nan), np.where(up > 0, up, np.nan)
    return axes.plot(across, up * factor, linewidth=1.3, **style)[0]


def widen(axes, porosity):
    """Sets the limits of the axis across, for one point as for many."""
    if porosity.size and np.ptp(porosity) == 0:
        axes.set_xlim(max(porosity[0] - 0.05, 0), min(porosity[0] + 0.05, 1))


def deviation_figure(points, key):
    """Draws the deviation from the reference in %, with bars. None when no point has one.

    Filled markers: from the reference at the radius asked for. Hollow ones: from that at the porosity of the voxels.
    """
    if not point_values(points, "porosity", "deviation").size:
        return None
    figure, axes = new_figure()
    axes.axhline(0, color=colour("soft"), linewidth=0.8)
    largest = 1e-6
    for place, (name, _, own) in enumerate(groups_of(points)):
        tint, marker = series(place)
        porosity, deviation, *reach = point_values(with_bars(own), "porosity", "deviation", "below", "above")
        bars = (1 + deviation) * reach
        if not porosity.size:
            continue
        axes.errorbar(
            porosity,
            100 * deviation,
            yerr=100 * bars if bars.any() else None,
            color=tint,
            marker=marker,
            markersize=5,
            capsize=2,
            elinewidth=1,
            linewidth=1.2,
            label=name,
        )
        largest = max(largest, 100 * np.abs([deviation - bars[0], deviation + bars[1]]).max())
        porosity, at_voxels = point_values(own, "porosity", "deviation_at_voxels")
        if porosity.size:
            axes.plot(
                porosity,
                100 * at_voxels,
                linestyle="none",
                marker=marker,
                markersize=5,
                color=tint,
                markerfacecolor="none",
                label=f"{name}, at the porosity of the voxels",
            )
    axes.set_ylim(-1.1 * largest, 1.1 * largest)
    widen(axes, point_values(points, "porosity")[0])
    plain_ticks(axes.xaxis)
    plain_ticks(axes.yaxis)
    axes.yaxis.set_major_locator(MaxNLocator(6))
    label_axes(axes, "porosity", "K over the reference, less 1, in %")
    if len(groups_of(points)) > 1:
        keep = [handle for handle in zip(*axes.get_legend_handles_labels()) if "porosity" not in handle[1]]
        legend_above(axes, keep)
    return to_svg(figure, key, "Deviation of the computed permeability from the reference, against porosity")


def factor_between(conduction):
    """Gives (low, value, high) of the formation factor: its bounds, or two sigma where it has none; None without one."""
    if spread := spread_of(conduction, "formation_factor"):
        value, two_sigma = spread
        return value - two_sigma, value, value + two_sigma
    return bounded(conduction, "formation_factor")


def factor_figure(points, key):
    """Draws the formation factor, with what it lies between, against the porosity, both axes logarithmic, where Archie's law is a
    line. None where no point has one."""
    rows = [
        dict(point, value=found[1], below=found[1] - found[0], above=found[2] - found[1])
        for point in points
        if (found := factor_between(child(point, "conduction"))) and found[1] > 0
    ]
    if not any((number(point, "porosity") or 0) > 0 for point in rows):
        return None
    figure, axes = new_figure()
    for place, (name, _, own) in enumerate(groups_of(rows)):
        tint, marker = series(place)
        porosity, value, below, above = point_values(own, "porosity", "value", "below", "above")
        style = dict(color=tint, marker=marker, markersize=5.5, capsize=2, elinewidth=1, linewidth=1.2, label=name)
        axes.errorbar(porosity, value, yerr=(below, above), **style)
    axes.set_xscale("log")
    axes.set_yscale("log")
    porosities, factors = point_values(rows, "porosity", "value")
    axes.set_xlim(porosities.min() / 1.05, max(porosities.max() * 1.05, 1.0))
    axes.set_ylim(1.0, max(factors.max() * 1.1, 2.0))
    for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        between = (1, 1.5, 2, 3, 4, 5, 6, 8) if high < 10 * low else (1, 2, 5) if high < 1000 * low else (1,)
        axis.set_major_locator(LogLocator(base=10, subs=between))
        axis.set_minor_locator(NullLocator())
        plain_ticks(axis)
    label_axes(axes, "porosity", "formation factor")
    if len(groups_of(rows)) > 1:
        legend_above(axes)
    return to_svg(figure, key, "Formation factor against porosity, between bounds or two sigma")
