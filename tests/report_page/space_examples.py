# SPDX-License-Identifier: Apache-2.0
"""Makes up what views.json says of a flow in space: a round grain with a channel above it, and lines past the grain."""

import base64
import math
import struct


def encode(values, kind="<f"):
    return base64.b64encode(b"".join(struct.pack(kind, value) for value in values)).decode()


def space(direction, dims=(24, 20, 16), lines=12, edge=1, **changes):
    """Gives the key "space" of a flow along `direction`; the cells have `edge` voxels along each edge."""
    cells = [-(-side // edge) for side in dims]
    shares = []
    for z in range(cells[2]):
        for y in range(cells[1]):
            for x in range(cells[0]):
                away = math.dist((x, y, z), [side / 2 for side in cells]) / min(cells)
                shares.append(0 if away < 0.3 else 15)
    shares += [0] * (len(shares) % 2)
    packed = bytes(low | high << 4 for low, high in zip(shares[::2], shares[1::2]))
    along = "xyz".index(direction)
    points, counts = [], []
    for line in range(lines):
        for part in range(9):
            place = [side * (0.1 + 0.8 * ((line * (axis + 3) * 0.37) % 1)) for axis, side in enumerate(dims)]
            place[along] = dims[along] * part / 8
            points += [*place, 0.5 + line / lines + part / 8]
        counts.append(9)
    way = [[side / 2 for side in dims] for _ in range(9)]
    for part, place in enumerate(way):
        place[along] = dims[along] * part / 8
        place[(along + 2) % 3] = 0.9 * dims[(along + 2) % 3]
    made = {
        "dims": list(dims),
        "cells": cells,
        "voxels_a_cell": edge,
        "share": base64.b64encode(packed).decode(),
        "points_of_lines": counts,
        "lines_that_arrive": lines,
        "points": encode(points),
        "widest_way": {
            "points": encode(value for place in way for value in place),
            "throat": way[4],
            "throat_diameter_voxels": 3.0,
            "voxels_seen": edge,
        },
    }
    return {**made, **changes}
