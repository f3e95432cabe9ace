# SPDX-License-Identifier: Apache-2.0
"""Draws errors of validation cases against resolution, on logarithmic axes, with guides of first and second order."""
import numpy as np
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from input_files import children, number, text
from solve_figures import plain_log_axis
from theme import colour, label_axes, legend_above, new_figure, series, to_svg

GUIDE_FLOOR = 1.3  # how far the guides stand above the bottom, as a factor
MOST_CASES = 4  # in one figure; each may have two lines
SMALLEST = 1e-7  # smaller errors are drawn here, because zero has no place on a logarithmic axis


def error_points(case, key="error"):
    """Gives (resolution, |error|, spread) of the levels that have the first two, ordered by resolution."""
    found = [(number(level, "resolution"), number(level, key), number(level, "spread") or 0.0)
             for level in children(case, "levels")]
    found = sorted((r, max(abs(e), SMALLEST), max(s, 0.0)) for r, e, s in found if r and r >= 1 and e is not None)
    return np.array(found, dtype=float).reshape(-1, 3).T


def error_figure(cases, across, key, label):
    """Gives the SVG of at most MOST_CASES cases (dictionaries of validation.json), or None when none has an error.

    The spread between placements is drawn as bars, errors at equal volume lighter and with open markers. `across` says
    what resolution is.
    """
    figure, axes = new_figure()
    resolutions, errors, tops = [], [], []
    for place, case in enumerate(cases[:MOST_CASES]):
        tint, marker = series(place)
        r, error, spread = error_points(case)
        if r.size:
            bars = np.array([np.minimum(spread, 0.9 * error), spread])
            axes.errorbar(r, error, yerr=bars if spread.any() else None, color=tint, marker=marker, markersize=5.5,
                          capsize=3, elinewidth=1.2, label=text(case, "name") or "unnamed")
        r_equal, equal, _ = error_points(case, "equal_volume_error")
        if r_equal.size:
            axes.plot(r_equal, equal, color=tint, marker=marker, markersize=5, linestyle=(0, (1, 2)), alpha=0.55,
                      markerfacecolor="none")
        resolutions += [*r, *r_equal]
        errors += [*error, *equal]
        tops += [*(error + spread)]
    if not errors:
        return None
    axes.set_xscale("log")
    axes.set_yscale("log")
    low, high = min(resolutions), max(resolutions)
    axes.set_xlim(low / 1.25, high * 1.25)
    bottom = 10.0**np.floor(np.log10(min(errors) * 0.999))
    axes.set_ylim(bottom, max(1.4 * max(errors + tops), 10 * bottom))
    draw_guides(axes, np.array(resolutions), np.array(errors))
    ticks = sorted(set(resolutions))
    while len(ticks) > 6:
        ticks = ticks[::2]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, position: f"{value:g}"))
    plain_log_axis(axes.yaxis, in_percent=True)
    label_axes(axes, across, "error, without its sign")
    legend_above(axes)
    return to_svg(figure, key, label)


def draw_guides(axes, resolutions, errors):
    """Draws slopes of order 1 and 2 in the lower left corner, under the data, if the range is wide enough."""
    low, high = resolutions.min(), resolutions.max()
    if high < 1.5 * low:
        return
    bottom, top = axes.get_ylim()
    span = min(max(np.sqrt(high / low), 2.0), high / low)
    above = 0.6 * errors[resolutions < 1.05 * low].min()
    right = 0.6 * errors[resolutions < 2 * low * span].min()  # the names of the guides stand there
    while bottom * GUIDE_FLOOR * span**2 > above or bottom * GUIDE_FLOOR * span > right:
        bottom /= 10.0
    start = bottom * GUIDE_FLOOR * span**2
    for order in (1, 2):
        end = start * span**-order
        axes.plot([low, low * span], [start, end], color=colour("soft"), linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        axes.annotate(f"order {order}", (low * span, end), xytext=(4, 0), textcoords="offset points", va="center",
                      color=colour("soft"), size=9)
    axes.set_ylim(bottom, top)
