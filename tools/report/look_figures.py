# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of a look: grey slices, histogram, segmentations, connected parts, sizes of pores."""
from dataclasses import replace

import numpy as np

import slice_figures
from input_files import InputError, children, number, numbers, text
from quantities import plain
from slice_figures import decode, finish, frame, heading, show
from theme import LEFT_OUT_RGB, PORE_RGB, colour, label_axes, legend_above, new_figure, plain_ticks, series, to_svg

MOST_PIXELS = 300  # along each side of a picture
PART_COLOURS = {1: PORE_RGB, 2: LEFT_OUT_RGB, 3: (0x00, 0x9E, 0x73), 4: (0xCC, 0x79, 0xA7), 5: (0xF0, 0xE4, 0x42),
                6: (0xD5, 0x5E, 0x00), 7: (0x00, 0x72, 0xB2), 8: (0x80, 0x80, 0x80)}  # of look_slices.json
NAMES = {"otsu": "Otsu", "multi-otsu": "multi-Otsu", "valley": "valley"}


def read_piece(source, key, kind):
    """Gives a slice of look_slices.json whose `pore` holds the values of `key`. Throws InputError."""
    width, height = ([*numbers(source, "dims"), 0, 0])[:2]
    axes, normal = source.get("axes"), text(source, "normal")
    if not (width >= 1 and height >= 1 and width * height <= slice_figures.MOST_PIXELS):
        raise InputError("cannot use look_slices.json (dims of a slice are no sizes of a picture). Run look again")
    if not isinstance(axes, list) or sorted(map(str, [*axes, normal])) != ["x", "y", "z"]:
        raise InputError("cannot use look_slices.json (a slice does not name its axes and normal). Run look again")
    shape = (int(height), int(width))
    values = decode(source, key, kind, shape[0] * shape[1]).reshape(shape)
    step = -(-max(shape) // MOST_PIXELS)
    return slice_figures.Slice(normal, int(number(source, "index") or 0), tuple(axes),
                               (number(source, "voxels_a_pixel") or 1.0) * step, values[::step, ::step], values[:0])


def read_greys(slices):
    return [read_piece(source, "grey", np.dtype("<f4")) for source in children(slices, "grey")]


def read_parts(slices):
    return [read_piece(source, "parts", np.uint8) for source in children(slices, "pores")]


def figure_of(title, svg, piece, caption=""):
    words = caption + ("" if piece.is_to_scale() else " Not to scale.")
    return {"title": title, "svg": svg, "caption": words.strip()}


def grey_slice(piece, voxel_size_m, key):
    """Draws grey values, from the darkest 0.5 % to the brightest 0.5 %."""
    figure, axes, _ = frame(piece, below=0.0)
    values = np.where(np.isfinite(piece.pore), piece.pore, np.nan).astype(float)
    known = values[np.isfinite(values)]
    low, high = np.quantile(known, (0.005, 0.995)) if known.size else (0.0, 1.0)
    shades = np.clip(np.nan_to_num((values - low) / (high - low if high > low else 1.0)), 0, 1)
    show(axes, piece, np.round(shades * 63) / 63, cmap="gray", vmin=0, vmax=1)
    finish(axes, piece, voxel_size_m)
    label = f"Grey values at {heading(piece)}"
    return figure_of(heading(piece), to_svg(figure, key, label), piece)


def cut_slice(piece, threshold, step, voxel_size_m, key):
    """Draws the darker voxels of a slice of grey values as pore."""
    cut = replace(piece, pore=(piece.pore <= np.float32(threshold)).astype(np.uint8))
    share = 100 * cut.pore.mean()
    where = "at the threshold" if step == 0 else f"{'+' if step > 0 else '−'}{abs(100 * step):.0f} %"
    title = f"{where}: {plain(threshold, 4)}"
    return figure_of(title, slice_figures.image_slice(cut, voxel_size_m, key), cut, f"{share:.1f} % of this slice is darker.")


def part_slice(piece, voxel_size_m, key):
    """Draws connected parts of the pores, each in a colour of its own, and isolated ones."""
    figure, axes, _ = frame(piece, below=0.0)
    axes.set_facecolor(colour("solid"))
    picture = np.zeros(piece.pore.shape + (4,), dtype=np.uint8)
    for part, rgb in PART_COLOURS.items():
        picture[piece.pore == part] = (*rgb, 255)
    show(axes, piece, picture)
    finish(axes, piece, voxel_size_m)
    label = f"Connected parts of the pores at {heading(piece)}"
    return figure_of(heading(piece), to_svg(figure, key, label), piece)


def histogram(bars, thresholds, key):
    """Draws the histogram, on a logarithmic axis, with the thresholds. None where there are no bars."""
    edges = [number(bar, "from_grey") for bar in bars]
    voxels = [number(bar, "voxels") for bar in bars]
    if not bars or None in edges or None in voxels or number(bars[-1], "to_grey") is None:
        return None
    figure, axes = new_figure()
    edges.append(number(bars[-1], "to_grey"))
    total = sum(voxels) or 1
    shares = [100 * each / total for each in voxels]
    axes.stairs(shares, edges, fill=True, color=series(0)[0], alpha=0.45)
    axes.set_yscale("log")
    least = min((share for share in shares if share > 0), default=1.0)
    axes.set_ylim(least / 2, 2 * max(shares, default=1.0))
    handles = []
    styles = {"otsu": "-", "multi-otsu": (0, (4, 2)), "valley": (0, (1, 1.5))}
    for place, (method, style) in enumerate(styles.items(), 1):
        for value in (grey for name, grey in thresholds if name == method):
            line = axes.axvline(value, color=series(place)[0], linestyle=style)
            if not any(name == NAMES[method] for _, name in handles):
                handles.append((line, NAMES[method]))
    plain_ticks(axes.xaxis)
    plain_ticks(axes.yaxis)
    label_axes(axes, "grey value", "voxels, % in each bar")
    legend_above(axes, handles)
    figure.table = [("from grey", "to grey", "voxels"), *zip(edges, edges[1:], voxels)]
    return {"title": "Histogram", "svg": to_svg(figure, key, "Histogram of the grey values with thresholds"),
            "caption": "A thousandth of the voxels at each end stands in the outermost bars. The upward axis is logarithmic."}


def sizes(balls, key):
    """Draws the shares of the pores that balls cover and reach. None where there are none."""
    rows = [(number(ball, "diameter_voxels"), number(ball, "covered_share_of_pores"), number(ball, "reached_share_of_pores"))
            for ball in balls]
    rows = [row for row in rows if None not in row]
    if not rows:
        return None
    figure, axes = new_figure()
    across = [1.0, *(row[0] for row in rows)]
    for place, (column, name) in enumerate(((1, "pores: a ball covers"), (2, "throats: it reaches"))):
        shade, marker = series(place)
        axes.plot(across, [100.0, *(100 * row[column] for row in rows)], color=shade, marker=marker, markersize=5, label=name)
    axes.set_xscale("log")
    shown = [value for value in (1, 3, 7, 15, 31, 63, 127, 255) if value <= across[-1]]
    axes.set_xticks(shown, [plain(value) for value in shown])
    axes.minorticks_off()
    axes.set_ylim(0, 103)
    plain_ticks(axes.yaxis)
    label_axes(axes, "diameter of the ball, voxels", "share of the pore volume, %")
    legend_above(axes)
    figure.table = [("diameter_voxels", "covered_share", "reached_share"), *rows]
    return {"title": "Sizes of pores and throats", "svg": to_svg(figure, key, "Shares of the pores that balls cover and reach"),
            "caption": "What balls of a diameter cover where they fit, and what of it they reach from the faces, as mercury "
                       "that is pressed in."}
