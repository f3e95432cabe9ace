#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tool that holds K of the image taken as cubes against its limit solves what it is given, and tells what came out.
Usage: as_cubes_test.py TOOL PROGRAM"""

import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL, PROGRAM = sys.argv[1:3]
EDGE = 8


def run_tool(*words):
    done = subprocess.run([sys.executable, "-B", TOOL, *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class AsCubes(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        self.write([["duct", "held", EDGE, "x", "periodic"]])
        solid = bytes(0 if 1 <= y <= 4 and 1 <= z <= 4 else 1 for z in range(EDGE) for y in range(EDGE) for x in range(EDGE))
        (self.folder / "duct.raw").write_bytes(solid)

    def write(self, rows):
        with (self.folder / "images.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["name", "use", "edge", "direction", "faces"], *rows])

    def test_the_limit_of_a_duct_is_the_exact_one_and_the_estimates_lie_beside_it(self):
        self.assertEqual(run_tool("run", self.folder, "--program", PROGRAM), (0, "", ""))
        code, shown, _ = run_tool("table", self.folder, "--output", self.folder / "out.csv")
        self.assertEqual(code, 0)
        self.assertRegex(shown, "held +1 +1[.]0.* held +1, within 5 % +1")
        with (self.folder / "out.csv").open(encoding="utf-8", newline="") as file:
            (row,) = csv.DictReader(file)
        exact = 0.0351442538 * 4**4 / EDGE**2
        self.assertAlmostEqual(float(row["limit"]) / exact, 1, delta=2e-3)
        self.assertAlmostEqual(float(row["refined_voxel2"]) / exact, 1, delta=0.01)
        self.assertEqual(row["cells_1"], "")
        # What finite volumes gave goes before it.
        (self.folder / "duct.cells").write_text("".join(f"{exact * (1 + 0.3 / n**2)}\n" for n in (1, 2, 3, 4)), encoding="utf-8")
        shown = run_tool("table", self.folder, "--output", self.folder / "out.csv")[1]
        self.assertIn("limits of finite volumes and of refined images, 1", shown)
        with (self.folder / "out.csv").open(encoding="utf-8", newline="") as file:
            self.assertAlmostEqual(float(next(csv.DictReader(file))["limit"]) / exact, 1, delta=1e-5)

    def test_a_flow_that_fails_is_told_and_a_table_of_nothing_is_refused(self):
        self.write([["lost", "held", EDGE, "x", "periodic"]])
        code, _, told = run_tool("run", self.folder, "--program", PROGRAM)
        self.assertEqual(code, 0)
        self.assertIn("lost-budget: permeability: error", told)
        self.assertEqual(run_tool("table", self.folder)[0], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
