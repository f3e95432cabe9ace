# SPDX-License-Identifier: Apache-2.0
"""Reads the tables of a batch: the rows of batch.csv with their flows, and the units of K on a page."""

import math
import re

from input_files import InputError, cell_number, read_csv
from quantities import permeability_units

WRITTEN_AS_TEXT = re.compile(r"'+\s*[=+\-@＝＋－＠]")  # as src/report/csv_table.cpp writes what begins as a formula
NUMBERS = ("permeability_voxel2", "permeability_m2", "permeability_in_unit", "interval_low_voxel2", "interval_high_voxel2",
           "iteration_error", "voxel_estimate", "voxel_two_sigma", "budget_voxel_part_voxel2", "budget_boundary_part_voxel2")  # fmt: skip


def number_in(cells, key):
    """Gives a cell as a float, or None where it is no number."""
    value = cell_number(cells.get(key))
    return None if math.isnan(value) else value


def text_in(cells, key):
    """Gives a cell as text, without the apostrophe that keeps spreadsheets from computing it."""
    cell = cells.get(key) or ""
    return cell[1:] if WRITTEN_AS_TEXT.match(cell) else cell


def read_rows(folder):
    """Gives the cells of each row with its "number", the "image" in words and its "flows". Throws InputError where there
    is no row, as before shards are merged."""
    table = read_csv(folder / "batch.csv")
    if not table:
        raise InputError(f"cannot use {folder} (it holds no batch.csv with rows). Run batch, after shards with --merge")
    for number, cells in enumerate(table, start=1):
        image = text_in(cells, "name") or text_in(cells, "input") or "no name"
        cells |= {"number": number, "image": image, "flows": list(flows_in(cells))}
    return table


def flows_in(cells):
    """Gives the numbers of each flow of a row with its "direction", "stop" and "bars". One that diverged has no K."""
    for prefix in ("", "x_", "y_", "z_"):
        if stop := text_in(cells, f"{prefix}stop"):
            flow = {key: number_in(cells, prefix + key) for key in NUMBERS}
            if stop == "diverged":
                flow |= dict.fromkeys(NUMBERS[:5])
            budget = [flow[key] / flow["permeability_voxel2"] for key in NUMBERS[-2:] if flow[key] and flow["permeability_voxel2"]]
            yield {**flow, "direction": prefix[:1] or text_in(cells, "direction")[:1], "stop": stop, "budget": sum(budget),
                   "bars": bars_of(flow)}  # fmt: skip


def bars_of(flow):
    """Gives the ends of the interval of a flow over K; nothing where there is none."""
    k, low, high = flow["permeability_voxel2"], flow["interval_low_voxel2"], flow["interval_high_voxel2"]
    return (low / k, high / k) if k and low is not None and high is not None else None


def flows_of(rows):
    return [flow for row in rows for flow in row["flows"]]


def units_of(rows):
    """Gives (key of K, [(factor, unit)]): a unit of darcy and m² where every row has a voxel size, else voxel²."""
    is_metric = all(number_in(row, "voxel_size_m") for row in rows if row["flows"])
    key = "permeability_m2" if is_metric else "permeability_voxel2"
    sizes = sorted(flow[key] for flow in flows_of(rows) if flow[key])
    middle = sizes[len(sizes) // 2] if is_metric and sizes else None
    first, *others = permeability_units(middle, middle)
    return key, [first, *([unit for unit in others if unit[1] == "m²"] or others[:1])]


def values_in(source, units, prefix=""):
    """Gives K of a flow, or the mean K of a line of tiles, in each unit; nothing where it is not known."""
    key, factors = units
    value = source.get(prefix + key)
    return [] if value is None else [factor * value for factor, _ in factors]
