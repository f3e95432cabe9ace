# SPDX-License-Identifier: Apache-2.0
"""Slices of views.json: what is read of them, and their pictures of the image and of the speed.

A slice has a row of pixels for each place along its second axis, which goes down the picture as in a stack of slices.
Arrays are (rows, columns): pore holds 0 solid, 1 conducting, 2 left out; speed is |u| over the mean superficial speed.
"""
import base64
import binascii
from dataclasses import dataclass

import numpy as np
from matplotlib.colors import PowerNorm
from matplotlib.ticker import FuncFormatter, MaxNLocator

import theme
from input_files import InputError, children, number, numbers, text
from quantities import length_unit, plain
from theme import colour, to_svg

MOST_PIXELS = 2**24
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
        """(across, down) in voxels."""
        return tuple(side * self.voxels_a_pixel for side in reversed(self.pore.shape))

    def is_to_scale(self):
        across, down = self.size_voxels()
        return max(across, down) <= MOST_UNEQUAL * min(across, down)


def decode(source, key, kind, pixels):
    """One base64 array; throws InputError when it has another size than `pixels`."""
    try:
        values = np.frombuffer(base64.b64decode(text(source, key) or "", validate=True), dtype=kind)
    except (binascii.Error, ValueError) as error:
        raise InputError(f"cannot use views.json (the {key} of a slice: {error}). Run solve again") from error
    if values.size != pixels:
        raise InputError(f"cannot use views.json (the {key} of a slice has {values.size} values in place of {pixels}). "
                         "Run solve again")
    return values


def read_slices(flow):
    """The slices of one flow of views.json."""
    return [read_slice(source) for source in children(flow, "slices")]


def read_slice(source):
    width, height = ([*numbers(source, "dims"), 0, 0])[:2]
    axes, normal, index = source.get("axes"), text(source, "normal"), number(source, "index")
    if not (width >= 1 and height >= 1 and width * height <= MOST_PIXELS):
        raise InputError("cannot use views.json (dims of a slice are no sizes of a picture). Run solve again")
    if normal not in ("x", "y", "z") or axes not in ([["x", "y"], ["x", "z"], ["y", "z"], ["y", "x"], ["z", "x"], ["z", "y"]]):
        raise InputError("cannot use views.json (a slice does not name its axes and normal). Run solve again")
    shape = (int(height), int(width))
    pore = decode(source, "pore", np.uint8, shape[0] * shape[1]).reshape(shape)
    speed = decode(source, "speed", np.dtype("<f4"), shape[0] * shape[1]).astype(float).reshape(shape)
    return Slice(normal, int(index or 0), tuple(axes), number(source, "voxels_a_pixel") or 1.0, pore,
                 np.where(np.isfinite(speed), np.maximum(speed, 0), 0))


def fastest(slices):
    """The speed at the end of the colour scale: 99.5 % of the conducting pixels of all slices are slower."""
    moving = np.concatenate([piece.speed[piece.pore == 1] for piece in slices]) if slices else np.empty(0)
    top = float(np.quantile(moving, 0.995)) if moving.size else 0.0
    return top if top > 0 else 1.0


def flow_in_words(piece, direction):
    """Where the flow goes in a picture: an arrow, or that it comes out of the page."""
    if direction in piece.axes:
        return f"flow along {direction} {'→' if piece.axes[0] == direction else '↓'}"
    into = piece.axes + (direction,) in (("x", "y", "z"), ("y", "z", "x"), ("z", "x", "y"))  # right-handed: y is down
    return f"flow along {direction} {'⊗ into the page' if into else '⊙ out of the page'}"


def frame(piece, bar):
    """(figure, axes) in which the picture fills the width, or the height where it is tall. `bar`: room for a scale."""
    across, down = piece.size_voxels()
    ratio = down / across if piece.is_to_scale() else 0.5
    left, right, top, bottom = 0.62, (0.95 if bar else 0.62), 0.75, 0.55  # inches
    width = min(5.0 - left - right, 4.2 / ratio)
    height = width * ratio
    figure = theme.Figure(figsize=(5.0, height + top + bottom))
    where = (left / 5.0, bottom / (height + top + bottom), width / 5.0, height / (height + top + bottom))
    return figure, figure.add_axes(where)


def finish(axes, piece, voxel_size_m, heading):
    """Axes in voxels at the left and below, in lengths at the top and right where the voxel size is known."""
    axes.grid(False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
    for axis, name in ((axes.xaxis, piece.axes[0]), (axes.yaxis, piece.axes[1])):
        axis.set_major_locator(MaxNLocator(4, integer=True, steps=[1, 2, 5, 10]))
        axis.set_label_text(f"{name}, voxels")
    axes.tick_params(length=3)
    figure = axes.figure
    figure.text(0.62 / 5.0, 1 - 0.08 / figure.get_figheight(), heading, color=colour("ink"), size=10.5, va="top")
    if voxel_size_m is None:
        return
    unit_m, unit = length_unit(max(piece.size_voxels()) * voxel_size_m / 2)
    factor = voxel_size_m / unit_m
    to_length, to_voxels = (lambda voxels: voxels * factor), (lambda metres: metres / factor)
    upper = axes.secondary_xaxis("top", functions=(to_length, to_voxels))
    right = axes.secondary_yaxis("right", functions=(to_length, to_voxels))
    for axis in (upper.xaxis, right.yaxis):
        axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
        axis.set_major_formatter(FuncFormatter(lambda value, position: plain(value)))
    for side in (upper, right):
        side.tick_params(length=3, labelsize=9.5)
    upper.set_xlabel(unit, labelpad=3)
    upper.xaxis.set_label_coords(1.02, 1.03)
    upper.xaxis.label.set_horizontalalignment("left")


def show(axes, piece, picture, **options):
    across, down = piece.size_voxels()
    axes.imshow(picture, extent=(0, across, down, 0), aspect="equal" if piece.is_to_scale() else "auto", **options)


def image_slice(piece, voxel_size_m, key):
    """The voxels of a slice: solid, conducting, left out."""
    figure, axes = frame(piece, bar=True)
    axes.set_facecolor(colour("solid"))
    picture = np.zeros(piece.pore.shape + (4,), dtype=np.uint8)
    picture[piece.pore == 1] = (*theme.PORE_RGB, 255)
    picture[piece.pore == 2] = (*theme.LEFT_OUT_RGB, 255)
    show(axes, piece, picture)
    finish(axes, piece, voxel_size_m, f"{piece.normal} = {piece.index}")
    return to_svg(figure, key, f"The image at {piece.normal} = {piece.index}: pore and solid voxels")


def speed_slice(piece, direction, top, voxel_size_m, key):
    """Speed in a slice, on a square-root scale that ends at `top`."""
    figure, axes = frame(piece, bar=True)
    axes.set_facecolor(colour("solid"))
    norm = PowerNorm(0.5, vmin=0.0, vmax=top, clip=True)
    show(axes, piece, np.ma.masked_where(piece.pore != 1, piece.speed), cmap="viridis", norm=norm)
    left_out = np.zeros(piece.pore.shape + (4,), dtype=np.uint8)
    left_out[piece.pore == 2] = (*theme.LEFT_OUT_RGB, 255)
    if (piece.pore == 2).any():
        show(axes, piece, left_out)
    finish(axes, piece, voxel_size_m, f"{piece.normal} = {piece.index}, {flow_in_words(piece, direction)}")
    box = axes.get_position()
    gap = 0.42 if voxel_size_m is not None else 0.16
    bar = figure.add_axes((box.x1 + gap / 5.0, box.y0, 0.12 / 5.0, box.height))
    bar.imshow(np.linspace(0, 1, 128)[:, None], extent=(0, 1, 0, 1), origin="lower", aspect="auto", cmap="viridis")
    return finish_bar(bar, figure, top, key, f"Speed at {piece.normal} = {piece.index}, flow along {direction}")


def finish_bar(bar, figure, top, key, label):
    """Ticks of a square-root colour scale, at its right."""
    bar.grid(False)
    bar.set_xticks([])
    ticks = [top * part for part in (0.0, 0.1, 0.4, 1.0)]
    step = 10.0**np.floor(np.log10(top)) / 10
    ticks = sorted({0.0, *(round(round(tick / step) * step, 12) for tick in ticks[1:-1]), top})
    bar.set_yticks([np.sqrt(tick / top) for tick in ticks], [plain(tick, 2) for tick in ticks])
    bar.yaxis.tick_right()
    bar.tick_params(axis="y", length=3, labelsize=9.5)
    for side in bar.spines.values():
        side.set_visible(False)
    return to_svg(figure, key, label)
