# SPDX-License-Identifier: Apache-2.0
"""Solves each image as a user does, with default options, and with --method plain for the cell updates."""
import pathlib
import tempfile

from hard_case_runs import images, rows
from hard_case_runs.images import Refusal
from hard_case_runs.solving import Program

COLUMNS = ("device", "family", "seed", "tolerance", "method", "permeability_voxel2", "bound", "steps", "stop", "exit_code",
           "wall_s", "cells", "updates", "tau", "pore_space_hash", "program", "message")
METHODS = ("default", "plain")  # in this order
# Plain steps are made until they have cost this many times what the default run did. Whether that one cost more than 1.5
# times as much is then known, and the slowest images do not take hours.
PLAIN_UPDATES = 3
FEWEST_PLAIN_STEPS = 500


def key_of(row):
    """Says which run a row is, by numbers and words."""
    return row["device"], row["family"], int(row["seed"]), float(row["tolerance"]), row["method"]


def make_all(arguments):
    program = Program(arguments)
    there = rows.read(arguments.output)
    others = {row["program"] for row in there} - {program.version}
    if others:
        raise Refusal(f"{arguments.output} holds runs of another build ({others.pop()}, and this one is {program.version}). "
                      "Name another --output")
    known = {key_of(row): row for row in there}
    methods = arguments.methods.split(",")
    tasks = []
    for seed in arguments.seeds:
        for family in arguments.families:
            wanted = [key for tolerance in arguments.tolerances for method in METHODS
                      if method in methods and (key := (arguments.device, family, seed, tolerance, method)) not in known]
            if wanted:
                tasks.append((family, seed, wanted))

    def make(task):
        family, seed, wanted = task
        made = {}
        with tempfile.TemporaryDirectory(prefix="hard-cases-") as folder:
            image = images.write(arguments.write_family, family, seed, pathlib.Path(folder))
            for device, _, _, tolerance, method in wanted:
                default = made.get((tolerance, "default")) or known.get((device, family, seed, tolerance, "default"))
                if method == "default" or (default and default["updates"]):
                    made[tolerance, method] = solve(program, device, image, tolerance, most_steps(method, default),
                                                    arguments.equilibrium)
        return made.values()

    rows.grow(arguments.output, COLUMNS, f"{arguments.told}; {program.version}", tasks, make, arguments.jobs)
    return 0


def most_steps(method, default):
    """Gives how many plain steps are worth making after a run with default options, and None for such a run itself."""
    if method == "default":
        return None
    return int(PLAIN_UPDATES * int(default["updates"]) / int(default["cells"])) + FEWEST_PLAIN_STEPS


def solve(program, device, image, tolerance, plain_steps, equilibrium="linear"):
    options = ["--tolerance", repr(tolerance), "--equilibrium", equilibrium]
    if plain_steps is not None:
        options += ["--method", "plain", "--max-steps", str(plain_steps)]
    method = "default" if plain_steps is None else "plain"
    solved = {**program.solve(image, *options), "pore_space_hash": image["pore_space_hash"]}
    told = f"{method} {tolerance:g}: {solved['stop']}, {solved['steps']} steps, {solved['wall_s']:.1f} s {solved['message']}"
    return {**solved, "device": device, "family": image["family"], "seed": image["seed"], "tolerance": tolerance,
            "method": method, "program": program.version, "told": told}
