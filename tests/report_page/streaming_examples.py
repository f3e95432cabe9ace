# SPDX-License-Identifier: Apache-2.0
"""Makes up streaming.json: rows of the right kind and size, with speeds that are easy to follow.

A scheme that steps the full box is as much slower as its box has solid, so that it is nearest to compact where the box is
empty.
"""

SPEEDS = {"compact": 20000.0, "pull": 19000.0, "push": 18000.0, "swap": 9000.0, "ghost": 10000.0}
CUBES = {"compact": 1225, "swap": 1231, "ghost": 1160}
ALL = ("compact", "pull", "push", "readonly", "shared", "shuffle", "ghost", "swap", "ntemp1", "ntemp2", "ntemp3")


def row(scheme="compact", porosity=0.5, size=64, **changes):
    """Gives a row of streaming.json. Of a porosity of 1 the box is empty."""
    own, empty = scheme in ("compact", "ghost"), porosity == 1
    speed = SPEEDS.get(scheme, 8000.0) * (1 if scheme == "compact" else porosity)
    made = {"date": "2026-11-23T22:43:59Z", "commit": "d373597", "device": "NVIDIA H200", "ranks": 1, "scheme": scheme,
            "geometry": "empty" if empty else "overlap", "porosity": porosity, "porosity_asked": porosity,
            "radius_voxel": None if empty else 12.0, "nx": size, "ny": size, "nz": size, "precision": "float32",
            "collision": "trt", "block": None if own else 256, "registers": 64, "passes_a_step": 1, "steps": 242,
            "mflups": speed, "mflups_deviation": speed / 100, "bandwidth_gb_s": 4287.125, "bytes_per_update": 156.25,
            "limit_mflups": 27437.5, "fraction_of_limit": speed / 27437.5, "bytes_per_voxel": 81.5 if own else 156.0,
            "bytes_per_pore_voxel": 163.0 if own else 312.0, "largest_cube": CUBES.get(scheme, 985),
            "allocated_cube": None, "refused_cube": None}  # fmt: skip
    return {**made, **changes}


def without_room(**changes):
    """Gives a row whose box does not fit."""
    speed = ("registers", "passes_a_step", "steps", "mflups", "mflups_deviation", "bandwidth_gb_s", "bytes_per_update",
             "limit_mflups", "fraction_of_limit")  # fmt: skip
    return row(**{**dict.fromkeys(speed), **changes})


def streaming(rows, **changes):
    """Gives streaming.json."""
    return {"schema_version": 1, "kind": "streaming", "program": "permeability 0.1.0 (commit d373597)",
            "command_line": ["permeability", "bench", "--streaming", "--output", "run schemes"], "device": "NVIDIA H200",
            "date": "2026-11-23T22:43:59Z", "rows": rows, **changes}  # fmt: skip


def many_rows():
    """Gives rows with every figure: porosities, radii, sizes and blocks."""
    rows = [row(scheme, porosity) for porosity in (0.2, 0.5, 0.9, 1) for scheme in ALL]
    rows += [row(scheme, 0.5, radius_voxel=6.0) for scheme in ALL]
    rows += [row(scheme, 0.5, size) for size in (96, 128, 192, 256, 384, 512) for scheme in ALL]
    return rows + [row(scheme, 1, block=block) for block in (64, 128, 512, 1024) for scheme in ("pull", "push", "swap")]


def contents(ugly):
    """Gives {name of a folder: streaming.json}, plain and ugly ones."""
    ends = [row(ugly, 0.5, geometry=ugly, mflups_deviation=1e5), without_room(scheme="$x_1$", porosity=1, size=10**6)]
    tried = row("swap", 0.5, allocated_cube=1230, refused_cube=1231)
    slow = dict(block=256, registers=None, mflups=0.0123, fraction_of_limit=1.26)
    cpu = [row(scheme, porosity, 16, **slow) for scheme in ALL for porosity in (0.5, 1)]
    return {
        "streaming": streaming(many_rows()),
        "streaming_one": streaming([row()]),
        "streaming_ugly": streaming(ends, device=ugly, program=ugly, date=None, command_line=None),
        "streaming_cpu": streaming([*cpu, tried], device="cpu"),
        "streaming_full": streaming([without_room(scheme=scheme, largest_cube=None) for scheme in ALL]),
    }
