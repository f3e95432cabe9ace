# SPDX-License-Identifier: Apache-2.0
"""Finds K of each image: from the steady equations, or by runs in float64 at two relaxation times, part by part."""
import json
import pathlib
import tempfile

from hard_case_runs import images, rows
from hard_case_runs.solving import Program, run_for

COLUMNS = ("family", "seed", "dims", "pore_space_hash", "truth_voxel2", "truth_error", "how", "reason", "wall_s")
LARGEST_ERROR = 1e-3  # a tenth of the largest tolerance
VISCOSITIES = 3       # the viscosity of one run over that of the other
LOWEST_TAU = 0.52     # a lower viscosity is not tried


def find_all(arguments):
    # An image whose truth was not found is tried again. Its last row counts.
    done = {(row["family"], int(row["seed"])) for row in rows.read(arguments.output) if row["truth_voxel2"]}
    tasks = [(family, seed) for seed in arguments.seeds for family in arguments.families if (family, seed) not in done]
    if arguments.by == "equations":
        def make(task):
            return [find_by_equations(arguments, *task)]

        comment = arguments.told
    else:
        program = Program(arguments)
        comment = f"{arguments.told}; {program.version}"

        def make(task):
            with tempfile.TemporaryDirectory(prefix="hard-cases-") as folder:
                image = images.write(arguments.write_family, *task, pathlib.Path(folder))
                return [find_by_runs(program, arguments, image)]

    rows.grow(arguments.output, COLUMNS, comment, tasks, make, arguments.jobs)
    return 0


def make_row(family, seed, image, found):
    """Gives the row of one image; `found` has K, or the reason why there is none."""
    told = f"{found['truth_voxel2']:.8g} +- {found['truth_error']:.1e}" if "truth_voxel2" in found else found["reason"]
    return {"family": family, "seed": seed, "dims": images.dims_of(image) if image else None,
            "pore_space_hash": image["pore_space_hash"] if image else None, **found, "told": f"{told}, {found['wall_s']:.1f} s"}


def find_by_equations(arguments, family, seed):
    ended = run_for([arguments.family_truth, family, str(seed), repr(arguments.residual)], arguments.time_limit)
    if ended["exit_code"] != 0:
        reason = f"not found within {arguments.time_limit:g} s" if ended["hung"] else ended["message"]
        return make_row(family, seed, None, {"reason": reason, "wall_s": ended["wall_s"]})
    said = json.loads(ended["output"])
    return make_row(family, seed, said, {"truth_voxel2": said["permeability_voxel2"], "truth_error": said["relative_error"],
                                         "how": said["how"], "wall_s": ended["wall_s"]})


def find_by_runs(program, arguments, image):
    """Gives the row of an image whose K comes from runs of the program in float64, with plain steps or the default method."""
    options = ["--precision", "float64", "--tolerance", repr(arguments.tolerance), "--max-steps", str(arguments.max_steps)]
    if arguments.by == "steps":
        options += ["--method", "plain"]
    found = sum_parts(program, options, image)
    if "how" in found:
        found["how"] = f"by {arguments.by}: {found['how']}"
    return make_row(image["family"], image["seed"], image, found)


def sum_parts(program, options, image):
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
                        "wall_s": round(wall, 3)}
        k, other = first["permeability_voxel2"], second["permeability_voxel2"]
        total += part["share"] * k
        error += part["share"] * (abs(k - other) + max(first["bound"] * k, second["bound"] * other))
        taus.append(f"{part['name']}tau {first['tau']:.4g} and {second['tau']:.4g}")
    if error > LARGEST_ERROR * total:
        return {"reason": f"{'; '.join(taus)} leave an error of {error / total:.1e}", "wall_s": round(wall, 3)}
    return {"truth_voxel2": total, "truth_error": error / total, "how": "; ".join(taus), "wall_s": round(wall, 3)}


def solve_twice(program, options, image):
    """Solves at the program's own tau and at another one. Where the first gives no K, there is no second."""
    first = program.solve(image, *options)
    if first["permeability_voxel2"] is None or first["tau"] is None:
        return first, None
    lower = 0.5 + (first["tau"] - 0.5) / VISCOSITIES
    higher = 0.5 + (first["tau"] - 0.5) * VISCOSITIES
    return first, program.solve(image, *options, "--tau", repr(lower if lower >= LOWEST_TAU else higher))
