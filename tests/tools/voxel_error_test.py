#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tool that holds the voxel estimate against known flows solves what it is given, and `table` and `fit` tell what was
put in. Usage: voxel_error_test.py TOOL PROGRAM"""

import csv
import json
import math
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL, PROGRAM = sys.argv[1:3]
COLUMNS = ["name", "family", "group", "magic", "size", "truth_voxel2", "finer", "finer_over_size", "arguments"]


def run_tool(*words):
    done = subprocess.run([sys.executable, TOOL, *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def write_list(folder, rows):
    with (folder / "flows.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, restval="")
        table.writeheader()
        table.writerows(rows)


def write_result(folder, name, permeability, made_of, relative, two_sigma):
    estimate = {"relative": relative, "two_sigma": two_sigma, "resolved": True, "made_of": made_of}
    flow = {"direction": "x", "stop": "converged", "permeability_voxel2": permeability, "voxel_estimate": estimate}
    (folder / "solved" / name).mkdir(parents=True)
    (folder / "solved" / name / "result.json").write_text(json.dumps({"flow": [flow]}), encoding="utf-8")


class VoxelError(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def test_solves_and_tells_of_a_flow(self):
        (self.folder / "sc.ini").write_text("kind = sc\nsize = 16\nporosity = 0.8\n", encoding="utf-8")
        common = {"family": "sc", "group": "arrays", "size": 16, "arguments": "sc.ini --direction x", "truth_voxel2": 4}
        write_list(self.folder, [{"name": "a", "magic": "3/16", **common}])
        self.assertEqual(run_tool("run", self.folder, "--program", PROGRAM), (0, "", ""))
        solved = json.loads((self.folder / "solved/a/result.json").read_text(encoding="utf-8"))["flow"][0]
        sheet = self.folder / "table.csv"
        self.assertEqual(run_tool("table", self.folder, "--output", sheet)[0], 0)
        with sheet.open(encoding="utf-8", newline="") as file:
            (row,) = csv.DictReader(file)
        self.assertAlmostEqual(float(row["error"]), solved["permeability_voxel2"] / 4 - 1, 5)
        self.assertAlmostEqual(float(row["stepped_walls"]), solved["voxel_estimate"]["made_of"]["stepped_walls"], 5)

    def test_fits_the_constants_that_were_put_in(self):
        numbers, rows = random.Random(3), []
        for number in range(60):
            made_of = dict(zip(("stepped_walls", "terraces", "not_viscous"), (numbers.uniform(0.05, 0.5) for _ in range(3))))
            made_of |= {"wall_patterns": 9, "sameness_along_axis": 0}
            logarithm = -0.11 * made_of["stepped_walls"] - 0.21 * made_of["terraces"] + 0.7 * made_of["not_viscous"] ** 2
            truth = 5.0
            rows.append({"name": f"flow{number}", "family": "sc", "group": "arrays", "magic": "3/16", "size": 64, "truth_voxel2": truth})
            write_result(self.folder, f"flow{number}", truth * math.exp(logarithm), made_of, math.expm1(logarithm), 1e-3 if number % 4 else -1)
        write_list(self.folder, rows)
        _, out, _ = run_tool("fit", self.folder)
        found = re.search(r"shift (\S+), terrace (\S+), excess (\S+);", out)
        self.assertEqual([float(value) for value in found.groups()], [0.11, 0.21, 0.7], out)
        _, out, _ = run_tool("table", self.folder)
        self.assertRegex(out, r"fit +60 +75\.0 %")  # every fourth interval was made impossible

    def test_says_that_nothing_is_solved(self):
        write_list(self.folder, [])
        status, _, complaint = run_tool("table", self.folder)
        self.assertEqual((status, complaint), (1, "voxel_error: no flow is solved. Start it with run\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
