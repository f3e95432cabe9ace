# SPDX-License-Identifier: Apache-2.0
"""Draws the curves of validation cases that compare no permeability: what was found, with the reference beside it."""
import numpy as np

from input_files import children, number, text
from solve_figures import plain_log_axis
from theme import label_axes, legend_above, new_figure, plain_ticks, series, to_svg

MOST_CURVES = 3  # in one figure; each may have a reference of its own
FEW_POINTS = 40  # are drawn one by one
WIDE = 30.0  # a logarithmic axis from this ratio of the largest to the smallest on
LEAST_RANGE = 1e-3  # of values: a smaller difference is shown as none


def columns_of(curve):
    """Gives x, y, reference, low, high of a curve as arrays, NaN where nothing is known, without points that have no
    place."""
    rows = [[value if (value := number(point, key)) is not None else np.nan for key in ("x", "y", "reference", "low", "high")]
            for point in children(curve, "points")]
    table = np.array(rows, dtype=float).reshape(-1, 5)
    return table[np.isfinite(table[:, 0]) & np.isfinite(table[:, 1:]).any(axis=1)].T


def curve_figures(case, key):
    """Yields the figures of a case as dictionaries (title, svg, caption): curves with the same axes share one."""
    shared = {}
    for curve in children(case, "curves"):
        if columns_of(curve).size:
            shared.setdefault((text(curve, "x_is") or "x", text(curve, "y_is") or "y"), []).append(curve)
    parts = [(axes, curves[place:place + MOST_CURVES]) for axes, curves in shared.items()
             for place in range(0, len(curves), MOST_CURVES)]
    for place, ((across, up), curves) in enumerate(parts):
        yield {"title": text(curves[0], "name") or "curve" if len(curves) == 1 else up[:1].upper() + up[1:],
               "svg": draw(curves, across, up, f"{key}-{place + 1}"), "caption": caption(curves)}


def caption(curves):
    """Says how references and bands look, and leaves out what the figure does not have."""
    has = lambda column: any(np.isfinite(columns_of(curve)[column]).any() for curve in curves)
    words = "Crosses and dashed: the reference." if has(2) else "No reference is known."
    return words + (" Grey: what it allows." if has(3) and has(4) else "")


def is_wide(values):
    values = values[np.isfinite(values)]
    return values.size > 2 and values.min() > 0 and values.max() > WIDE * values.min()


def draw(curves, across, up, key):
    """Gives the SVG of curves with the same axes."""
    figure, axes = new_figure()
    tables = [columns_of(curve) for curve in curves]
    whole = np.concatenate(tables, axis=1)
    figure.table = [("curve", across, up, "reference", "low", "high")]
    for place, (curve, (x, y, reference, low, high)) in enumerate(zip(curves, tables)):
        name = text(curve, "name") or f"curve {place + 1}"
        tint, marker = series(place)
        figure.table += [(name, *("" if np.isnan(value) else value for value in row)) for row in zip(x, y, reference, low, high)]
        banded = np.isfinite(low) & np.isfinite(high)
        if banded.sum() == 1:
            axes.vlines(x[banded], low[banded], high[banded], color=series(3)[0], alpha=0.35, linewidth=7, zorder=0)
        elif banded.any():
            axes.fill_between(x[banded], low[banded], high[banded], color=tint, alpha=0.16, linewidth=0, zorder=0)
        known = np.isfinite(reference)
        if known.any():
            axes.plot(x[known], reference[known], color=tint, linestyle=(0, (4, 3)), linewidth=1.2, marker="x",
                      markersize=7 if known.sum() <= FEW_POINTS else 0, alpha=0.9, zorder=2)
        found = np.isfinite(y)
        few = found.sum() <= FEW_POINTS
        axes.plot(x[found], y[found], color=tint, linestyle="none" if few else "-", marker=marker if few else "",
                  markersize=4.5, label=name, zorder=3)
    if is_wide(whole[0]):
        axes.set_xscale("log")
        plain_log_axis(axes.xaxis)
    else:
        plain_ticks(axes.xaxis, 4)
    shown = whole[1:][np.isfinite(whole[1:])]
    if is_wide(shown):
        axes.set_yscale("log")
        plain_log_axis(axes.yaxis)
    else:
        middle, half = (shown.max() + shown.min()) / 2, (shown.max() - shown.min()) / 2
        half = max(1.08 * half, LEAST_RANGE * max(abs(shown.max()), abs(shown.min())), np.finfo(float).tiny)
        axes.set_ylim(middle - half, middle + half)
        plain_ticks(axes.yaxis, 5)
    label_axes(axes, across, up)
    legend_above(axes)
    return to_svg(figure, key, f"{up} against {across}, found and from the reference: "
                  + ", ".join(text(curve, "name") or "a curve" for curve in curves))
