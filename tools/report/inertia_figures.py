# SPDX-License-Identifier: Apache-2.0
"""Draws K0/K - 1 of flows with inertia against their Reynolds numbers, with the laws that were fitted to them."""
import numpy as np
from matplotlib.ticker import FixedLocator, LogLocator

from input_files import child, children, number
from quantities import measured
from solve_figures import plain_log_axis
from theme import colour, label_axes, legend_above, new_figure, series, to_svg

SHARES = ((0.01, "K 1 % down", "one_percent_less"), (0.1, "K 10 % down", "ten_percent_less"))


def points_of(flow):
    """Gives (Re, K0/K - 1, absolute bound on it) of the flows with inertia that have these, as arrays in order of Re."""
    of_creeping = number(flow, "iteration_error") or 0.0
    rows = []
    for point in children(child(flow, "inertia"), "points"):
        reynolds, resistance = number(point, "reynolds"), number(point, "resistance")
        if reynolds and reynolds > 0 and resistance and resistance > 0:
            rows.append((reynolds, resistance - 1, resistance * ((number(point, "iteration_error") or 0.0) + of_creeping)))
    return np.array(sorted(rows), dtype=float).reshape(-1, 3).T


def line_of(flow):
    """Gives (a, c, first Re, last Re) of Forchheimer's line K0/K = a + c Re, or None without one."""
    inertia = child(flow, "inertia")
    fit, voxel2, size = child(inertia, "forchheimer"), number(flow, "permeability_voxel2"), number(inertia, "length_voxel")
    beta, of_fit = number(fit, "beta_per_voxel"), number(fit, "permeability_voxel2")
    window = number(fit, "first_reynolds"), number(fit, "last_reynolds")
    if None in (beta, of_fit, voxel2, size, *window) or 0 in (of_fit, size):
        return None
    return voxel2 / of_fit, beta * voxel2 / size, *window


def weak_of(flow):
    """Gives (a, w, first Re, last Re) of K0/K = 1 + a Re + w Re^2, or None without it."""
    fit = child(child(flow, "inertia"), "weak_inertia")
    found = tuple(number(fit, key) for key in ("linear", "coefficient", "first_reynolds", "last_reynolds"))
    return None if None in found else found


def resistance_figure(flow, key, direction):
    """Gives the SVG, or None where no flow has a resistance that a logarithmic axis can show."""
    reynolds, excess, bound = points_of(flow)
    shown = excess > 0
    if not shown.any():
        return None
    bottom = 10.0**np.floor(np.log10(0.5 * excess[shown].min()))
    top = 10.0**np.ceil(np.log10(1.5 * max((excess + bound)[shown].max(), 0.15)))
    figure, axes = new_figure(5.4, 3.6)
    figure.table = [("Re", "K0/K - 1", "bound on it"), *zip(reynolds, excess, bound)]
    axes.set_xscale("log")
    axes.set_yscale("log")
    low, high = reynolds.min() / 1.6, reynolds.max() * 1.6
    for share, words, onset in SHARES:
        level = 1 / (1 - share) - 1
        if not bottom < level < top:
            continue
        axes.axhline(level, color=colour("soft"), linewidth=1, linestyle=(0, (2, 2)))
        reached = number(child(child(flow, "inertia"), onset), "reynolds")
        axes.annotate(words + (f" at Re {measured(reached, 3)}" if reached else ""), (0, level),
                      xycoords=("axes fraction", "data"), xytext=(3, 3), textcoords="offset points",
                      color=colour("soft"), size=9)
        if reached and low < reached < high:
            axes.plot([reached], [level], color=colour("soft"), marker="|", markersize=9, linestyle="none", zorder=4)
    tint, marker = series(0)
    bars = np.array([np.minimum(bound, np.maximum(excess - bottom / 2, 0)), bound])[:, shown]
    axes.errorbar(reynolds[shown], excess[shown], yerr=bars, color=tint, marker=marker, markersize=5.5, capsize=3,
                  elinewidth=1.2, linestyle="none", label="flows, with their bounds")
    draw_law(axes, weak_of(flow), lambda a, w, re: a * re + w * re**2, 2, "weak inertia: a Re + w Re²")
    draw_law(axes, line_of(flow), lambda a, c, re: a - 1 + c * re, 2, "Forchheimer's line")
    axes.set_xlim(low, high)
    axes.set_ylim(bottom, top)
    plain_log_axis(axes.xaxis)
    if high < 10 * low or len(ticks := LogLocator().tick_values(low, high)[1:-1]) < 2:
        ticks = [tick for power in range(-9, 10) for tick in (10.0**power, 2 * 10.0**power, 5 * 10.0**power)
                 if low < tick < high]
        axes.xaxis.set_major_formatter(lambda value, position: f"{value:g}")
        axes.xaxis.set_major_locator(FixedLocator(ticks))
    plain_log_axis(axes.yaxis)
    label_axes(axes, "Reynolds number", "K₀/K − 1")
    legend_above(axes)
    return to_svg(figure, key, f"K of creeping flow over the apparent K, less 1, against the Reynolds number, along {direction}")


def draw_law(axes, law, value, place, name):
    """Draws a law of (coefficients..., first Re, last Re): full over its window, and dotted a little beyond."""
    if law is None:
        return
    *coefficients, first, last = law
    for ends, style in (((first, last), dict(label=name)), ((first / 2, 2 * last), dict(linestyle=(0, (1, 2)), linewidth=1.2))):
        across = np.geomspace(*ends, 60) if ends[0] < ends[1] else np.array(ends)
        up = value(*coefficients, across)
        axes.plot(across[up > 0], up[up > 0], color=series(place)[0], zorder=1, **style)
