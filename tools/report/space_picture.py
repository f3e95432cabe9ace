# SPDX-License-Identifier: Apache-2.0
"""Draws a pore space in space, cut open, with lines in it, as a picture of RGBA pixels. It needs nothing but numpy.

A scene has axes (a, b, c): a goes to the right, b away from the eye, c up. Lengths are in cells. The quarter nearest to
the eye (b below its middle, c above) is cut away. Walls are where the solid share of a field, interpolated between the
centres of its cells, is one half: rays from the eye step through the pores until they meet one. Lines are rows of small
balls, and a depth for each pixel hides what lies behind walls.
"""
import numpy as np

YAW, PITCH = np.radians(33.0), np.radians(25.0)
AWAY = np.array([np.sin(YAW) * np.cos(PITCH), np.cos(YAW) * np.cos(PITCH), -np.sin(PITCH)], dtype=np.float32)
RIGHT = np.array([np.cos(YAW), -np.sin(YAW), 0.0], dtype=np.float32)
UP = np.array([np.sin(YAW) * np.sin(PITCH), np.cos(YAW) * np.sin(PITCH), np.cos(PITCH)], dtype=np.float32)
LIGHT = np.array([-0.45, -0.5, 0.74], dtype=np.float32)
WALL_RGB = np.array([0.90, 0.87, 0.82], dtype=np.float32)
CUT_RGB = np.array([0.80, 0.825, 0.86], dtype=np.float32)
FARTHEST_SKIP = 12  # cells
RAYS_AT_A_TIME = 1 << 18


def smoothed(field, times):
    """Gives a field with each value replaced by the weighted mean (1 2 1)/4 along each axis, so many times."""
    for _ in range(times):
        for axis in range(3):
            padded = np.pad(field, [(1, 1) if one == axis else (0, 0) for one in range(3)], mode="edge")
            piece = [np.take(padded, range(start, start + field.shape[axis]), axis) for start in range(3)]
            field = (piece[0] + 2 * piece[1] + piece[2]) / 4
    return field


def boxed(field, reach):
    """Gives the mean over the cube that reaches so many cells to each side; what is outside counts as nothing."""
    for axis in range(3):
        padded = np.pad(field, [(reach + 1, reach) if one == axis else (0, 0) for one in range(3)])
        sums = np.cumsum(padded, axis=axis, dtype=np.float64)
        size = field.shape[axis]
        far, near = np.take(sums, range(2 * reach + 1, 2 * reach + 1 + size), axis), np.take(sums, range(size), axis)
        field = ((far - near) / (2 * reach + 1)).astype(np.float32)
    return field


def skips(solid):
    """Gives for each cell how far a ray may go from anywhere in it without meeting a wall, in cells."""
    near = solid > 0.02
    steps = np.zeros(solid.shape, dtype=np.float32)
    for _ in range(FARTHEST_SKIP):
        for axis in range(3):
            grown = near.copy()
            low = [slice(None)] * 3
            high = [slice(None)] * 3
            low[axis], high[axis] = slice(None, -1), slice(1, None)
            grown[tuple(low)] |= near[tuple(high)]
            grown[tuple(high)] |= near[tuple(low)]
            near = grown
        steps += ~near
        if near.all():
            break
    return steps


class Field:
    """A field that is known at the centres of cells; values between are interpolated."""

    def __init__(self, values):
        self.shape = values.shape
        self.flat = np.ascontiguousarray(values, dtype=np.float32).ravel()
        self.strides = (values.shape[1] * values.shape[2], values.shape[2], 1)

    def nearest(self, points):
        place = 0
        for axis in range(3):
            cell = np.clip(points[axis].astype(np.intp), 0, self.shape[axis] - 1)
            place = place + cell * self.strides[axis]
        return self.flat.take(place)

    def at(self, points):
        place, weights = 0, []
        for axis in range(3):
            at = np.clip(points[axis] - np.float32(0.5), 0, self.shape[axis] - np.float32(1.001))
            low = at.astype(np.intp)
            place = place + low * self.strides[axis]
            weights.append(at - low.astype(np.float32))
        u, v, w = weights
        plane, row, _ = (stride if size > 1 else 0 for stride, size in zip(self.strides, self.shape))
        one = 1 if self.shape[2] > 1 else 0

        def along(start):
            low = self.flat.take(place + start)
            return low + w * (self.flat.take(place + (start + one)) - low)

        near = along(0)
        near += v * (along(row) - near)
        far = along(plane)
        far += v * (along(plane + row) - far)
        return near + u * (far - near)


class Scene:
    """A pore space, cut open. `share` is that of pore in each cell, as [a, b, c]."""

    def __init__(self, share, pixels):
        self.size = np.array(share.shape, dtype=np.float32)
        self.cut = self.size[1] / 2, self.size[2] / 2
        solid = smoothed(1 - share.astype(np.float32), 1)
        self.solid = Field(solid)
        self.steps = Field(skips(solid))
        kept = solid.copy()
        kept[:, : int(self.cut[0]), int(np.ceil(self.cut[1])):] = 0
        self.soft = Field(smoothed(solid, 1))
        self.near, self.wide = Field(boxed(kept, 2)), Field(boxed(kept, 6))
        corners = np.array([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]) * self.size
        across, up = corners @ RIGHT, corners @ UP
        self.low = np.array([across.min(), up.min()])
        self.span = np.array([across.max() - across.min(), up.max() - up.min()])
        self.scale = pixels / self.span.max()  # pixels a cell
        self.pixels = tuple(int(np.ceil(side * self.scale)) for side in self.span)

    def project(self, points):
        """Gives (across, down) in pixels and the depth in cells, of points as rows."""
        points = np.asarray(points, dtype=np.float32)
        across = (points @ RIGHT - self.low[0]) * self.scale
        down = (self.low[1] + self.span[1] - points @ UP) * self.scale
        return across, down, points @ AWAY

    def draw_body(self):
        """Gives the colours and the depth of all pixels; the depth is infinite where nothing is."""
        wide, tall = self.pixels
        colours = np.zeros((wide * tall, 4), dtype=np.float32)
        depth = np.full(wide * tall, np.inf, dtype=np.float32)
        for first in range(0, wide * tall, RAYS_AT_A_TIME):
            place = np.arange(first, min(first + RAYS_AT_A_TIME, wide * tall))
            across = ((place % wide + 0.5) / self.scale + self.low[0]).astype(np.float32)
            up = (self.low[1] + self.span[1] - (place // wide + 0.5) / self.scale).astype(np.float32)
            hit, colour, far = self.cast(across, up)
            colours[place[hit]] = colour
            depth[place[hit]] = far
        return colours.reshape(tall, wide, 4), depth.reshape(tall, wide)

    def cast(self, across, up):
        """Gives which rays meet a wall, its colours there and its depths."""
        start = [across * RIGHT[axis] + up * UP[axis] for axis in range(3)]
        enter = np.full(across.shape, -np.inf, dtype=np.float32)
        leave = np.full(across.shape, np.inf, dtype=np.float32)
        face = np.zeros(across.shape, dtype=np.int8)
        for axis in range(3):
            one, other = (0 - start[axis]) / AWAY[axis], (self.size[axis] - start[axis]) / AWAY[axis]
            first, last = np.minimum(one, other), np.maximum(one, other)
            face[first > enter] = axis
            enter, leave = np.maximum(enter, first), np.minimum(leave, last)
        # A ray that enters the quarter that is cut away goes on to where it leaves it.
        at = [start[axis] + enter * AWAY[axis] for axis in range(3)]
        is_cut = (at[1] < self.cut[0] - 1e-3) & (at[2] > self.cut[1] + 1e-3)
        behind = (self.cut[0] - start[1]) / AWAY[1]
        below = (self.cut[1] - start[2]) / AWAY[2]
        face[is_cut] = np.where(behind < below, 1, 2)[is_cut]
        enter = np.where(is_cut, np.minimum(behind, below), enter)
        ray = np.flatnonzero(enter < leave - 1e-3)
        enter, leave, face = enter[ray] + 1e-3, leave[ray], face[ray]
        start = [one[ray] for one in start]
        is_face = self.solid.at([start[axis] + enter * AWAY[axis] for axis in range(3)]) >= 0.5
        far = np.where(is_face, enter, np.inf).astype(np.float32)
        active = np.flatnonzero(~is_face)
        t = enter[active]
        while active.size:
            step = 0.5 + self.steps.nearest([start[axis][active] + t * AWAY[axis] for axis in range(3)])
            ahead = np.minimum(t + step, leave[active])
            is_in = self.solid.at([start[axis][active] + ahead * AWAY[axis] for axis in range(3)]) >= 0.5
            if is_in.any():
                far[active[is_in]] = self.refine([one[active[is_in]] for one in start], t[is_in], ahead[is_in])
            goes_on = ~is_in & (ahead < leave[active] - 1e-3)
            active, t = active[goes_on], ahead[goes_on]
        hit = np.flatnonzero(np.isfinite(far))
        at = [one[hit] + far[hit] * AWAY[axis] for axis, one in enumerate(start)]
        return ray[hit], self.shade(at, is_face[hit], face[hit]), far[hit]

    def refine(self, start, low, high):
        for _ in range(4):
            middle = (low + high) / 2
            is_in = self.solid.at([start[axis] + middle * AWAY[axis] for axis in range(3)]) >= 0.5
            low, high = np.where(is_in, low, middle), np.where(is_in, middle, high)
        return high

    def shade(self, at, is_face, face):
        """Gives RGBA: flat where the body is cut, and where a wall is by the light that falls on it."""
        rgba = np.ones((len(face), 4), dtype=np.float32)
        for axis in range(3):
            lit = max(float(-np.sign(AWAY[axis]) * LIGHT[axis] / np.linalg.norm(LIGHT)), 0.0)
            rgba[is_face & (face == axis), :3] = CUT_RGB * (0.62 + 0.38 * lit)
        wall = np.flatnonzero(~is_face)
        at = [one[wall] for one in at]
        normal = []
        for axis in range(3):
            one, other = list(at), list(at)
            one[axis], other[axis] = at[axis] - np.float32(0.8), at[axis] + np.float32(0.8)
            normal.append(self.soft.at(one) - self.soft.at(other))
        length = np.sqrt(sum(one * one for one in normal)) + np.float32(1e-6)
        normal = [one / length for one in normal]
        lit = np.maximum(sum(one * LIGHT[axis] for axis, one in enumerate(normal)), 0) / np.linalg.norm(LIGHT)
        open_near = 1 - self.near.at([one + 2 * n for one, n in zip(at, normal)])
        open_wide = 1 - self.wide.at([one + 5 * n for one, n in zip(at, normal)])
        ambient = np.clip(0.35 * open_near + 0.75 * open_wide, 0, 1) ** 1.3
        light = ambient * (0.43 + 0.09 * normal[2] + 0.52 * lit)
        rgba[wall, :3] = np.clip(WALL_RGB * light[:, None], 0, 1)
        return rgba


def beads(scene, points, colours, spacing):
    """Gives points along lines at most so many pixels apart: (across, down, depth, colours). A NaN ends a line."""
    across, down, far = scene.project(points)
    distance = np.hypot(np.diff(across), np.diff(down))
    usable = np.isfinite(distance)
    count = np.where(usable, np.ceil(np.where(usable, distance, 0) / spacing), 0).astype(np.int64)
    which = np.repeat(np.arange(len(count)), count)
    part = (np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)) / np.maximum(count[which], 1)

    def between(values):
        shaped = part.reshape(-1, *[1] * (values.ndim - 1))
        return values[which] * (1 - shaped) + values[which + 1] * shaped

    return between(across), between(down), between(far), between(np.asarray(colours))


def draw_balls(scene, picture, depth, balls, radius, rim):
    """Draws balls of `radius` pixels, each with a dark rim, that hide each other and are hidden by walls. Changes the
    picture and its depth."""
    across, down, far, colours = balls
    tall, wide = depth.shape
    order = np.argsort(-far, kind="stable")  # of several balls in one pixel the last one stays, which is the nearest
    column, row, far = np.round(across[order]).astype(np.intp), np.round(down[order]).astype(np.intp), far[order]
    colours = colours[order, :3].astype(np.float32)
    reach = int(np.ceil(radius + rim))
    is_inside = (column >= reach) & (column < wide - reach) & (row >= reach) & (row < tall - reach)
    place = (row * wide + column)[is_inside]
    far, colours = far[is_inside].astype(np.float32), colours[is_inside]
    flat, best = picture.reshape(-1, 4), depth.reshape(-1)
    light = LIGHT / np.linalg.norm(LIGHT)
    toward = light @ RIGHT, light @ UP, -(light @ AWAY)
    behind = 0.6 * radius / scene.scale
    discs = [(i, j, np.hypot(i, j)) for j in range(-reach, reach + 1) for i in range(-reach, reach + 1)]
    for i, j, apart in sorted(discs, key=lambda disc: -disc[2]):
        if apart > radius + rim:
            continue
        if apart > radius:
            front, bright = far + np.float32(behind), 0.25
        else:
            height = np.sqrt(1 - (apart / radius) ** 2)
            front = far - np.float32(height * radius / scene.scale)
            bright = 0.62 + 0.5 * max((i * toward[0] - j * toward[1]) / radius + height * toward[2], 0.0)
        at = place + (j * wide + i)
        seen = np.flatnonzero(front < best.take(at))
        at = at[seen]
        best[at] = front[seen]
        flat[at, :3] = np.minimum(colours[seen] * np.float32(bright), 1)
        flat[at, 3] = 1
