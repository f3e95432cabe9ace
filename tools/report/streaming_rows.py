# SPDX-License-Identifier: Apache-2.0
"""Reads the rows of streaming.json and sorts them: by the box that was stepped, and by what a figure has in common.

A row is one scheme in one box, with one number of threads a block. What a page cannot do without is checked here; any
other value that is missing or of another type is "not known" on the page.
"""

from __future__ import annotations

import dataclasses

from input_files import InputError, number, positive, text
from quantities import NBSP, count, measured, plain, times

AGAIN = "Run bench --streaming again"
KINDS = {
    "overlap": "overlapping spheres",
    "noise": "obstacles of one voxel",
    "packing": "packed spheres",
    "duct": "a square duct",
}


@dataclasses.dataclass(frozen=True)
class Row:
    """One row. `speed` and `deviation` are in MFLUPS, and None where the box does not fit."""

    scheme: str
    kind: str
    porosity: float
    asked: float
    radius: float | None
    size: tuple
    block: int | None
    speed: float | None
    deviation: float
    source: dict

    @property
    def box(self):
        """Tells boxes apart; the porosity of the voxels does not, because it follows from these."""
        return self.kind, self.size, self.asked, self.radius

    @property
    def edge(self):
        """Gives the edge of the cube that has as many voxels, in voxels."""
        return (self.size[0] * self.size[1] * self.size[2]) ** (1 / 3)


def read_rows(path, content):
    """Gives the rows of the file as a list of Row. Throws InputError when there is none, or one that tells nothing."""
    rows = content.get("rows")
    if not isinstance(rows, list) or not rows:
        raise InputError(f"cannot use {path} (it holds no row). {AGAIN}")
    read = []
    for place, source in enumerate(rows, start=1):
        wrong = complaint_of(source)
        if wrong:
            raise InputError(f"cannot use {path} (row {place} {wrong}). {AGAIN}")
        read.append(make_row(source))
    return read


def complaint_of(source):
    """Says what makes a row useless, or gives None."""
    if not isinstance(source, dict):
        return "is no JSON object"
    for key in ("scheme", "geometry"):
        if text(source, key) is None:
            return f"has no {key}"
    if any((positive(source, key) or 0) < 1 for key in ("nx", "ny", "nz")):
        return "has no size"
    if not 0 < (number(source, "porosity") or 0) <= 1:
        return "has no porosity"
    if "mflups" not in source or (source["mflups"] is not None and positive(source, "mflups") is None):
        return "has no mflups"
    return None


def make_row(source):
    porosity, speed = number(source, "porosity"), positive(source, "mflups")
    block, asked = positive(source, "block"), number(source, "porosity_asked")
    return Row(
        scheme=text(source, "scheme"),
        kind=text(source, "geometry"),
        porosity=porosity,
        asked=asked if asked is not None else porosity,
        radius=positive(source, "radius_voxel"),
        size=tuple(int(number(source, key)) for key in ("nx", "ny", "nz")),
        block=int(block) if block else None,
        speed=speed,
        deviation=max(number(source, "mflups_deviation") or 0.0, 0.0) if speed else 0.0,
        source=source,
    )


def grouped(rows, key):
    """Gives {key(row): rows}, in the order of the file."""
    found = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def fastest_blocks(rows):
    """Gives {scheme: its fastest row}, the fastest scheme first; rows without a speed are left out."""
    best = {}
    for row in rows:
        if row.speed and (row.scheme not in best or row.speed > best[row.scheme].speed):
            best[row.scheme] = row
    return dict(sorted(best.items(), key=lambda item: -item[1].speed))


def size_in_words(size):
    """Writes 384³, or 384 × 386 × 386."""
    return f"{size[0]}³" if len(set(size)) == 1 else times(size)


def content_in_words(row, porosity=True):
    """Says what is in the box of a row: overlapping spheres of radius 12, porosity 0.200."""
    if row.kind == "empty":
        return "empty"
    words = KINDS.get(row.kind, row.kind) + (f" of radius{NBSP}{plain(row.radius)}" if row.radius else "")
    return f"{words}, porosity{NBSP}{measured(row.porosity, 3)}" if porosity else words


def box_in_words(row):
    """Names the box of a row: 384³, overlapping spheres of radius 12, porosity 0.200."""
    return f"{size_in_words(row.size)}, {content_in_words(row)}"


def speed_in_words(value):
    """Writes a speed in MFLUPS with four digits, or all before the point."""
    return count(value) if value >= 1000 else measured(value, 4)
