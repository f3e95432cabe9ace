# SPDX-License-Identifier: Apache-2.0
"""Draws the figure of a flow in space: the pores cut open, streamlines coloured by speed, the widest way with its
narrowest throat, lengths and the direction of the flow. The picture is that of space_picture.py; all else are lines and
words about it, which follow the theme of the page.
"""
from types import SimpleNamespace

import numpy as np
import PIL.Image
from matplotlib.patches import Circle

import slice_figures
import space_picture
import theme
from quantities import length_unit, plain
from space_views import read_space, turned
from theme import colour, to_svg

PIXELS, DRAWN_PIXELS = 1200, 1500  # of the longer side; more are drawn, so that edges have no steps
WIDTH = 4.7  # inches
WAY_RGB = (0.88, 0.2, 0.26)  # of the picture, near to --way of style.css
LINE_PIXELS, RIM_PIXELS, WAY_PIXELS = 3.0, 1.2, 5.5


def fastest(space):
    """Gives the speed at the end of the scale: 99.5 % of the points of the lines are slower."""
    moving = space.speeds[np.isfinite(space.points[:, 0])]
    top = float(np.quantile(moving, 0.995)) if moving.size else 0.0
    return top if top > 0 else 1.0


def draw(space, top):
    """Gives the scene, its picture in RGBA bytes and its depth."""
    scene = space_picture.Scene(space.share, DRAWN_PIXELS)
    picture, depth = scene.draw_body()
    body = depth.copy()
    colours = slice_figures.speed_colours()(np.sqrt(np.clip(space.speeds / top, 0, 1)))
    with np.errstate(invalid="ignore"):
        if len(space.points) > 1:
            balls = space_picture.beads(scene, space.points, colours, 1.0)
            space_picture.draw_balls(scene, picture, depth, balls, LINE_PIXELS, RIM_PIXELS)
        if len(space.way) > 1:
            reds = np.tile(np.array([*WAY_RGB, 1.0]), (len(space.way), 1))
            balls = space_picture.beads(scene, space.way, reds, 1.0)
            space_picture.draw_balls(scene, picture, body.copy(), balls, WAY_PIXELS, RIM_PIXELS)  # lines do not hide it
    return scene, as_bytes(picture), body


def as_bytes(picture):
    """Gives a picture with at most PIXELS along its longer side."""
    picture[..., :3] *= picture[..., 3:]  # what is behind an edge does not shine through
    tall, wide = picture.shape[:2]
    size = tuple(max(round(side * PIXELS / max(wide, tall)), 1) for side in (wide, tall))
    planes = [np.asarray(PIL.Image.fromarray(picture[..., one]).resize(size, PIL.Image.Resampling.LANCZOS))
              for one in range(4)]
    alpha = np.clip(planes[3], 0, 1)
    rgb = np.stack(planes[:3], 2) / np.maximum(alpha, 1 / 255)[..., None]
    return np.round(255 * np.concatenate([np.clip(rgb, 0, 1), alpha[..., None]], axis=2)).astype(np.uint8)


def space_figure(view, voxel_size_m, key):
    """Gives the figure of a flow in space as (SVG, caption); None where there is nothing to draw."""
    space = read_space(view)
    if space is None:
        return None
    space = turned(space)
    top = fastest(space)
    scene, picture, body = draw(space, top)
    figure, axes, box = frame(scene)
    wide, tall = scene.pixels
    axes.imshow(picture, extent=(0, wide, tall, 0), aspect="auto", interpolation="none", zorder=2)
    draw_edges(axes, scene, body)
    draw_way(axes, scene, space, body)
    name_edges(axes, scene, space, voxel_size_m)
    draw_legend(figure, box, top, space, scene, voxel_size_m)
    figure.picture_dpi = 340
    label = f"The pores cut open, with streamlines of the flow along {space.axes[0]} coloured by speed"
    return to_svg(figure, key, label), caption(space, voxel_size_m)


def frame(scene):
    """Gives (figure, axes, place): the axes count pixels of the scene, and hold its picture with some room about it."""
    wide, tall = scene.pixels
    room = 0.07 * max(wide, tall)
    across, down = wide + 2 * room, tall + 1.6 * room
    below = 0.8
    height = min(WIDTH * down / across, 1.25 * WIDTH)
    width = height * across / down
    figure = theme.Figure(figsize=(WIDTH, height + below))
    axes = figure.add_axes(((WIDTH - width) / 2 / WIDTH, below / (height + below), width / WIDTH, height / (height + below)))
    axes.set_xlim(-room, wide + room)
    axes.set_ylim(tall + room, -0.6 * room)
    axes.axis("off")
    return figure, axes, SimpleNamespace(tall=height + below, per_pixel=width / across)


def hidden(scene, body, across, down, far):
    """Tells which points lie behind walls."""
    tall, wide = body.shape
    across, down, far = (np.nan_to_num(one) for one in (across, down, far))
    column, row = np.clip(np.round(across).astype(int), 0, wide - 1), np.clip(np.round(down).astype(int), 0, tall - 1)
    return far > body[row, column] + 1.0


def draw_edges(axes, scene, body):
    """Draws those edges of the image that nothing hides."""
    corners = [np.array([a, b, c], dtype=float) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    for one in corners:
        for other in corners:
            if (other - one).sum() != 1 or ((other - one) < 0).any():
                continue
            line = (one + np.linspace(0, 1, 300)[:, None] * (other - one)) * scene.size
            across, down, far = scene.project(line)
            behind = hidden(scene, body, across, down, far - 1)
            axes.plot(np.where(behind, np.nan, across), np.where(behind, np.nan, down), color=colour("soft"),
                      linewidth=0.7, alpha=0.8, zorder=1, label="_edge")


def draw_way(axes, scene, space, body):
    """Draws the parts of the widest way that walls hide, dashed, and a ring about its narrowest throat."""
    if not len(space.way):
        return
    across, down, far = scene.project(space.way)
    behind = hidden(scene, body, across, down, far)
    axes.plot(np.where(behind, across, np.nan), np.where(behind, down, np.nan), color=colour("way"), linewidth=1.0,
              dashes=(3, 2), zorder=3, label="_way")
    x, y, _ = (float(one[0]) for one in scene.project(space.throat[None, :]))
    radius = max(space.throat_voxels / space.voxels_a_cell / 2 * scene.scale, 0.016 * max(scene.pixels))
    for width, shade in ((3.4, colour("surface")), (1.6, colour("way"))):
        axes.add_patch(Circle((x, y), radius, fill=False, edgecolor=shade, linewidth=width, zorder=4))


def name_edges(axes, scene, space, voxel_size_m):
    """Writes the length of each edge beside it, and draws the arrow of the flow."""
    a, b, c = scene.size
    away = 0.035 * max(scene.pixels)

    def side(one, other, words, is_flow=False):
        (x, u), (y, v), _ = (np.array(part, dtype=float) for part in scene.project(np.array([one, other])))
        middle, angle = np.array([(x + u) / 2, (y + v) / 2]), np.degrees(np.arctan2(y - v, u - x))
        normal = np.array([-(v - y), u - x]) / max(np.hypot(u - x, v - y), 1e-9)
        normal *= away if normal[1] > 0.05 or (abs(normal[1]) <= 0.05 and normal[0] < 0) else -away
        if is_flow:
            start, end = (np.array([x, y]) * (1 - part) + np.array([u, v]) * part + 0.75 * normal for part in (0.18, 0.82))
            axes.annotate("", end, start, arrowprops={"arrowstyle": "-|>,head_width=0.3,head_length=0.6", "linewidth": 2.2,
                                                      "color": colour("ink"), "shrinkA": 0, "shrinkB": 0})
            normal = 2.0 * normal
        angle = (angle + 89) % 180 - 89
        is_short = is_flow and np.hypot(u - x, v - y) < 0.45 * max(scene.pixels)  # the words end where the edge ends
        place = (np.array([u, v]) if is_short else middle) + normal
        axes.text(*place, words, ha="right" if is_short else "center", va="center", rotation=angle, rotation_mode="anchor", size=9.5,
                  color=colour("ink" if is_flow else "soft"))

    def words_of(axis):
        return f"{space.axes[axis]}  {in_words(space.dims[axis], voxel_size_m, 3)}"

    side((0, 0, 0), (a, 0, 0), f"flow along {words_of(0)}", is_flow=True)
    side((0, 0, 0), (0, b, 0), words_of(1))
    side((0, b, 0), (0, b, c), words_of(2))


def draw_legend(figure, box, top, space, scene, voxel_size_m):
    """Draws the scale of the speed, a bar of a round length, and what is red, in the room under the picture."""
    bar = figure.add_axes((0.05, 0.42 / box.tall, 0.45, 0.1 / box.tall))
    slice_figures.draw_scale(bar, top)
    bar.set_xlabel("speed / mean superficial speed", size=9, labelpad=2)
    rest = figure.add_axes((0.54, 0.0, 0.46, 0.75 / box.tall))
    rest.set_xlim(0, 0.46 * WIDTH)
    rest.set_ylim(0, 0.75)
    rest.axis("off")
    size, words = round_length(0.2 * WIDTH / box.per_pixel / scene.scale * space.voxels_a_cell, voxel_size_m)
    wide = size / space.voxels_a_cell * scene.scale * box.per_pixel
    rest.plot([0.05, 0.05 + wide], [0.5, 0.5], color=colour("ink"), linewidth=2.5, solid_capstyle="butt", label="_bar")
    rest.text(0.05 + wide + 0.1, 0.5, words, va="center", size=9.5, color=colour("ink"))
    if len(space.way):
        rest.plot([0.05, 0.29], [0.22, 0.22], color=colour("way"), linewidth=2.2, label="_way")
        rest.plot([0.4], [0.22], linestyle="none", marker="o", markersize=7, markerfacecolor="none", markeredgecolor=colour("way"),
                  markeredgewidth=1.6, label="_throat")
        rest.text(0.53, 0.22, f"widest way, throat {throat_in_words(space, voxel_size_m)}", va="center", size=8.5,
                  color=colour("ink"))


def round_length(most_voxels, voxel_size_m):
    """Gives the longest 1, 2 or 5 times a power of ten that is not longer than so many voxels: (voxels, words)."""
    unit_m, unit = length_unit(most_voxels * voxel_size_m) if voxel_size_m else (1.0, "voxels")
    in_unit = most_voxels * (voxel_size_m or 1.0) / unit_m
    power = 10.0 ** np.floor(np.log10(in_unit))
    found = max(factor * power for factor in (1, 2, 5) if factor * power <= in_unit * (1 + 1e-9))
    return found * unit_m / (voxel_size_m or 1.0), f"{plain(found)} {unit}"


def throat_in_words(space, voxel_size_m):
    about = "" if space.voxels_seen <= 1 else "about "
    return about + in_words(space.throat_voxels, voxel_size_m, 2)


def in_words(voxels, voxel_size_m, digits):
    """Gives a length in so many digits."""
    if not voxel_size_m:
        return f"{plain(voxels, digits)} voxels"
    unit_m, unit = length_unit(voxels * voxel_size_m)
    return f"{plain(voxels * voxel_size_m / unit_m, digits)} {unit}"


def caption(space, voxel_size_m):
    words = (f"The pores that the flow reaches, cut open: a quarter of the image is left out. The {space.lines} lines "
             "start at the inlet and stand for equal shares of the flow; their colour is the speed.")
    if len(space.way):
        words += (" Red: the widest way from face to face, dashed behind walls. The ring is its narrowest throat, "
                  f"{throat_in_words(space, voxel_size_m)} across"
                  + (f" ({plain(space.throat_voxels, 2)} voxels)" if voxel_size_m else "") + ".")
    if space.voxels_a_cell > 1:
        words += f" Drawn from blocks of {plain(space.voxels_a_cell)} voxels along each edge"
        words += f", the way from blocks of {plain(space.voxels_seen)}." if space.voxels_seen > 1 and len(space.way) else "."
    return words
