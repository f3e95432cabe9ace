# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of one flow of `permeability solve`: history of K, flux by plane, distribution of speeds.

Each function takes the columns of the CSV files (lists of float, NaN where a cell is empty) or a part of views.json,
and gives SVG text, or None where there is nothing to draw.
"""
import numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator

from quantities import plain, raised
from theme import colour, label_axes, legend_above, new_figure, plain_ticks, series, to_svg

MOST_POINTS = 1500  # of a line; the figure has fewer pixels
LEAST_RANGE = 2e-5  # of a value, on either side: labels of seven digits differ then
MOST_ALIKE = 1e-9  # a smaller distance of K from the result is rounding, and no logarithmic axis shows 0


def thinned(columns):
    """Gives columns as arrays of at most MOST_POINTS rows, the last row among them."""
    arrays = [np.asarray(column, dtype=float) for column in columns]
    rows = len(arrays[0])
    if rows <= MOST_POINTS:
        return arrays
    kept = np.unique(np.linspace(0, rows - 1, MOST_POINTS).round().astype(int))
    return [array[kept] for array in arrays]


def plain_log_axis(axis, in_percent=False):
    """Labels the powers of ten of a logarithmic axis: in full if they are short, else with raised digits; or in %."""
    def label(value, position):
        exponent = round(float(np.log10(value))) if value > 0 else 0
        if abs(value / 10.0**exponent - 1) > 1e-6:
            return ""
        if in_percent and -6 < exponent < 2:
            return f"{10.0**(exponent + 2):g} %"
        return f"{10.0**exponent:g}" if -4 < exponent < 5 else f"10{raised(exponent)}"
    axis.set_major_formatter(FuncFormatter(label))
    axis.set_minor_formatter(FuncFormatter(lambda value, position: ""))


def history(columns, factor, unit, key, direction):
    """Draws the last part of K against steps, with its extrapolated limit and the band in which that limit lies.

    `factor` turns voxel² into `unit`.
    """
    columns = [columns[name] for name in ("step", "permeability_voxel2", "extrapolated_voxel2", "error")]
    if not np.isfinite(columns[1]).any():
        return None
    low, high = range_of_end(*(np.asarray(column, dtype=float) for column in columns))
    first = next((place for place, size in enumerate(columns[1]) if low <= size <= high), 0)
    steps, value, limit, error = thinned([column[first:] for column in columns])
    value, limit, low, high = value * factor, limit * factor, low * factor, high * factor
    figure, axes = new_figure()
    band = np.isfinite(limit) & np.isfinite(error)
    blue, orange = series(0)[0], series(1)[0]
    few = dict(marker="o", markersize=3.5) if len(steps) < 25 else {}
    if band.any():
        axes.fill_between(steps[band], (limit * (1 - error))[band], (limit * (1 + error))[band], color=orange,
                          alpha=0.3, linewidth=0, label="error bound")
    axes.plot(steps, value, color=blue, label="K", **few)
    if band.any():
        axes.plot(steps[band], limit[band], color=orange, linestyle=(0, (4, 2)), label="its limit")
    axes.set_ylim(low, high)
    axes.yaxis.set_major_locator(MaxNLocator(6))
    plain_ticks(axes.yaxis, 7)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    label_axes(axes, "steps", f"K in {unit}")
    legend_above(axes)
    return to_svg(figure, key, f"Permeability along {direction} against the steps made, with its extrapolated limit")


def range_of_end(steps, value, limit, error):
    """Gives (low, high) around what K and its limit were in the second half of the steps, and around the last band."""
    late = steps >= steps[-1] / 2
    band = np.isfinite(limit) & np.isfinite(error)
    ends = [limit[band][-1] * (1 + sign * error[band][-1]) for sign in (-1, 1)] if band.any() else []
    shown = np.concatenate([value[late & np.isfinite(value)], limit[late & band], ends])
    if not shown.size:
        shown = value[np.isfinite(value)][-1:]
    low, high = shown.min(), shown.max()
    room = max(0.08 * (high - low), LEAST_RANGE * max(abs(low), abs(high)), np.finfo(float).tiny)
    return low - room, high + room


def approach(columns, tolerance, key, direction):
    """Draws how far K and its limit were from the result, and the bound, over the result, on a logarithmic axis."""
    steps, value, limit, error = thinned(
        [columns[name] for name in ("step", "permeability_voxel2", "extrapolated_voxel2", "error")])
    finite = np.isfinite(limit) & (limit != 0)
    bounded = np.isfinite(error) & (error > 0)
    if bounded.sum() < 2 or not finite.any():
        return None
    result = limit[finite][-1]
    figure, axes = new_figure()
    few = dict(marker="o", markersize=3.5) if bounded.sum() < 25 else {}
    lines = ((bounded, error, series(1)[0], "error bound", {}),
             (None, np.abs(value / result - 1), series(0)[0], "K", {}),
             (None, np.abs(limit / result - 1), series(2)[0], "its limit", dict(linestyle=(0, (4, 2)))))
    shown = [tolerance] if tolerance else []
    for place, sizes, hue, name, style in lines:
        place = np.isfinite(sizes) & (sizes > MOST_ALIKE) if place is None else place
        if not place.any():
            continue
        axes.semilogy(steps[place], sizes[place], color=hue, label=name, **{**few, **style})
        shown += list(sizes[place])
    if tolerance:
        axes.axhline(tolerance, color=colour("soft"), linewidth=1.2, linestyle=(0, (2, 2)))
        axes.annotate(f"tolerance {plain(100 * tolerance)} %", (0, tolerance), xycoords=("axes fraction", "data"),
                      xytext=(4, -4), textcoords="offset points", va="top", color=colour("soft"), size=9.5)
    decades_around(axes, shown)
    plain_log_axis(axes.yaxis, in_percent=True)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    label_axes(axes, "steps", "distance from the result, over it")
    legend_above(axes)
    return to_svg(figure, key, f"Distance of the permeability along {direction} from the result, and its error bound, "
                               "against the number of steps")


def decades_around(axes, values):
    """Gives limits of a logarithmic upward axis: whole powers of ten around positive values."""
    low, high = np.floor(np.log10(min(values) * 0.999)), np.ceil(np.log10(max(values) * 1.001))
    axes.set_ylim(10.0**low, 10.0**max(high, low + 1))


def plane_flux(columns, key, direction):
    """Draws the mean velocity of every plane across the flow, as its relative deviation from their mean."""
    planes, flux = thinned([columns["plane"], columns["mean_velocity"]])
    mean = np.nanmean(flux) if np.isfinite(flux).any() else 0.0
    if mean == 0.0:
        return None
    deviation = flux / mean - 1
    largest = max(np.nanmax(np.abs(deviation)), 1e-12)
    exponent = int(np.floor(np.log10(largest) / 3) * 3)
    scale, unit = (100.0, "in %") if largest >= 1e-3 else (10.0**-exponent, f"in 10{raised(exponent)}")
    figure, axes = new_figure()
    axes.axhline(0, color=colour("soft"), linewidth=0.8)
    figure.table = [("plane", "flux over the mean, less 1"), *zip(planes, deviation)]
    few = dict(marker="o", markersize=3.5) if len(planes) < 25 else {}
    axes.plot(planes, deviation * scale, color=series(0)[0], **few)
    axes.set_ylim(-1.2 * largest * scale, 1.2 * largest * scale)
    plain_ticks(axes.yaxis)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    label_axes(axes, f"plane, voxels along {direction}", f"flux of the plane over the mean, less 1, {unit}")
    return to_svg(figure, key, f"Deviation of the flux through each plane across {direction} from the mean flux")


def speed_histogram(histogram, key, direction):
    """Draws the shares of cells by the logarithm of their speed over the mean pore speed."""
    edges, share = histogram["log10_edges"], histogram["share"]
    figure, axes = new_figure()
    axes.stairs(np.asarray(share), 10.0**np.asarray(edges), fill=True, facecolor=series(0)[0], linewidth=0)
    figure.table = [("speed over the mean, from", "to", "share of the cells")]
    figure.table += zip(10.0**np.asarray(edges[:-1]), 10.0**np.asarray(edges[1:]), share)
    axes.set_xscale("log")
    axes.set_xlim(10.0**edges[0], 10.0**edges[-1])
    axes.axvline(1.0, color=colour("soft"), linewidth=1.2, linestyle=(0, (2, 2)))
    axes.annotate("mean", (1, 1), xycoords=("data", "axes fraction"), xytext=(-4, -2), textcoords="offset points",
                  ha="right", va="top", color=colour("soft"), size=9.5)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, position: f"{100 * value:g} %"))
    plain_log_axis(axes.xaxis)
    label_axes(axes, "speed over the mean pore speed", "share of the cells")
    return to_svg(figure, key, f"Histogram of the speed in the cells, flow along {direction}")
