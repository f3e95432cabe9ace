# SPDX-License-Identifier: Apache-2.0
"""Draws the bounds of formation factors beside their values."""
import numpy as np
from matplotlib.ticker import MaxNLocator

from quantities import measured
from theme import colour, label_axes, legend_above, new_figure, plain_ticks, series, to_svg


def bounds_figure(bars, key):
    """Draws a bar for each (direction, (low, value, high), (F of smooth pores, two sigma) or None), as deviations from
    the value in %."""
    figure, axes = new_figure(height=1.5 + 0.5 * len(bars))
    blue, orange = series(0)[0], series(1)
    places = np.arange(len(bars))[::-1]
    values = np.array([value for _, (_, value, _), _ in bars])
    low, high = (100 * (np.array([found[end] for _, found, _ in bars]) / values - 1) for end in (0, 2))
    axes.barh(places, high - low, left=low, height=0.5, color=blue, alpha=0.35, label="between the bounds")
    axes.axvline(0, color=colour("soft"), linewidth=1.2, linestyle=(0, (2, 2)))
    axes.plot(np.zeros(len(bars)), places, linestyle="none", marker=series(0)[1], color=blue, label="value")
    smooth = [(place, *each[2], each[1][1]) for place, each in zip(places, bars) if each[2]]
    if smooth:
        at, factor, two_sigma, value = map(np.array, zip(*smooth))
        style = dict(linestyle="none", marker=orange[1], color=orange[0], capsize=3, elinewidth=1.2)
        axes.errorbar(100 * (factor / value - 1), at, xerr=100 * two_sigma / value, label="smooth pores", **style)
    figure.table = [("direction", "formation factor", "lower bound", "upper bound", "F of smooth pores", "two sigma")]
    figure.table += [(name, value, least, most, *(each or ("", ""))) for name, (least, value, most), each in bars]
    names = [direction if direction in ("x", "y", "z") else "?" for direction, _, _ in bars]
    axes.set_yticks(places, [f"{name}: F = {measured(value, 4)}" for name, value in zip(names, values)])
    axes.set_ylim(-0.6, len(bars) - 0.4)
    axes.grid(visible=False, axis="y")
    plain_ticks(axes.xaxis)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    label_axes(axes, "over the value, less 1, in %", "formation factor F")
    legend_above(axes)
    return to_svg(figure, key, "Bounds of the formation factor along each direction, over its value")
