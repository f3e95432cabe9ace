# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability batch` shows, from batch.csv, batch-times.csv, tiles.csv and batch.json."""

import pathlib
import re

import provenance as origin
from batch_figures import porosity_figure, tile_figure
from batch_rows import flows_of, number_in, read_rows, text_in, units_of, values_in
from input_files import numbers, read_csv, text
from quantities import NBSP, NOT_KNOWN, count, duration, length, measured, percent, shortened
from solve_page import mark_of
from sweep_page import range_in_words

TEMPLATE = "batch.html.j2"
MOST_ROWS = 10_000


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when there are no rows."""
    rows = read_rows(folder)
    units = units_of(rows)
    shown = rows[:MOST_ROWS]
    edges = numbers(content, "tile_edges")
    tiles = (read_csv(folder / "tiles.csv") if edges else None) or []
    times = read_csv(folder / "batch-times.csv") or []
    name = pathlib.PurePath(text(content, "list_path") or "").name or "many images"
    solved = [row for row in rows if row["flows"]]
    shared = shared_words(solved)
    above_zero = [values[0] for flow in flows_of(rows) if (values := values_in(flow, units)) and values[0] > 0]
    return {
        "title": f"Permeability of the images of {shortened(name)}",
        "subtitle": f"{count(len(rows))} {'row' if len(rows) == 1 else 'rows'}"
        + (f" of tiles, with edges of {', '.join(count(edge) for edge in edges)} voxels" if edges else ""),
        "verdict": verdict(rows),
        "headline": range_in_words(above_zero),
        "unit": units[1][0][1],
        "porosities": range_in_words([value for row in solved if (value := number_in(row, "porosity")) is not None], 3),
        "solved": f"{count(len(solved))} of {count(len(rows))}",
        "facts": facts(rows, times),
        "left_out": f"The first {count(MOST_ROWS)} rows are shown, in the figure too." if len(rows) > MOST_ROWS else "",
        "figures": [it for it in figures(shown, tiles, units) if it["svg"]],
        "warnings": [f"Of every row: {shared}."] if shared else [],
        "rows": [described_row(row, units, shared) for row in shown],
        "columns": columns_of(rows, units),
        "provenance": provenance_rows(content, rows, times),
        "command": origin.shell_text(origin.command_of(content, command)),
    }


def end_of(flow, row=None):
    """Gives (symbol, word, mood) of a flow; in the table of rows nothing is green in a row with warnings."""
    is_warned = row is not None and bool(text_in(row, "warnings"))
    return mark_of(flow["stop"], is_warned, ("?", shortened(flow["stop"], 20), "warn"))


def verdict(rows):
    """Gives (symbol, words, mood): what failed before what is not converged."""
    failed = sum(not row["flows"] for row in rows)
    if failed:
        return "✕", f"{count(failed)} without a result", "bad"
    short = sum(end_of(flow)[2] in ("warn", "bad") for flow in flows_of(rows))
    if short:
        return "▲", f"{count(short)} {'flow' if short == 1 else 'flows'} not converged", "warn"
    warned = sum(bool(text_in(row, "warnings")) for row in rows)
    if warned:
        return "▲", f"all rows solved, {count(warned)} with warnings", "warn"
    return "✓", "all rows solved", "good"


def facts(rows, times):
    """Gives short facts: (what, value)."""
    stops = [flow["stop"] for flow in flows_of(rows)]
    found = [("flows converged", f"{count(stops.count('converged'))} of {count(len(stops))}")]
    if "not_percolating" in stops:
        found.append(("flows that find no way through", count(stops.count("not_percolating"))))
    if errors := [flow["iteration_error"] for flow in flows_of(rows) if flow["iteration_error"] is not None]:
        found.append(("largest iteration error", percent(max(errors))))
    if warned := sum(bool(text_in(row, "warnings")) for row in rows):
        found.append(("rows with warnings", count(warned)))
    return [*found, ("devices", each_once(times, "device"))]


def each_once(lines, key):
    """Gives the texts of a column, each once."""
    return ", ".join(dict.fromkeys(value for line in lines if (value := text_in(line, key)))) or NOT_KNOWN


def figures(rows, tiles, units):
    yield {
        "title": "Permeability and porosity",
        "svg": porosity_figure(rows, units, "porosity"),
        "caption": "A point for each flow; it leads to its row. The bar is the interval in which K of the body that the image "
        "samples lies in 95 of 100 cases. A bar that is smaller than its point is not drawn, and K = 0 has no point.",
    }
    yield {
        "title": "Permeability and the size of the sample",
        "svg": tile_figure(tiles, units, "tiles"),
        "caption": "The mean over the tiles of each edge, with its 95 % interval.",
    }


def columns_of(rows, units):
    """Names the columns between direction and end. One without any value is left out."""
    optional = {"permeability_in_unit": "in the unit asked for", "interval_high_voxel2": f"95 of 100, {units[1][0][1]}",
                "voxel_estimate": "voxels", "budget": "error budget"}  # fmt: skip
    has = {name for flow in flows_of(rows) for key, name in optional.items() if flow[key]}
    names = [*(f"K, {name}" for _, name in units[1]), optional["interval_high_voxel2"], "in the unit asked for", "porosity", "iteration error", "voxels", "error budget"]
    return [name for name in names if name in has or name not in optional.values()]


def words_of_image(row):
    """Gives what the warnings of a row say of its image, without those of its flows, which come behind."""
    return re.split(r"(?:^|; )along [xyz]: ", text_in(row, "warnings"), maxsplit=1)[0]


def shared_words(solved):
    """Gives what the warnings of all rows say of their images alike, to be told once; "" where that differs."""
    found = {words_of_image(row) for row in solved}
    return found.pop() if len(solved) > 1 and len(found) == 1 else ""


def described_row(row, units, shared):
    crop = text_in(row, "crop")
    warnings = text_in(row, "warnings").removeprefix(shared).removeprefix("; ")
    return {
        "number": row["number"],
        "name": row["image"],
        "place": f"row {row['number']}" + (f", {crop}" if crop else ""),
        "words": warnings if row["flows"] else text_in(row, "error"),
        "flows": [described_flow(flow, row, units) for flow in row["flows"]],
    }


def described_flow(flow, row, units):
    """Gives the cells of a flow by the names of their columns, its direction and its end."""
    values = values_in(flow, units)
    cells = {f"K, {name}": measured(value) for (_, name), value in zip(units[1], values)}
    if values and flow["permeability_voxel2"] and flow["interval_high_voxel2"] is not None:
        ends = [flow[key] / flow["permeability_voxel2"] * values[0] for key in ("interval_low_voxel2", "interval_high_voxel2")]
        cells[f"95 of 100, {units[1][0][1]}"] = " to ".join(measured(end, 3) for end in ends)
    cells["porosity"] = measured(number_in(row, "porosity"))
    if flow["permeability_in_unit"] is not None:
        cells["in the unit asked for"] = f"{measured(flow['permeability_in_unit'])}{NBSP}{text_in(row, 'unit')}"
    if flow["iteration_error"] is not None and values and values[0] > 0:
        cells["iteration error"] = percent(flow["iteration_error"])
    if flow["voxel_estimate"] is not None:
        cells["voxels"] = f"{percent(flow['voxel_estimate'], sign=True)} ± {percent(flow['voxel_two_sigma'])}"
    if flow["budget"]:
        cells["error budget"] = percent(flow["budget"])
    return {"direction": flow["direction"], "cells": cells, "end": end_of(flow, row)}


def provenance_rows(content, rows, times):
    """Gives the table that tells where the results come from."""
    list_path = text(content, "list_path")
    digest, remark = origin.hash_of_input(list_path)
    sizes = [size for row in rows if (size := number_in(row, "voxel_size_m"))]
    seconds = [value for line in times if (value := number_in(line, "seconds")) is not None]
    return origin.program_rows(content) + [
        ("list", list_path or NOT_KNOWN),
        ("SHA-256 of the list", f"{digest}, {remark}" if digest else remark),
        ("voxel size", " to ".join(dict.fromkeys(length(size) for size in (min(sizes), max(sizes)))) if sizes else NOT_KNOWN),
        ("faces", each_once(rows, "boundary")),
        ("devices", each_once(times, "device")),
        ("hosts", each_once(times, "host")),
        ("last row finished", max((text_in(line, "finished_utc") for line in times), default="") or NOT_KNOWN),
        ("time of all rows, added up", duration(sum(seconds)) if seconds else NOT_KNOWN),
    ]
