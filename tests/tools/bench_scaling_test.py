#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/bench_scaling measures speeds, and times from a file to K, on processes of a CPU.
Usage: bench_scaling_test.py TOOL BUILD."""

import csv
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL, BUILD = sys.argv[1:3]
LACKS = "cannot work in several processes"  # the program has no part for MPI


class BenchScaling(unittest.TestCase):
    def setUp(self):
        if shutil.which("mpirun") is None:
            self.skipTest("no mpirun is found")
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.table = Path(holder.name) / "table.csv"

    def run_tool(self, *words, ranks="1,2"):
        words = [sys.executable, "-B", TOOL, "--build", BUILD, "--device", "cpu", "--ranks", ranks, "--output", self.table,
                 "--commit", "abc", *words]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if LACKS in done.stderr:
            self.skipTest(done.stderr.splitlines()[-1])
        self.assertEqual(done.returncode, 0, done.stderr)
        with self.table.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file)), done.stdout

    def test_speeds_are_compared_with_one_process_and_with_the_model(self):
        rows, told = self.run_tool("--quick", "--seconds", "0.1")
        self.assertEqual([row["ranks"] for row in rows], ["1", "2"] * 4)
        self.assertEqual([row["scaling"] for row in rows], ["weak"] * 4 + ["strong"] * 4)
        for alone, both in zip(rows[::2], rows[1::2]):
            self.assertEqual((alone["efficiency"], alone["commit"], alone["device"]), ("1.0000", "abc", alone["device"]))
            speeds = [float(row["mflups"]) for row in (alone, both)]  # whole numbers, and small under sanitizers
            rounding = 1e-4 + sum(0.5 / speed for speed in speeds) * speeds[1] / speeds[0]
            self.assertAlmostEqual(float(both["efficiency"]), speeds[1] / speeds[0] / 2, delta=rounding)
            self.assertGreater(float(both["predicted_efficiency"]), 0)
            cells = float(both["fluid_cells"]) / float(alone["fluid_cells"])
            self.assertAlmostEqual(cells, 2 if both["scaling"] == "weak" else 1, delta=0.1)  # random, small images
        self.assertEqual(len(told.splitlines()), 9)

    def test_k_from_a_file_has_the_same_bits_and_its_phases_add_up(self):
        rows, _ = self.run_tool("--solve", "48,64")
        self.assertEqual([(row["voxels"], row["ranks"]) for row in rows],
                         [("48^3", "1"), ("48^3", "2"), ("64^3", "1"), ("64^3", "2")])
        for alone, both in zip(rows[::2], rows[1::2]):
            for same in ("permeability_voxel2", "iteration_error", "steps", "fluid_cells"):
                self.assertEqual(alone[same], both[same])
            self.assertEqual(alone["flow_speedup"], "1.00")
        for row in rows:
            seconds = {name: float(value) for name, value in row.items() if name.endswith("_s")}
            flow = sum(seconds[f"{phase}_s"] for phase in ("steps", "looks", "pressure"))
            self.assertAlmostEqual(seconds["flow_s"], flow, delta=0.02)
            phases = sum(seconds.values()) - seconds["whole_s"] - seconds["flow_s"]
            self.assertLess(phases, seconds["whole_s"] + 0.02)  # both are rounded

    def test_what_is_wrong_is_refused_before_anything_is_measured(self):
        def refuse(*words):
            words = [sys.executable, "-B", TOOL, "--build", BUILD, "--device", "cpu", *words]
            done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertNotIn("Traceback", done.stderr)
            return done.stderr.splitlines()[-1]

        for option in ("--solve", "--ranks"):
            for numbers in ("abc", "0", "1,-2", "1,,2", ""):
                self.assertIn("is no list of whole numbers above 0", refuse(option, numbers))
        self.table.write_text("date,commit,mine\n", encoding="utf-8")
        for words in (["--solve", "16"], ["--quick"]):
            self.assertIn("has other columns", refuse("--ranks", "1", "--output", self.table, *words))
        self.assertEqual(self.table.read_text(encoding="utf-8"), "date,commit,mine\n")
        self.assertIn("nowhere", refuse("--ranks", "1", "--solve", "16", "--scratch", self.table.parent / "nowhere"))

    def test_several_are_not_compared_where_the_first_is_not_one(self):
        rows, _ = self.run_tool("--quick", "--solve", "256", ranks="2")
        self.assertEqual([(row["voxels"], row["ranks"], row["flow_speedup"]) for row in rows], [("32^3", "2", "")])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
