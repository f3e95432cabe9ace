# SPDX-License-Identifier: Apache-2.0
"""The flows of a folder, for tools/voxel_error and tools/headline_truth: which there are (flows.csv), how they are
solved, and the true permeability of each."""

import concurrent.futures
import csv
import json
import math
import subprocess
import sys
from pathlib import Path

FIELDS = ["use", "class", "geometry", "name", "magic", "size", "truth_voxel2", "finer", "arguments"]
PROGRAM = Path(__file__).resolve().parent.parent.parent / "build/release/src/app/permeability"


def listed(folder):
    with (folder / "flows.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_table(path, rows):
    """Writes rows, which all have the same keys."""
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        sheet.writeheader()
        sheet.writerows({key: f"{value:.6g}" if isinstance(value, float) else value for key, value in row.items()} for row in rows)


def add_options(parser):
    """Adds those of all commands."""
    parser.add_argument("--seed", default="1")
    parser.add_argument("--program", type=lambda name: str(Path(name).resolve()), default=str(PROGRAM))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--output", type=Path)


def solve(options, folder, row):
    out = Path("solved") / row["name"]
    if (folder / out / "result.json").exists():
        return ""
    words = [options.program, "solve", *row["arguments"].split(), "--voxel-size", "1um", "--tolerance", "1e-3"]
    words += ["--walls", "voxels"]  # also of recipes: these tools measure what voxels do
    words += ["--device", options.device, "--quiet", "--output", out]
    words += ["--threads", "1"] if options.jobs > 1 else []  # as many flows as cores at one time
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{row['name']}: {done.stderr.strip()}"


def run(options, folder, rows):
    """Solves what is not solved yet, the largest first."""
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = sorted(rows, key=lambda row: -int(row["size"]))
        for trouble in filter(None, pool.map(lambda row: solve(options, folder, row), rows)):
            print(trouble, file=sys.stderr)


def result(folder, name):
    """Gives the flow of result.json, where it converged and K is above 0; else None."""
    path = folder / "solved" / name / "result.json"
    if not path.exists():
        return None
    (flow,) = json.loads(path.read_text(encoding="utf-8"))["flow"]
    return flow if flow["stop"] == "converged" and flow["permeability_voxel2"] else None


def in_finest_voxels(folder, rows):
    """Gives {geometry: K over the square of its width}, from its two finest images, at a voxel of width 0."""
    levels = {}
    for row in rows:
        if row["truth_voxel2"] or row["finer"]:
            continue
        flow, size = result(folder, row["name"]), int(row["size"])
        if flow:
            levels.setdefault(row["geometry"], []).append((size, flow["permeability_voxel2"] / size**2))
    found = {}
    for geometry, pair in levels.items():
        if len(pair) == 2:
            (coarse, k_coarse), (fine, k_fine) = sorted(pair)
            found[geometry] = k_fine + (k_fine - k_coarse) * coarse / (fine - coarse)
    return found


def with_truth(folder):
    """Gives (row, true K in voxel^2, flow) of each flow that converged and whose true K is known."""
    rows = listed(folder)
    finest = in_finest_voxels(folder, rows)
    for row in rows:
        of_body = finest.get(row["finer"]) if row["finer"] else None
        truth = of_body * int(row["size"]) ** 2 if of_body else float(row["truth_voxel2"] or 0)
        flow = result(folder, row["name"]) if truth else None
        if flow:
            yield row, truth, flow


def limits_of(share, count):
    """Gives the 95 % limits of a share that was seen among so many (Wilson 1927)."""
    z2 = 1.96**2
    middle, half = share + z2 / (2 * count), 1.96 * math.sqrt(share * (1 - share) / count + z2 / (4 * count**2))
    return (middle - half) / (1 + z2 / count), (middle + half) / (1 + z2 / count)
