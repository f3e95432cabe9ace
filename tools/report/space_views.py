# SPDX-License-Identifier: Apache-2.0
"""Reads what views.json says of a flow in space: pores, lines, and the widest way.

Arrays of cells are (a, b, c): a along the flow, b and c across it, turned about the flow so that the quarter that is
cut away shows as much of the widest way as it can.
"""
import base64
import binascii
from dataclasses import dataclass

import numpy as np

from input_files import InputError, child, number, numbers, positive, text

MOST_CELLS, FEWEST_ALONG = 2**24, 4


@dataclass
class Space:
    """A flow in space; lengths are in cells."""
    axes: tuple  # letters of (a, b, c)
    voxels_a_cell: float
    dims: tuple  # of the image in voxels, as (a, b, c)
    share: np.ndarray
    points: np.ndarray  # of all lines, with a row of NaN behind each part
    speeds: np.ndarray
    way: np.ndarray  # without rows where it is not known
    throat: np.ndarray
    throat_voxels: float
    voxels_seen: float
    lines: int


def broken(what):
    return InputError(f"cannot use views.json ({what}). Run solve again")


def decode(source, key, kind, count, what):
    """Gives so many finite values of one base64 array; `count` None takes all."""
    try:
        values = np.frombuffer(base64.b64decode(text(source, key) or "", validate=True), dtype=kind)
    except (binascii.Error, ValueError) as error:
        raise broken(f"the {key} of {what}: {error}") from error
    if (count is not None and values.size != count) or not np.isfinite(values).all():
        raise broken(f"the {key} of {what} has {values.size} values, which do not fit")
    return values


def read_space(view):
    """Gives what a flow of views.json says of space; None where it says nothing, or the image is too thin to be seen
    from aside. Throws InputError where it cannot be used."""
    source, direction = child(view, "space"), text(view, "direction")
    if not source or direction not in ("x", "y", "z"):
        return None
    cells, dims = numbers(source, "cells"), numbers(source, "dims")
    if len(cells) != 3 or len(dims) != 3 or min(cells) < 1 or np.prod(cells) > MOST_CELLS:
        raise broken("the cells in space are no sizes of an image")
    if min(cells) < FEWEST_ALONG:
        return None
    cells, edge = [int(side) for side in cells], positive(source, "voxels_a_cell") or 1.0
    count = int(np.prod(cells))
    packed = decode(source, "share", np.uint8, (count + 1) // 2, "the pores in space")
    share = np.stack([packed & 15, packed >> 4], 1).ravel()[:count].reshape(cells[::-1]).transpose(2, 1, 0) / 15
    counts = [int(one) for one in numbers(source, "points_of_lines")]
    points = decode(source, "points", "<f4", 4 * sum(counts), "the lines").reshape(-1, 4).astype(float)
    widest = child(source, "widest_way")
    way = decode(widest, "points", "<f4", None, "the widest way") if widest else np.empty(0)
    throat = np.array(numbers(widest, "throat"))
    has_way = way.size > 0 and way.size % 3 == 0 and throat.shape == (3,)
    order = ["xyz".index(direction), ("xyz".index(direction) + 1) % 3, ("xyz".index(direction) + 2) % 3]
    places, speeds = in_parts(points, counts)
    return Space(
        tuple("xyz"[one] for one in order), edge, tuple(dims[one] for one in order), share.transpose(order),
        places[:, order] / edge, speeds,
        unbroken(way.reshape(-1, 3), dims)[:, order] / edge if has_way else np.empty((0, 3)),
        throat[order] / edge if has_way else np.empty(0), number(widest, "throat_diameter_voxels") or 0.0,
        number(widest, "voxels_seen") or 1.0, len(counts))


def in_parts(points, counts):
    """Gives places and speeds with a row of NaN between lines, and where a line comes back through a periodic face."""
    begins = points[:, 3] < 0
    starts = np.cumsum(counts)[:-1] if counts else np.empty(0, dtype=int)
    cuts = np.unique(np.concatenate([np.flatnonzero(begins), starts[starts < len(points)]])).astype(int)
    speeds = np.where(begins, -1 - points[:, 3], points[:, 3])
    return np.insert(points[:, :3], cuts, np.nan, axis=0), np.insert(speeds, cuts, 0.0)


def unbroken(way, dims):
    """Gives the points of a way with a row of NaN where it comes back through a periodic face."""
    jumps = np.flatnonzero((np.abs(np.diff(way, axis=0)) > np.array(dims) / 2).any(axis=1)) + 1
    return np.insert(way.astype(float), jumps, np.nan, axis=0)


def turned(space):
    """Gives the space turned about the flow by so many quarters that most of the widest way is where the body is cut
    away."""
    def once(one):
        sides = one.share.shape

        def turn(points):
            return np.stack([points[:, 0], sides[2] - points[:, 2], points[:, 1]], 1)

        return Space(
            (one.axes[0], one.axes[2], one.axes[1]), one.voxels_a_cell, (one.dims[0], one.dims[2], one.dims[1]),
            np.rot90(one.share, 1, (1, 2)), turn(one.points), one.speeds, turn(one.way),
            turn(one.throat[None, :])[0] if one.throat.size else one.throat, one.throat_voxels, one.voxels_seen,
            one.lines)

    def seen(one):
        if not len(one.way):
            return 0.0
        where = np.concatenate([one.way[np.isfinite(one.way[:, 0])], np.repeat(one.throat[None, :], max(len(one.way) // 2, 1), axis=0)])
        _, b, c = one.share.shape
        return float(np.mean((where[:, 1] < b / 2) & (where[:, 2] > c / 2)))

    choices = [space]
    for _ in range(3):
        choices.append(once(choices[-1]))
    return max(choices, key=seen)
