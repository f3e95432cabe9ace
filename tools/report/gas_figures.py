# SPDX-License-Identifier: Apache-2.0
"""Draws K of a gas over one over the mean pressure: Klinkenberg's plot."""
import numpy as np

from input_files import child, number
from quantities import DARCY_M2, measured
from theme import colour, label_axes, legend_above, new_figure, plain_ticks, series, to_svg

BAR = 1e5
ROUGH, MOST = 0.1, 1.0  # Knudsen numbers, as in src/darcy/gas/gas_flow.hpp


def numbers_of(flow):
    """Gives (K in mD, p, b, low b, high b in Pa, Knudsen number), or None where one is missing or not above 0."""
    gas = child(flow, "gas")
    b = child(gas, "klinkenberg_b_pa")
    knudsen = [value for key in ("narrowest_throat_knudsen", "mean_throat_knudsen") if (value := number(gas, key))]
    m2 = number(flow, "permeability_m2")
    found = [m2 / DARCY_M2 * 1e3 if m2 else None, number(gas, "pressure_pa"), number(b, "value"), number(b, "low"),
             number(b, "high"), max(knudsen, default=None)]
    return None if any(value is None or not 0 < value < 1e30 for value in found) else found


def klinkenberg_figure(flow, key, direction):
    """Gives the SVG, or None where the numbers of a line are not there."""
    found = numbers_of(flow)
    if found is None:
        return None
    k, pressure, b, low, high, knudsen = found
    asked = BAR / pressure
    rough, most = asked * ROUGH / knudsen, asked * MOST / knudsen  # 1/p where the Knudsen number is that
    end = min(max(2 * asked, 1.2 * rough), most)
    figure, axes = new_figure(5.4, 3.6)
    across = np.linspace(0, end, 41)
    line = lambda slope, places: k * (1 + slope * places / BAR)
    figure.table = [("1/p, 1/bar", "K of the gas, mD", "low", "high"),
                    *zip(across, line(b, across), line(low, across), line(high, across))]
    tint, marker = series(0)
    axes.fill_between(across, line(low, across), line(high, across), color=tint, alpha=0.18, linewidth=0)
    for first, last, style, name in ((0, min(rough, end), "-", "K (1 + b/p)"),
                                     (rough, end, (0, (1, 2)), "beyond Kn = 0.1")):
        if last > first:
            ends = np.array((first, last))
            axes.plot(ends, line(b, ends), color=tint, linestyle=style, label=name)
    axes.plot([0], [k], color=colour("soft"), marker="_", markersize=12, linestyle="none", label="K of a liquid")
    if asked <= most:
        axes.plot([asked], [line(b, asked)], color=tint, marker=marker, markersize=7, linestyle="none",
                  label=f"at {measured(pressure / BAR, 3)} bar")
    published = number(child(flow, "gas"), "published_b_pa")
    if published and 0 < published < 1e30:
        axes.plot(across, line(published, across), color=series(1)[0], linewidth=1.2, linestyle=(0, (5, 3)),
                  label="rocks (Heid et al.)")
    axes.set_xlim(0, end * 1.04)
    plain_ticks(axes.xaxis)
    plain_ticks(axes.yaxis)
    label_axes(axes, "1 / mean pressure, 1/bar", "K of the gas, mD, as solved")
    legend_above(axes)
    return to_svg(figure, key, f"K of the gas over one over the mean pressure, along {direction}")
