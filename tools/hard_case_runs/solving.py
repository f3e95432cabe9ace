# SPDX-License-Identifier: Apache-2.0
"""Runs the program on one image, and says how it ended and what it cost."""
import json
import pathlib
import subprocess
import tempfile
import time

from hard_case_runs.images import Refusal, dims_of

PATIENCE_S = 10  # a run that is to end may write its result in this time


class Program:
    """The program, with what all its runs share."""

    def __init__(self, arguments):
        self.path = arguments.program
        self.time_limit = arguments.time_limit
        self.machine = ["--device", arguments.device, "--threads", str(arguments.threads)]
        try:
            told = subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Refusal(f"The program {self.path} does not start ({error}). Build it, or name it with --program") from error
        self.version = told.stdout.strip()  # permeability 0.1.0 (commit 0649c18)

    def solve(self, image, *options):
        """Gives a dictionary: stop, exit_code, wall_s, message, and what result.json says; a value that is not there is None.

        `stop` is the program's word, time_limit for a run that had to be ended, or none where there is no result.
        """
        with tempfile.TemporaryDirectory(prefix="hard-case-") as folder:
            command = [self.path, "solve", image["file"], "--dims", dims_of(image), "--voxel-size", "1um", "--pore", "0",
                       "--boundary", "periodic", *self.machine, "--quiet", "--output", folder, *options]
            ended = run_for(command, self.time_limit)
            file = pathlib.Path(folder) / "result.json"
            result = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
        return {**ended, **describe(result, ended)}


def run_for(command, seconds):
    """Runs a command. One that takes longer than `seconds` is asked to end, and then ended."""
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        hung = False
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            hung = True
            process.terminate()
            try:
                output, errors = process.communicate(timeout=PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                output, errors = process.communicate()
        message = errors.strip().splitlines()[-1] if errors.strip() and not hung else ""
        return {"exit_code": process.returncode, "wall_s": round(time.monotonic() - start, 3), "hung": hung, "message": message,
                "output": output}


def describe(result, ended):
    """Gives what the result of a run says of its flow along x."""
    if result is None:
        empty = dict.fromkeys(("permeability_voxel2", "bound", "steps", "cells", "updates", "tau", "pore_space_hash"))
        return {**empty, "stop": "time_limit" if ended["hung"] else "none"}
    flow = result["flow"][0]
    return {"message": flow["diverged_because"] or "", "permeability_voxel2": flow["permeability_voxel2"], "bound": flow["iteration_error"], "steps": flow["steps"],
            "cells": flow["fluid_cells"], "tau": flow["tau"],
            "updates": flow["steps"] * flow["fluid_cells"],
            "pore_space_hash": result["image"]["pore_space_hash"],
            "stop": "time_limit" if ended["hung"] else flow["stop"]}
