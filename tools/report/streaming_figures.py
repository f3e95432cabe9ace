# SPDX-License-Identifier: Apache-2.0
"""Draws the speeds of streaming schemes against porosity, spheres, size and threads a block, and bars of one box.

The lines follow figures of papers: Huang et al. 2015, Figs. 4 and 5; Valero-Lara et al., Fig. 10; Mawson and Revell 2014,
Fig. 14. A scheme has one colour, marker and line on the whole page.
"""

from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator

from input_files import number, positive
from quantities import measured, percent
from streaming_rows import fastest_blocks, grouped, speed_in_words
from theme import SERIES, colour, label_axes, legend_above, new_figure, plain_ticks, series, to_svg

LINES = ["-", (0, (4, 2)), (0, (1, 1.5))]  # the first six schemes have the first, and filled markers
SMALLEST_BAR = 0.006  # of the axis: a shorter error bar is not seen
LONGEST = 14  # characters of a name beside a bar
ROW = 0.25  # inches that a bar takes
MOST_TICKS = 7
LEGEND_ROW = 0.2  # inches


def axes_for(schemes):
    """Gives (figure, axes) with as much room below the legend whatever the number of schemes."""
    return new_figure(height=2.7 + LEGEND_ROW * -(-schemes // 3))


class Styles:
    """Gives each scheme its look, in the order in which the file names them."""

    def __init__(self, rows):
        self.places = {scheme: place for place, scheme in enumerate(dict.fromkeys(row.scheme for row in rows))}

    def of(self, scheme):
        place = self.places[scheme]
        tint, marker = series(place)
        lap = place // SERIES
        filled = {} if lap == 0 else dict(markerfacecolor=colour("surface"))
        return dict(color=tint, marker=marker, markersize=5.5, linewidth=1.4, linestyle=LINES[lap % len(LINES)], **filled)


def range_in_words(points):
    """Says how fast a scheme was, for those who do not see the figure."""
    speeds = [row.speed for _, row in points]
    low, high = speed_in_words(min(speeds)), speed_in_words(max(speeds))
    return low if low == high else f"{low} to {high}"


def lines_of(rows, across):
    """Gives {scheme: [(x, row)]} ordered by x, with the fastest block at each; `across` gives x of a row."""
    found = {}
    for x, own in sorted(grouped([row for row in rows if row.speed], across).items()):
        for scheme, row in fastest_blocks(own).items():
            found.setdefault(scheme, []).append((x, row))
    return found


def speed_figure(rows, styles, across, label, key, doubling=False):
    """Draws MFLUPS against across(row), a line a scheme. None when there are not two places with a speed.

    `doubling` makes the axis logarithmic, with the places themselves as ticks.
    """
    places = sorted({across(row) for row in rows if row.speed})
    if len(places) < 2:
        return None
    lines = lines_of(rows, across)
    figure, axes = axes_for(len(lines))
    figure.table = [("scheme", label, "MFLUPS", "standard deviation", "threads a block")]
    for scheme in [name for name in styles.places if name in lines]:
        draw_line(axes, lines[scheme], scheme, styles)
        figure.table += [(scheme, x, row.speed, row.deviation, row.block or "") for x, row in lines[scheme]]
    set_axes(axes, places, lines, doubling)
    label_axes(axes, label, "speed, MFLUPS")
    legend_above(axes)
    words = "; ".join(f"{scheme}: {range_in_words(points)}" for scheme, points in lines.items())
    return to_svg(figure, key, f"Speed in MFLUPS against {label}. {words}")


def draw_line(axes, points, scheme, styles):
    """Draws the speeds of one scheme, with their deviations where these can be seen."""
    top = max(row.speed for _, row in points)
    bars = [row.deviation for _, row in points]
    axes.errorbar(
        [x for x, _ in points],
        [row.speed for _, row in points],
        yerr=bars if max(bars) > SMALLEST_BAR * top else None,
        capsize=2,
        elinewidth=1,
        label=scheme,
        **styles.of(scheme),
    )


def set_axes(axes, places, lines, doubling):
    top = max(row.speed + row.deviation for points in lines.values() for _, row in points)
    axes.set_ylim(0, 1.06 * top)
    axes.yaxis.set_major_locator(MaxNLocator(6))
    plain_ticks(axes.yaxis)
    if doubling:
        axes.set_xscale("log", base=2)
        ticks = places
        while len(ticks) > MOST_TICKS:
            ticks = ticks[::-2][::-1]
        axes.xaxis.set_major_locator(FixedLocator(ticks))
        axes.xaxis.set_minor_locator(NullLocator())
    elif len(places) <= MOST_TICKS and min(b - a for a, b in zip(places, places[1:])) > (places[-1] - places[0]) / 9:
        axes.xaxis.set_major_locator(FixedLocator(places))
    else:
        axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10], integer=places[-1] > 2))
    plain_ticks(axes.xaxis, 3)


def block_figure(rows, styles, key):
    """Draws MFLUPS against the threads of a block, in one box. A scheme with blocks of its own is a level line."""
    blocks = sorted({row.block for row in rows if row.speed and row.block})
    if len(blocks) < 2:
        return None
    figure, axes = axes_for(len({row.scheme for row in rows if row.speed}))
    figure.table = [("scheme", "threads a block", "MFLUPS", "standard deviation")]
    lines = {}
    for scheme in styles.places:
        own = [row for row in rows if row.scheme == scheme and row.speed]
        points = lines_of([row for row in own if row.block], lambda row: row.block).get(scheme, [])
        if points:
            draw_line(axes, points, scheme, styles)
        elif own:
            points = [("", next(iter(fastest_blocks(own).values())))]
            axes.plot(blocks, [points[0][1].speed] * len(blocks), label=scheme, **{**styles.of(scheme), "marker": ""})
        if points:
            lines[scheme] = points
            figure.table += [(scheme, x, row.speed, row.deviation) for x, row in points]
    set_axes(axes, blocks, lines, doubling=True)
    label_axes(axes, "threads of a block", "speed, MFLUPS")
    legend_above(axes)
    words = "; ".join(f"{scheme}: {range_in_words(points)}" for scheme, points in lines.items())
    return to_svg(figure, key, f"Speed in MFLUPS against the threads of a block. {words}")


def name_beside(scheme):
    """Gives a name that fits beside a bar; a $ would begin a formula."""
    return (scheme if len(scheme) <= LONGEST else scheme[: LONGEST - 1] + "…").replace("$", "\\$")


def draw_bars(axes, values, words, bars=None):
    """Draws one bar a value, the first at the top, with words at its end."""
    places = list(range(len(values)))[::-1]
    axes.barh(places, values, height=0.62, color=series(0)[0], linewidth=0)
    ends = values
    if bars and max(bars) > SMALLEST_BAR * max(values):
        axes.errorbar(values, places, xerr=bars, linestyle="none", color=colour("ink"), elinewidth=1, capsize=2)
        ends = [value + bar for value, bar in zip(values, bars)]
    for place, end, word in zip(places, ends, words):
        axes.annotate(word, (end, place), xytext=(4, 0), textcoords="offset points", va="center", size=9)
    axes.set_ylim(-0.6, len(values) - 0.4)
    axes.grid(visible=False, axis="y")
    return places


def limit_figure(rows, key):
    """Draws the speed of each scheme in one box over what the memory allows, the nearest to it first."""
    best = [row for row in fastest_blocks(rows).values() if positive(row.source, "fraction_of_limit")]
    if not best:
        return None
    best.sort(key=lambda row: -number(row.source, "fraction_of_limit"))
    figure, axes = new_figure(height=0.9 + ROW * max(len(best), 3))
    values = [number(row.source, "fraction_of_limit") for row in best]
    bars = [value * row.deviation / row.speed for value, row in zip(values, best)]
    words = [percent(value) for value in values]
    places = draw_bars(axes, [100 * value for value in values], words, [100 * bar for bar in bars])
    axes.axvline(100, color=colour("soft"), linewidth=1.2, linestyle=(0, (2, 2)), zorder=0.5)
    axes.set_yticks(places, [name_beside(row.scheme) for row in best])
    axes.set_xlim(0, max(112, 100 * 1.15 * max(value + bar for value, bar in zip(values, bars))))
    axes.xaxis.set_major_locator(MaxNLocator(6))
    plain_ticks(axes.xaxis)
    label_axes(axes, "speed over its limit, %", "")
    figure.table = [("scheme", "speed over its limit", "standard deviation", "threads a block")]
    figure.table += [(row.scheme, value, bar, row.block or "") for row, value, bar in zip(best, values, bars)]
    named = "; ".join(f"{row.scheme}: {word}" for row, word in zip(best, words))
    return to_svg(figure, key, f"Speed over the limit that the memory sets. {named}")


def memory_figure(rows, key):
    """Draws for each scheme in one box the bytes that a voxel takes, and beside it the edge of the largest cube."""
    found = {}
    for row in rows:
        voxel, cube = positive(row.source, "bytes_per_voxel"), positive(row.source, "largest_cube")
        if voxel and row.scheme not in found:
            found[row.scheme] = (voxel, cube)
    if not found:
        return None
    ordered = sorted(found.items(), key=lambda item: (-(item[1][1] or 0), item[1][0]))
    figure, axes = new_figure(height=0.95 + ROW * max(len(ordered), 3))
    axes.remove()
    left, right = figure.subplots(1, 2, sharey=True)
    voxels, cubes = [value[0] for _, value in ordered], [value[1] for _, value in ordered]
    places = draw_bars(left, voxels, [measured(value, 3) for value in voxels])
    draw_bars(right, [cube or 0 for cube in cubes], [f"{cube:.0f}" if cube else "not known" for cube in cubes])
    left.set_yticks(places, [name_beside(scheme) for scheme, _ in ordered])
    right.tick_params(labelleft=False)
    for axes, highest in ((left, max(voxels)), (right, max([cube or 0 for cube in cubes]))):
        axes.set_xlim(0, 1.3 * highest if highest else 1)
        axes.xaxis.set_major_locator(MaxNLocator(3) if highest else NullLocator())
        plain_ticks(axes.xaxis)
    label_axes(left, "bytes a voxel", "")
    label_axes(right, "edge of the largest cube", "")
    figure.table = [("scheme", "bytes a voxel", "edge of the largest cube, voxels")]
    figure.table += [(scheme, voxel, cube or "") for scheme, (voxel, cube) in ordered]
    cubes = {scheme: f"{cube:.0f}³" if cube else "not known" for scheme, (_, cube) in ordered}
    named = "; ".join(f"{scheme}: {measured(voxel, 3)} bytes, {cubes[scheme]}" for scheme, (voxel, _) in ordered)
    return to_svg(figure, key, f"Memory of a voxel, and the largest cube that fits. {named}")
