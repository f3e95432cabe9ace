# SPDX-License-Identifier: Apache-2.0
"""Draws K against porosity on a logarithmic axis, and how far the points are from their reference."""
import numpy as np
from matplotlib.ticker import MaxNLocator

from input_files import number, numbers, text
from solve_figures import plain_log_axis
from theme import SERIES, colour, label_axes, legend_above, new_figure, plain_ticks, series, to_svg

LINES = [(0, (5, 2)), "-", (0, (1, 1.5))]


def point_values(points, *keys):
    """Gives arrays of the points that have a number under every key, ordered by the first key."""
    rows = [[number(point, key) for key in keys] for point in points]
    return np.array(sorted(row for row in rows if None not in row), dtype=float).reshape(-1, len(keys)).T


def permeability_figure(points, curves, factor, unit, key):
    """Draws points and reference curves; `factor` turns voxel² into `unit`. None when no point has a K above zero."""
    porosity, value = point_values(points, "porosity", "permeability_voxel2")
    shown = value > 0
    if not shown.any():
        return None
    figure, axes = new_figure()
    for place, curve in enumerate(curves[:SERIES - 1]):
        across, up = (np.array(numbers(curve, name), dtype=float) for name in ("porosity", "permeability_voxel2"))
        if across.size and across.size == up.size:
            across, up = np.where((across >= 0) & (across <= 1), across, np.nan), np.where(up > 0, up, np.nan)
            axes.plot(across, up * factor, color=series(place + 1)[0], linestyle=LINES[place % len(LINES)],
                      label=text(curve, "name") or "unnamed")
    axes.plot(porosity[shown], value[shown] * factor, linestyle="none", marker="o", markersize=6, color=series(0)[0],
              label="computed")
    axes.set_yscale("log")
    low, high = np.array(axes.get_ylim())
    if high < 100 * low:
        axes.set_ylim(10.0**np.floor(np.log10(low)), 10.0**np.ceil(np.log10(high)))
    widen(axes, porosity[shown])
    plain_ticks(axes.xaxis)
    plain_log_axis(axes.yaxis)
    label_axes(axes, "porosity", f"K in {unit}")
    legend_above(axes)
    return to_svg(figure, key, "Permeability against porosity, with reference curves")


def widen(axes, porosity):
    """Sets the limits of the axis across, for one point as for many."""
    if np.ptp(porosity) == 0:
        axes.set_xlim(max(porosity[0] - 0.05, 0), min(porosity[0] + 0.05, 1))


def deviation_figure(points, key):
    """Draws the deviation from the reference in %, with bars for the iteration error. None when no point has one."""
    porosity, deviation = point_values(points, "porosity", "deviation")
    if not porosity.size:
        return None
    figure, axes = new_figure()
    axes.axhline(0, color=colour("soft"), linewidth=0.8)
    with_bars = [dict(point, iteration_error=max(number(point, "iteration_error") or 0.0, 0.0)) for point in points]
    _, _, bound = point_values(with_bars, "porosity", "deviation", "iteration_error")
    axes.errorbar(porosity, 100 * deviation, yerr=100 * bound if bound.any() else None, color=series(0)[0], marker="o",
                  markersize=5.5, capsize=3, elinewidth=1.2, linewidth=1.2)
    largest = max(100 * (np.abs(deviation) + bound).max(), 1e-6)
    axes.set_ylim(-1.25 * largest, 1.25 * largest)
    widen(axes, porosity)
    plain_ticks(axes.xaxis)
    plain_ticks(axes.yaxis)
    axes.yaxis.set_major_locator(MaxNLocator(6))
    label_axes(axes, "porosity", "K over the reference, less 1, in %")
    return to_svg(figure, key, "Deviation of the computed permeability from the reference, against porosity")
