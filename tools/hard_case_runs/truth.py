# SPDX-License-Identifier: Apache-2.0
"""Finds K of each image by a formula, or by plain steps in float64 at two relaxation times, part by part."""
import pathlib
import tempfile

from hard_case_runs import images, rows
from hard_case_runs.solving import Program

COLUMNS = ("family", "seed", "dims", "pore_space_hash", "truth_voxel2", "truth_error", "how", "reason", "wall_s")
FORMULA_ERROR = 1e-9  # a formula with a smaller error is the truth; one with a larger error must agree with it
LARGEST_ERROR = 1e-3  # a tenth of the largest tolerance
VISCOSITIES = 3       # the viscosity of one run over that of the other
LOWEST_TAU = 0.52     # a lower viscosity is not tried


def find_all(arguments):
    program = Program(arguments)
    done = {(row["family"], int(row["seed"])) for row in rows.read(arguments.output)}
    tasks = [(family, seed) for seed in arguments.seeds for family in arguments.families if (family, seed) not in done]
    options = ["--method", "plain", "--precision", "float64", "--tolerance", repr(arguments.tolerance),
               "--max-steps", str(arguments.max_steps)]

    def make(task):
        with tempfile.TemporaryDirectory(prefix="hard-cases-") as folder:
            image = images.write(arguments.write_family, *task, pathlib.Path(folder))
            return [find(program, options, image)]

    rows.grow(arguments.output, COLUMNS, program.version, tasks, make, arguments.jobs)
    return 0


def find(program, options, image):
    """Gives the row of one image; `truth_voxel2` is None where there is a reason."""
    exact = image["exact"]
    if exact and exact["relative_error"] < FORMULA_ERROR:
        found = {"truth_voxel2": exact["permeability_voxel2"], "truth_error": exact["relative_error"], "how": "formula"}
    else:
        found = find_by_steps(program, options, image)
        if exact and found.get("truth_voxel2"):
            away = abs(found["truth_voxel2"] / exact["permeability_voxel2"] - 1)
            if away > exact["relative_error"]:
                found = {"reason": f"steps and formula differ by {away:.1e}", "wall_s": found["wall_s"]}
    told = f"{found['truth_voxel2']:.8g} +- {found['truth_error']:.1e}" if found.get("truth_voxel2") else found["reason"]
    return {"family": image["family"], "seed": image["seed"], "dims": images.dims_of(image),
            "pore_space_hash": image["pore_space_hash"], **found, "told": f"{told}, {found.get('wall_s', 0):.1f} s"}


def find_by_steps(program, options, image):
    """Sums K over the parts, or solves the image where it has none. The error of each part counts as its K does."""
    parts = [{**part, "name": f"part {letter} "} for letter, part in zip("AB", image["parts"])] or [{**image, "share": 1, "name": ""}]
    total, error, taus, wall = 0.0, 0.0, [], 0.0
    for part in parts:
        first, second = solve_twice(program, options, part)
        wall += first["wall_s"] + (second["wall_s"] if second else 0)
        for run in (first, second):
            if run is None or run["permeability_voxel2"] is None or run["bound"] is None:
                ended = run or first
                return {"reason": f"{part['name']}{ended['stop']} at tau {ended['tau']} after {ended['wall_s']:.0f} s {ended['message']}",
                        "wall_s": wall}
        k, other = first["permeability_voxel2"], second["permeability_voxel2"]
        total += part["share"] * k
        error += part["share"] * (abs(k - other) + max(first["bound"] * k, second["bound"] * other))
        taus.append(f"{part['name']}tau {first['tau']:.4g} and {second['tau']:.4g}")
    if error > LARGEST_ERROR * total:
        return {"reason": f"{'; '.join(taus)} leave an error of {error / total:.1e}", "wall_s": wall}
    return {"truth_voxel2": total, "truth_error": error / total, "how": "; ".join(taus), "wall_s": round(wall, 1)}


def solve_twice(program, options, image):
    """Solves at the program's own tau and at another one. Where the first gives no K, there is no second."""
    first = program.solve(image, *options)
    if first["permeability_voxel2"] is None or first["tau"] is None:
        return first, None
    lower = 0.5 + (first["tau"] - 0.5) / VISCOSITIES
    higher = 0.5 + (first["tau"] - 0.5) * VISCOSITIES
    return first, program.solve(image, *options, "--tau", repr(lower if lower >= LOWEST_TAU else higher))
