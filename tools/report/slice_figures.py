# SPDX-License-Identifier: Apache-2.0
"""Reads the slices of views.json and draws pictures of the image and of the speed.

A slice has a row of pixels for each place along its second axis, which goes down the picture as in a stack of slices.
Arrays are (rows, columns): pore holds 0 solid, 1 conducting, 2 left out; speed is |u| over the mean superficial speed.
"""
import base64
import binascii
from dataclasses import dataclass, replace

import matplotlib
import numpy as np
from matplotlib.colors import ListedColormap, PowerNorm
from matplotlib.ticker import FuncFormatter, MaxNLocator

import theme
from input_files import InputError, children, number, numbers, text
from quantities import length_unit, plain
from theme import colour, to_svg

MOST_PIXELS = 2**24
MOST_PIXELS_OF_A_PAGE = 3 * 2**18  # of all its slices, so that the page stays below 1.5 MB
SPEED_COLOURS = 48
WIDTH = 3.6  # inches
MOST_UNEQUAL = 6.0  # longer over shorter side, up to which a picture is to scale


@dataclass
class Slice:
    normal: str
    index: int
    axes: tuple
    voxels_a_pixel: float
    pore: np.ndarray
    speed: np.ndarray

    def size_voxels(self):
        """Gives (across, down) in voxels."""
        return tuple(side * self.voxels_a_pixel for side in reversed(self.pore.shape))

    def is_to_scale(self):
        across, down = self.size_voxels()
        return max(across, down) <= MOST_UNEQUAL * min(across, down)


def decode(source, key, kind, pixels):
    """Gives one base64 array. Throws InputError when it has another size than `pixels`."""
    try:
        values = np.frombuffer(base64.b64decode(text(source, key) or "", validate=True), dtype=kind)
    except (binascii.Error, ValueError) as error:
        raise InputError(f"cannot use views.json (the {key} of a slice: {error}). Run solve again") from error
    if values.size != pixels:
        raise InputError(f"cannot use views.json (the {key} of a slice has {values.size} values in place of {pixels}). "
                         "Run solve again")
    return values


def read_slices(flow, pictures):
    """Gives the slices of one flow of views.json, thinned out for a page of so many pictures."""
    most = max(1, int((MOST_PIXELS_OF_A_PAGE / max(pictures, 1))**0.5))
    return [thinned(read_slice(source), most) for source in children(flow, "slices")]


def thinned(piece, most):
    """Gives a slice with every second, third ... pixel, so that it has at most so many along each side."""
    step = -(-max(piece.pore.shape) // most)
    return replace(piece, voxels_a_pixel=piece.voxels_a_pixel * step, pore=piece.pore[::step, ::step],
                   speed=piece.speed[::step, ::step])


def read_slice(source):
    width, height = ([*numbers(source, "dims"), 0, 0])[:2]
    axes, normal, index = source.get("axes"), text(source, "normal"), number(source, "index")
    if not (width >= 1 and height >= 1 and width * height <= MOST_PIXELS):
        raise InputError("cannot use views.json (dims of a slice are no sizes of a picture). Run solve again")
    if not isinstance(axes, list) or sorted(map(str, [*axes, normal])) != ["x", "y", "z"]:
        raise InputError("cannot use views.json (a slice does not name its axes and normal). Run solve again")
    shape = (int(height), int(width))
    pore = decode(source, "pore", np.uint8, shape[0] * shape[1]).reshape(shape)
    speed = decode(source, "speed", np.dtype("<f4"), shape[0] * shape[1]).astype(float).reshape(shape)
    return Slice(normal, int(index or 0), tuple(axes), number(source, "voxels_a_pixel") or 1.0, pore,
                 np.where(np.isfinite(speed), np.maximum(speed, 0), 0))


def fastest(slices):
    """Gives the speed at the end of the colour scale: 99.5 % of the conducting pixels of all slices are slower."""
    moving = np.concatenate([piece.speed[piece.pore == 1] for piece in slices]) if slices else np.empty(0)
    top = float(np.quantile(moving, 0.995)) if moving.size else 0.0
    return top if top > 0 else 1.0


def arrow(piece, direction):
    """Says where the flow goes in a picture: an arrow, or words for into the page and out of it."""
    if direction in piece.axes:
        return "→" if piece.axes[0] == direction else "↓"
    # The axes (across, down, into the page) are right-handed, as these triples are.
    into = piece.axes + (direction,) in (("x", "y", "z"), ("y", "z", "x"), ("z", "x", "y"))
    return "into the page ⊗" if into else "out of the page ⊙"


def heading(piece, direction=None):
    """Says where a slice is, and where the flow goes in it."""
    return f"{piece.normal} = {piece.index}" + (f", flow {arrow(piece, direction)}" if direction else "")


def frame(piece, below):
    """Gives (figure, axes, (left, width, height) in inches) for a picture as wide as fits, or narrower if it is tall.

    `below` is the room under its axis, in inches.
    """
    across, down = piece.size_voxels()
    ratio = down / across if piece.is_to_scale() else 0.5
    left, right, top, bottom = 0.55, 0.5, 0.3, 0.45 + below
    width = min(WIDTH - left - right, 4.2 / ratio)
    height = width * ratio
    left += (WIDTH - left - right - width) / 2
    figure = theme.Figure(figsize=(WIDTH, height + top + bottom))
    tall = height + top + bottom
    return figure, figure.add_axes((left / WIDTH, bottom / tall, width / WIDTH, height / tall)), (left, width, height)


def finish(axes, piece, voxel_size_m):
    """Labels the axes: voxels at the left and below, lengths at the top and right if the voxel size is known."""
    axes.grid(False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
    for axis, name in ((axes.xaxis, piece.axes[0]), (axes.yaxis, piece.axes[1])):
        axis.set_major_locator(MaxNLocator(4, integer=True, steps=[1, 2, 5, 10]))
        axis.set_label_text(f"{name}, voxels", size=9.5)
    axes.tick_params(length=3)
    if voxel_size_m is None:
        return
    unit_m, unit = length_unit(max(piece.size_voxels()) * voxel_size_m / 2)
    factor = voxel_size_m / unit_m
    functions = (lambda voxels: voxels * factor), (lambda metres: metres / factor)
    upper, right = axes.secondary_xaxis("top", functions=functions), axes.secondary_yaxis("right", functions=functions)
    for axis in (upper.xaxis, right.yaxis):
        axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
        axis.set_major_formatter(FuncFormatter(lambda value, position: plain(value)))
    for side in (upper, right):
        side.tick_params(length=3, labelsize=9.5)
    right.yaxis.get_offset_text().set_visible(False)
    axes.annotate(unit, (1, 1), xycoords="axes fraction", xytext=(7, 7), textcoords="offset points", size=9.5,
                  color=colour("soft"))


def show(axes, piece, picture, **options):
    across, down = piece.size_voxels()
    axes.imshow(picture, extent=(0, across, down, 0), aspect="auto", **options)


def show_left_out(axes, piece):
    """Draws the pores that no flow reaches over the picture."""
    picture = np.zeros(piece.pore.shape + (4,), dtype=np.uint8)
    picture[piece.pore == 2] = (*theme.LEFT_OUT_RGB, 255)
    if (piece.pore == 2).any():
        show(axes, piece, picture)


def image_slice(piece, voxel_size_m, key):
    """Draws the voxels of a slice: solid, conducting, left out."""
    figure, axes, _ = frame(piece, below=0.0)
    axes.set_facecolor(colour("solid"))
    picture = np.zeros(piece.pore.shape + (4,), dtype=np.uint8)
    picture[piece.pore == 1] = (*theme.PORE_RGB, 255)
    show(axes, piece, picture)
    show_left_out(axes, piece)
    finish(axes, piece, voxel_size_m)
    return to_svg(figure, key, f"The image at {heading(piece)}: pore and solid voxels")


def speed_slice(piece, direction, top, voxel_size_m, key):
    """Draws the speed in a slice, on a square-root scale that ends at `top`, with that scale below."""
    figure, axes, (left, width, height) = frame(piece, below=0.62)
    axes.set_facecolor(colour("solid"))
    norm = PowerNorm(0.5, vmin=0.0, vmax=top, clip=True)
    show(axes, piece, np.ma.masked_where(piece.pore != 1, piece.speed), cmap=speed_colours(), norm=norm)
    show_left_out(axes, piece)
    finish(axes, piece, voxel_size_m)
    tall = figure.get_figheight()
    wide = max(width, 1.8)
    bar = figure.add_axes(((left + (width - wide) / 2) / WIDTH, 0.42 / tall, wide / WIDTH, 0.1 / tall))
    draw_scale(bar, top)
    return to_svg(figure, key, f"Speed at {heading(piece)}, flow along {direction} {arrow(piece, direction)}")


def speed_colours():
    """Gives the colours of the speed: few, so that pictures are small."""
    return ListedColormap(matplotlib.colormaps["viridis"](np.linspace(0, 1, SPEED_COLOURS)))


def draw_scale(bar, top):
    """Draws the scale: the colours of speeds from 0 to `top`, spread by the square root."""
    bar.imshow(np.linspace(0, 1, 128)[None, :], extent=(0, 1, 0, 1), origin="lower", aspect="auto", cmap=speed_colours())
    step = 10.0**np.floor(np.log10(top)) / 10
    ticks = [0.0, *(round(round(top * part / step) * step, 12) for part in (0.1, 0.4)), top]
    bar.set_xticks([np.sqrt(tick / top) for tick in ticks], [plain(tick, 2) for tick in ticks])
    bar.set_yticks([])
    bar.grid(False)
    bar.tick_params(axis="x", length=3)
    bar.set_xlabel("speed over the mean superficial speed", size=9.5, labelpad=2)
    for side in bar.spines.values():
        side.set_visible(False)
