# SPDX-License-Identifier: Apache-2.0
"""Makes up output folders of batch: batch.json, batch.csv, batch-times.csv and tiles.csv."""

import csv
import io
import json

TILE_COLUMNS = ("name", "input", "options", "direction", "edge", "edge_m", "tiles", "mean_permeability_voxel2",
                "confidence_95_voxel2", "mean_permeability_m2")  # fmt: skip


def row(number, **changes):
    """Gives a row of batch.csv with one flow."""
    porosity = 0.2 + 0.6 * (number * 0.618 % 1)
    k = 40 * porosity**3.3 / (1 - porosity)
    made = {"row": number, "name": f"bed {number}", "input": f"scans/bed{number}.mha", "crop": "", "nx": 16, "ny": 16,
            "nz": 16, "voxel_size_m": 5e-6, "porosity": porosity, "connected_porosity": porosity, "direction": "x",
            "permeability_voxel2": k, "interval_low_voxel2": 0.8 * k, "interval_high_voxel2": 1.3 * k, "iteration_error": 8e-4, "voxel_estimate": -0.05, "voxel_two_sigma": 0.2,
            "stop": "converged", "steps": 120, "boundary": "periodic", "pore_space_hash": "9f86d081884c7d65",
            "warnings": "", "error": ""}  # fmt: skip
    return with_units({**made, **changes})


def with_units(made):
    """Adds K in m² and mD to each K in voxel²."""
    for prefix in ("", "x_", "y_", "z_"):
        k, size = made.get(f"{prefix}permeability_voxel2"), made["voxel_size_m"]
        m2 = k * size**2 if k not in (None, "") and size else ""
        made |= {f"{prefix}permeability_m2": m2, f"{prefix}permeability_mD": m2 and m2 / 9.869233e-16} if k is not None else {}
    return made


def row_along_xyz(number, **changes):
    """Gives a row with three flows, as a list with a row of --direction xyz has it."""
    one = row(number)
    flow = ("permeability_voxel2", "interval_low_voxel2", "interval_high_voxel2", "iteration_error", "voxel_estimate", "voxel_two_sigma", "stop", "steps")
    made = {key: value for key, value in one.items() if key not in flow and not key.startswith("permeability")}
    del made["direction"]
    for place, axis in enumerate("xyz"):
        made |= {f"{axis}_{key}": one[key] for key in flow}
        made[f"{axis}_permeability_voxel2"] *= 1 + 0.2 * place
    return with_units({**made, **changes})


def failed(number, error, **changes):
    """Gives a row without a result."""
    kept = ("row", "name", "input")
    return {**{key: value if key in kept else "" for key, value in row(number).items()}, "error": error, **changes}


def table(rows, columns=None):
    """Gives rows as CSV; the first row has all columns."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns or list(rows[0]), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def times(rows):
    return table([{"row": one["row"], "seconds": 0.5, "threads": 1, "device": "cpu", "host": "a-computer",
                   "finished_utc": f"2026-11-25T09:{one['row'] % 60:02d}:00Z"} for one in rows])  # fmt: skip


def tile_line(edge, k, half, **changes):
    made = dict(zip(TILE_COLUMNS, ("", "rock.tif", "voxel-size=5um", "x", edge, edge * 5e-6, 8, k, half, k * 25e-12)))
    return {**made, **changes}


def batch(rows, tiles=(), **changes):
    """Gives the files of an output folder."""
    origin = {"schema_version": 1, "kind": "batch", "list_path": "/data/list.csv", "version": "0.1.0", "commit": "02e351b",
              "tile_edges": sorted({line["edge"] for line in tiles}),
              "command_line": ["permeability", "batch", "list.csv", "--voxel-size", "5um", "--output", "my beds"]}  # fmt: skip
    files = {"batch.json": json.dumps({**origin, **changes}), "batch.csv": table(rows), "batch-times.csv": times(rows)}
    return {**files, "tiles.csv": table(list(tiles))} if tiles else files


def contents(ugly):
    """Gives {name of a folder: its files}, plain and ugly ones."""
    ends = [row(1, stop="step_limit", iteration_error=0.3), row(2, stop="diverged", permeability_voxel2="", iteration_error=""),
            row(3, stop="not_percolating", permeability_voxel2=0.0, iteration_error=0.0), row(4, stop=ugly, direction=ugly),
            failed(5, "Cannot read 'x.tif' (no such file or folder). Name one that is there"),
            row(6, name=ugly, input=ugly, crop="0:8,8:16,0:8", warnings=ugly, boundary=ugly), failed(7, ugly, name=ugly)]  # fmt: skip
    without_size = [row(n, voxel_size_m="" if n == 2 else 5e-6) for n in (1, 2)]
    edges = [tile_line(edge, 0.3 + 1 / edge, 4 / edge, input=name) for name in ("rock.tif", ugly) for edge in (8, 16, 32)]
    units = [row(n, unit="ft^3/min/ft^2", permeability_in_unit=31.5 * n, budget_voxel_part_voxel2=0.02,
                 budget_boundary_part_voxel2=0.01) for n in range(1, 8)]  # fmt: skip
    return {
        "batch": batch([row(n, warnings="throats of about 2.9 voxels" if n % 5 == 0 else "") for n in range(1, 31)]),
        "batch_one": batch([row(1)]),
        "batch_xyz": batch([row_along_xyz(n) for n in range(1, 9)]),
        "batch_ugly": batch(ends, list_path=ugly, command_line=None, commit=None),
        "batch_failed": batch([failed(1, "It is empty")]),
        "batch_voxel2": batch(without_size),
        "batch_tiles": batch([row(n, crop=f"0:8,{n}:{n + 8},0:8") for n in range(1, 9)], edges),
        "batch_units": batch(units),
        "batch_broken": {"batch.json": "{}", "batch.csv": "row,stop,porosity\n1,converged,nan\n2\n,,,,,\n"},
    }
