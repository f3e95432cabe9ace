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
COLUMNS = ["use", "class", "geometry", "name", "magic", "size", "truth_voxel2", "finer", "arguments"]


def run_tool(*words):
    done = subprocess.run([sys.executable, TOOL, *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def write_list(folder, rows):
    with (folder / "flows.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, restval="")
        table.writeheader()
        table.writerows(rows)


def write_result(folder, name, permeability, made_of=None, relative=0.0, two_sigma=0.01):
    basis = dict.fromkeys(("stepped_walls", "plane_walls", "not_viscous", "wall_pieces", "channel", "along_flow", "cubes", "solid_chord", "pore_chord"), 0.1)
    estimate = {"relative": relative, "two_sigma": two_sigma, "resolved": True, "corrected_voxel2": 1.0, "made_of": basis | (made_of or {})}
    flow = {"direction": "x", "stop": "converged", "permeability_voxel2": permeability, "iteration_error": 0.0, "voxel_estimate": estimate}
    (folder / "solved" / name).mkdir(parents=True)
    (folder / "solved" / name / "result.json").write_text(json.dumps({"flow": [flow]}), encoding="utf-8")


def rows_of(sheet):
    with sheet.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class VoxelError(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def test_solves_and_tells_of_a_flow(self):
        (self.folder / "sc.ini").write_text("kind = sc\nsize = 16\nporosity = 0.8\n", encoding="utf-8")
        common = {"class": "spheres", "geometry": "sc", "size": 16, "arguments": "sc.ini --direction x", "truth_voxel2": 4}
        write_list(self.folder, [{"use": "fit", "name": "a", "magic": "3/16", **common}])
        self.assertEqual(run_tool("run", self.folder, "--program", PROGRAM), (0, "", ""))
        solved = json.loads((self.folder / "solved/a/result.json").read_text(encoding="utf-8"))["flow"][0]
        sheet = self.folder / "table.csv"
        self.assertEqual(run_tool("table", self.folder, "--output", sheet)[0], 0)
        (row,) = rows_of(sheet)
        self.assertAlmostEqual(float(row["error"]), solved["permeability_voxel2"] / 4 - 1, 5)
        self.assertAlmostEqual(float(row["stepped_walls"]), solved["voxel_estimate"]["made_of"]["stepped_walls"], 5)

    def test_takes_the_truth_of_a_body_from_its_two_finest_images_and_not_from_the_estimate(self):
        common = {"use": "unseen", "class": "fibres", "geometry": "g", "magic": "3/16"}
        for size in (160, 256):  # K of the body is 3 of the square of its width, and the error 2 voxels of it
            write_result(self.folder, f"f{size}", 3 * size**2 * (1 - 2 / size), relative=-0.5)
        write_result(self.folder, "coarse", 3 * 32**2 * 1.1, two_sigma=0.2)
        rows = [{**common, "name": f"f{size}", "size": size} for size in (160, 256)]
        write_list(self.folder, [*rows, {**common, "name": "coarse", "size": 32, "finer": "g"}])
        sheet = self.folder / "table.csv"
        _, out, _ = run_tool("table", self.folder, "--output", sheet)
        (row,) = rows_of(sheet)
        self.assertAlmostEqual(float(row["error"]), 0.1, 5)
        self.assertRegex(out, r"fibres +1 +1 +100\.0 % +21 to 100 %")

    def test_counts_geometries_and_tells_uses_apart(self):
        rows = []
        for number in range(40):
            common = {"use": "fit" if number < 20 else "unseen", "class": "tubes", "geometry": f"g{number // 4}", "magic": "3/16"}
            rows.append({**common, "name": f"t{number}", "size": 8, "truth_voxel2": 1})
            write_result(self.folder, f"t{number}", 1.5 if number % 4 == 0 else 1.001)
        write_list(self.folder, rows)
        _, out, _ = run_tool("table", self.folder)
        self.assertEqual(len(re.findall(r"tubes +20 +5 +75\.0 % +34 to  95 %", out)), 2, out)  # Wilson's of 5, not of 20
        self.assertIn("20 of 20 resolved flows are corrected: 75.0 % of these are at most 1.5 % off, all 50.0 %", out)

    def test_fits_the_constants_that_were_put_in(self):
        numbers, rows = random.Random(3), []
        for number in range(80):
            keys = ("stepped_walls", "plane_walls", "not_viscous", "channel", "along_flow", "cubes")
            made_of = {key: numbers.uniform(0.05, 0.5) for key in keys}
            made_of |= {"solid_chord": numbers.uniform(1.5, 6), "pore_chord": numbers.uniform(1.5, 6)}
            x, y, e, channel, along, cubes, solid, pores = made_of.values()
            planes = y / (x + y)
            lattice = planes * (1 / 3 + 0.28 * channel) + (1 - planes) * (0.3 + 0.5 * e) + 1.2 * cubes
            shift = 0.11 - 0.02 * along - 1.4 / solid**2 + 2.1 * max(0, 1 / pores**2 - 1 / solid**2)
            common = {"use": "fit", "class": "spheres", "geometry": "g", "magic": "3/16", "size": 64, "truth_voxel2": 5}
            rows.append({**common, "name": f"flow{number}"})
            write_result(self.folder, f"flow{number}", 5 * math.exp(lattice * e - shift * x), made_of, 0.1)
        write_list(self.folder, rows)
        _, out, _ = run_tool("fit", self.folder)
        found = [float(value) for value in re.findall(r" (-?\d+\.\d+)", out)]
        self.assertEqual(found, [0.11, 0.02, 0.3, 0.5, 1.4, 2.1, 1.2], out)

    def test_says_that_nothing_is_solved(self):
        write_list(self.folder, [])
        status, _, complaint = run_tool("table", self.folder)
        self.assertEqual((status, complaint), (1, "voxel_error: no flow is solved. Start it with run\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
