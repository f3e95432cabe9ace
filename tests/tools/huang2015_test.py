#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/huang2015 makes every figure of the paper, small and on a CPU, and refuses what is wrong in one line.
Usage: huang2015_test.py TOOL PROGRAM [SUITE]. Plots are tested where a python3 has matplotlib."""

import csv
import math
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL, PROGRAM = sys.argv[1:3]
FIGURES = ["pipe", "3", "4", "5", "6", "7", "9"]
ARRAYS_WITHIN = 0.03  # of spheres 10 and 12 voxels wide: K was at most 1.5 % from Stokes flow
DUCT_WITHIN = 0.03  # of a pipe 8 voxels wide: 2.2 %, and second order from there


def run_tool(folder, *words, python=sys.executable, program=PROGRAM):
    words = [python, "-B", TOOL, "--program", program, "--device", "cpu", "--quick", *words]
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def read_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def find_matplotlib():
    """Gives a Python that has matplotlib, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([python, "-c", "import matplotlib"], capture_output=True).returncode == 0:
                return python
        except OSError:
            continue
    return None


class InFolder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)


class Figures(InFolder):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.table = Path(cls.holder.name) / "huang2015.csv"
        cls.status, cls.told, cls.complaint = run_tool(cls.holder.name, "--commit", "abc")
        cls.rows = read_rows(cls.table) if cls.table.exists() else []

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def of(self, figure, **wanted):
        return [row for row in self.rows if row["figure"] == figure and all(row[k] == v for k, v in wanted.items())]

    def test_every_figure_has_its_rows_and_finite_values(self):
        self.assertEqual((self.status, self.complaint), (0, ""))
        self.assertEqual({row["figure"]: None for row in self.rows}.keys(), dict.fromkeys(FIGURES).keys())
        for row in self.rows:
            self.assertTrue(math.isfinite(float(row["value"])) and float(row["value"]) > 0, row)
            self.assertTrue(math.isfinite(float(row["x"])), row)
            self.assertEqual((row["commit"], row["device"], row["ranks"]), ("abc", "cpu", "1"))
            self.assertEqual(bool(row["reference"]), bool(row["reference_what"]), row)
            if row["quantity"] == "mflups":
                for name in ("deviation", "fraction_of_limit", "bandwidth_gb_s"):
                    self.assertTrue(math.isfinite(float(row[name])), row)

    def test_schemes_and_places_are_those_of_the_paper(self):
        for figure, places in (("4", 3), ("5", 3)):
            for scheme in ("push", "pull", "compact"):
                self.assertEqual(len(self.of(figure, scheme=scheme)), places)
        for figure in "67":
            self.assertEqual([(row["geometry"], row["scheme"], row["efficiency"]) for row in self.of(figure)],
                             [("duct", "push", "1"), ("duct", "compact", "1"),
                              ("overlap", "push", "1"), ("overlap", "compact", "1")])
        speeds = self.of("pipe", quantity="mflups", scheme="push")
        self.assertEqual({row["reference"] for row in speeds}, {"446", "1029"})
        self.assertIn("2 and 4 GPUs are left out (--device is cpu, and --gpus is not given)", self.told)
        self.assertRegex(self.told.splitlines()[-1], r"^Figure 5: push .* compact .*; pull .* compact ")

    def test_pipes_have_the_exact_permeability_to_second_order(self):
        pipes = {float(row["x"]): row for row in self.of("pipe", quantity="permeability_voxel2")}
        for gap, row in pipes.items():  # K of a square duct is 0.0351443 of its area (White, Viscous fluid flow)
            self.assertAlmostEqual(float(row["reference"]) / gap ** 2, 0.0351443, 7)
        errors = [float(row["value"]) / float(row["reference"]) - 1 for _, row in sorted(pipes.items())]
        self.assertLess(abs(errors[0]), DUCT_WITHIN)
        self.assertAlmostEqual(errors[0] / errors[1], 4, delta=0.4)

    def test_arrays_of_spheres_have_the_permeability_of_stokes_flow(self):
        rows = self.of("9")
        self.assertEqual([row["geometry"] for row in rows], ["sc", "sc", "bcc", "bcc", "fcc", "fcc"])
        for row in rows:
            self.assertLess(abs(float(row["value"]) / float(row["reference"]) - 1), ARRAYS_WITHIN, row)
            self.assertIn("Stokes flow", row["reference_what"])
            self.assertIn("Sangani and Acrivos", row["reference_what"])

    def test_a_table_is_drawn(self):
        python = find_matplotlib()
        if python is None:
            self.skipTest("no python3 here has matplotlib")
        status, told, complaint = run_tool(self.folder, "--plots-of", self.table, "--plots", "plots", python=python)
        self.assertEqual((status, complaint), (0, ""), told)
        for figure in FIGURES:
            name = f"huang2015_{figure if figure == 'pipe' else 'fig' + figure}.svg"
            self.assertIn("</svg>", (self.folder / "plots" / name).read_text(encoding="utf-8"))
        (self.folder / "plots" / "huang2015_fig4.svg").write_text("mine", encoding="utf-8")
        status, _, complaint = run_tool(self.folder, "--plots-of", self.table, "--plots", "plots", python=python)
        self.assertEqual((status, complaint.count("\n")), (2, 1), complaint)
        self.assertEqual((self.folder / "plots" / "huang2015_fig4.svg").read_text(encoding="utf-8"), "mine")

    def test_several_processes_share_a_box(self):
        status, told, complaint = run_tool(self.folder, "--figures", "6,7", "--gpus", "2")
        lacks = ("there is no mpirun", "cannot work in several processes", "attempt to run as root")
        if any(text in complaint for text in lacks):
            self.skipTest(complaint.strip())
        self.assertEqual((status, complaint), (0, ""))
        rows = read_rows(self.folder / "huang2015.csv")
        self.assertEqual([row["ranks"] for row in rows], ["1", "1", "2", "2"] * 4)
        self.assertEqual([row["size"] for row in rows if row["ranks"] == "2"], ["24x24x12"] * 4 + ["24x24x24"] * 4)
        for alone, row in zip(rows, rows[2:]):
            if row["ranks"] == "2":
                self.assertAlmostEqual(float(row["efficiency"]), float(row["value"]) / 2 / float(alone["value"]), 5)
        self.assertIn("4 GPUs are left out (--gpus is 2)", told)


class Refusals(InFolder):
    def refuse(self, *words, status=2, **options):
        """Runs the tool, wants one line of complaint and no table, and gives that line."""
        given, _, complaint = run_tool(self.folder, *words, **options)
        self.assertEqual((given, complaint.count("\n")), (status, 1), complaint)
        self.assertTrue(complaint.startswith("huang2015: "), complaint)
        self.assertEqual(list(self.folder.glob("huang2015*")), [])
        return complaint

    def test_bad_options_give_one_line(self):
        for words, told in ((["--figures", "4,8"], "--figures has 8"), (["--figures", ""], "--figures has none"),
                            (["--gpus", "0"], "--gpus is 0"), (["--gpus", "two"], "--gpus"),
                            (["--seconds", "-1"], "--seconds is -1"), (["--nonsense"], "--nonsense"),
                            (["--device", "tpu"], "--device"), (["--plots-of", "a.csv"], "Add --plots"),
                            (["--plots-of", "a.csv", "--plots", "p"], "a.csv is no file"),
                            (["--output", "nowhere/a.csv"], "there is no folder"), (["--output", "."], "is a folder")):
            self.assertIn(told, self.refuse(*words))
        self.assertIn("no program that can be started", self.refuse(program=self.folder / "missing"))

    def test_a_failure_of_the_program_is_passed_on(self):
        program = self.folder / "program"
        lines = ["#!/bin/sh", "echo note >&2", "echo 'permeability: error: It is full.' >&2", "exit 3", ""]
        program.write_text("\n".join(lines), encoding="utf-8")
        program.chmod(0o755)
        self.assertEqual(self.refuse("--figures", "4", program=program, status=1),
                         "huang2015: bench failed (exit code 3): It is full.\n")

    def test_only_a_table_of_its_own_is_replaced(self):
        table = self.folder / "table.csv"
        words = ["--figures", "3", "--output", table]
        table.write_text("mine\n", encoding="utf-8")
        self.assertIn("is there already", self.refuse(*words))
        self.assertEqual(table.read_text(encoding="utf-8"), "mine\n")
        for more in (["--overwrite"], []):
            self.assertEqual(run_tool(self.folder, *words, "--commit", f"c{len(more)}", *more)[0], 0)
            (row,) = read_rows(table)
            self.assertEqual((row["figure"], row["commit"]), ("3", f"c{len(more)}"))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["table.csv"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:], "-v"])
