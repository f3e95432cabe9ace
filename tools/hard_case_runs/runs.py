# SPDX-License-Identifier: Apache-2.0
"""Solves each image as a user does, with default options, and with --method plain for the cell updates."""
import pathlib
import tempfile

from hard_case_runs import images, rows
from hard_case_runs.images import Refusal
from hard_case_runs.solving import Program

COLUMNS = ("device", "family", "seed", "tolerance", "method", "permeability_voxel2", "bound", "steps", "stop", "exit_code",
           "wall_s", "cells", "updates", "tau", "pore_space_hash", "program", "message")
METHODS = ("default", "plain")


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
    done = {key_of(row) for row in there}
    tasks = []
    for seed in arguments.seeds:
        for family in arguments.families:
            wanted = [(tolerance, method) for tolerance in arguments.tolerances for method in METHODS
                      if (arguments.device, family, seed, tolerance, method) not in done]
            if wanted:
                tasks.append((family, seed, wanted))

    def make(task):
        family, seed, wanted = task
        with tempfile.TemporaryDirectory(prefix="hard-cases-") as folder:
            image = images.write(arguments.write_family, family, seed, pathlib.Path(folder))
            return [solve(program, arguments.device, image, *one) for one in wanted]

    rows.grow(arguments.output, COLUMNS, program.version, tasks, make, arguments.jobs)
    return 0


def solve(program, device, image, tolerance, method):
    options = ["--tolerance", repr(tolerance)] + (["--method", method] if method != "default" else [])
    solved = program.solve(image, *options)
    solved["pore_space_hash"] = image["pore_space_hash"]
    told = f"{method} {tolerance:g}: {solved['stop']}, {solved['steps']} steps, {solved['wall_s']:.1f} s {solved['message']}"
    return {**solved, "device": device, "family": image["family"], "seed": image["seed"], "tolerance": tolerance,
            "method": method, "program": program.version, "told": told}
