# SPDX-License-Identifier: Apache-2.0
"""Tests tools/hard_cases: on one image with the built programs, and on runs that are made up.

    hard_cases_test.py SUITE     suites: OneImage MadeUpRuns StoredTruth

OneImage and StoredTruth read the paths of the programs from PERMEABILITY, WRITE_FAMILY and FAMILY_TRUTH. StoredTruth exits
77, and says why, unless PERMEABILITY_LONG_TESTS is set and validation/results has the truth.
"""
import csv
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "hard_cases"
STORED = ROOT / "validation" / "results" / "hard_cases_truth.csv"

TRUTH = ("family", "seed", "dims", "pore_space_hash", "truth_voxel2", "truth_error", "how", "reason", "wall_s")
RUN = ("device", "family", "seed", "tolerance", "method", "permeability_voxel2", "bound", "steps", "stop", "exit_code",
       "wall_s", "cells", "updates", "tau", "pore_space_hash", "program", "message")


def hard_cases(*words):
    return subprocess.run([sys.executable, "-B", TOOL, *map(str, words)], capture_output=True, text=True, check=False)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def write(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        file.write("# made up\n")
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


class InFolder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)

    def programs(self):
        return ["--program", os.environ["PERMEABILITY"], "--write-family", os.environ["WRITE_FAMILY"]]


class OneImage(InFolder):
    def test_truth_run_and_table_of_two_ducts(self):
        truth, runs = self.place / "truth.csv", self.place / "runs.csv"
        what = ["--families", "sparse", "--seeds", "2"]
        find = ["truth", *what, "--family-truth", os.environ["FAMILY_TRUTH"], "--jobs", "1"]
        by_equations = hard_cases(*find, *self.programs(), "--output", truth)
        self.assertEqual(by_equations.returncode, 0, by_equations.stderr)
        for way in ("steps", "flows"):
            by_runs = hard_cases(*find, *self.programs(), "--by", way, "--output", self.place / f"{way}.csv")
            self.assertEqual(by_runs.returncode, 0, by_runs.stderr)
        comment = truth.read_text(encoding="utf-8").splitlines()[0]
        self.assertEqual(comment, "# tools/hard_cases truth --families sparse --seeds 2")  # names nothing of this machine
        row = read(truth)[0]
        self.assertEqual(row["how"], "2 parts, tau 0.6 and 1")
        self.assertLess(float(row["truth_error"]), 1e-7)
        for way in ("steps", "flows"):
            other = read(self.place / f"{way}.csv")[0]
            self.assertEqual(row["pore_space_hash"], other["pore_space_hash"])
            self.assertIn(f"by {way}: ", other["how"])
            self.assertLess(abs(float(row["truth_voxel2"]) / float(other["truth_voxel2"]) - 1), 1e-6)

        solve = ["run", *what, "--tolerances", "1e-2", "--jobs", "1", "--output", runs, *self.programs()]
        first = hard_cases(*solve)
        self.assertEqual(first.returncode, 0, first.stderr)
        default, plain = read(runs)
        self.assertEqual((default["method"], plain["method"]), ("default", "plain"))
        self.assertEqual((default["stop"], default["exit_code"]), ("converged", "0"))
        self.assertGreaterEqual(int(default["updates"]), int(default["steps"]) * int(default["cells"]))
        again = hard_cases(*solve)
        self.assertIn("every row is there", again.stdout)
        self.assertEqual(len(read(runs)), 2)

        table = hard_cases("table", truth, runs, *what, "--tolerances", "1e-2", "--devices", "cpu")
        self.assertEqual(table.returncode, 0, table.stdout + table.stderr)
        self.assertIn("| cpu | sparse | 1 | 1/1 | 0 |", table.stdout)

    def test_a_run_that_does_not_end_in_its_time_is_ended_and_counted(self):
        program = self.place / "permeability"
        program.write_text("#!/bin/sh\n[ \"$1\" = --version ] && echo slow && exit\nexec sleep 60\n", encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        runs = self.place / "runs.csv"
        solve = ["--families", "noise", "--seeds", "1", "--tolerances", "1e-2", "--jobs", "1", "--output", runs]
        ended = hard_cases("run", *solve, "--program", program, "--write-family", os.environ["WRITE_FAMILY"], "--time-limit", "0.5")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual([row["stop"] for row in read(runs)], ["time_limit"])
        other_build = hard_cases("run", *solve, *self.programs())
        self.assertEqual(other_build.returncode, 2)
        self.assertIn("another build", other_build.stderr)


class MadeUpRuns(InFolder):
    def setUp(self):
        super().setUp()
        self.truths = [self.truth(seed) for seed in (1, 2)]
        self.runs = [self.run_of(seed, method) for seed in (1, 2) for method in ("default", "plain")]

    def truth(self, seed, **other):
        return {"family": "noise", "seed": seed, "dims": "30x30x30", "pore_space_hash": f"h{seed}", "truth_voxel2": "2.0",
                "truth_error": "1e-8", "how": "tau 1 and 2.5", **other}

    def run_of(self, seed, method="default", **other):
        return {"device": "cpu", "family": "noise", "seed": seed, "tolerance": "0.001", "method": method,
                "permeability_voxel2": "2.0002", "bound": "5e-4", "steps": 100, "stop": "converged", "exit_code": 0, "wall_s": 1,
                "cells": 1000, "updates": 100000, "tau": 1, "pore_space_hash": f"h{seed}", "program": "p", **other}

    def table(self, *words):
        write(self.place / "truth.csv", TRUTH, self.truths)
        write(self.place / "runs.csv", RUN, self.runs)
        return hard_cases("table", self.place / "truth.csv", self.place / "runs.csv", "--families", "noise", "--seeds", "1-2",
                          "--tolerances", "1e-3", "--devices", "cpu", *words)

    def test_runs_within_their_bounds_meet_every_figure(self):
        told = self.table()
        self.assertEqual(told.returncode, 0, told.stdout)
        self.assertIn("| cpu | noise | 2 | 2/2 | 0 | 0.20 | 5 | 0 | 1.00, 1.00 |", told.stdout)
        self.assertIn("No run misses its bound.", told.stdout)

    def test_a_miss_is_named_and_one_beyond_1_5_breaks_a_figure(self):
        self.runs[0]["bound"] = "8e-5"
        told = self.table()
        self.assertEqual(told.returncode, 0, told.stdout)
        self.assertIn("cpu noise 1 at 0.001: K 2.0002, error 1.00e-04 (truth to 1e-08), bound 8.00e-05, factor 1.25", told.stdout)
        self.runs[0]["bound"] = "5e-5"
        told = self.table()
        self.assertEqual(told.returncode, 1)
        self.assertIn("NOT MET: no miss beyond 1.5\n    cpu noise 1 at 0.001\n", told.stdout)

    def test_more_than_four_misses_break_a_figure(self):
        self.truths = [self.truth(seed) for seed in range(1, 7)]
        self.runs = [self.run_of(seed, method, bound="9e-5") for seed in range(1, 6) for method in ("default", "plain")]
        told = self.table("--seeds", "1-5")
        self.assertEqual(told.returncode, 1)
        self.assertIn("NOT MET: at most 4 misses", told.stdout)
        self.assertEqual(self.table("--seeds", "1-4").returncode, 0)

    def test_a_bound_of_0_beside_an_error_is_a_miss(self):
        self.runs[0]["bound"] = "0.0"
        told = self.table()
        self.assertEqual(told.returncode, 1)
        self.assertIn("factor inf", told.stdout)

    def test_a_truth_that_is_known_too_badly_judges_nothing(self):
        self.truths[0]["truth_error"] = "2e-4"
        self.runs[0]["bound"] = "1e-6"
        told = self.table()
        self.assertEqual(told.returncode, 0, told.stdout)
        self.assertIn("| cpu | noise | 2 | 1/2 | 0 |", told.stdout)

    def test_what_the_truth_may_be_wrong_by_is_not_held_against_a_run(self):
        self.truths[0]["truth_error"] = "5e-5"
        self.runs[0]["bound"] = "6e-5"
        self.assertIn("| cpu | noise | 2 | 2/2 | 0 | 0.83 |", self.table().stdout)

    def test_failures_and_missing_runs_break_figures(self):
        for change in ({"stop": "diverged", "exit_code": 4, "permeability_voxel2": ""}, {"stop": "time_limit", "exit_code": 143},
                       {"stop": "step_limit", "exit_code": 4}, {"bound": ""}):
            self.runs[0] = self.run_of(1, **change)
            told = self.table()
            self.assertEqual(told.returncode, 1, change)
            self.assertIn("NOT MET: no failure, and no run beyond its time\n    cpu noise 1 at 0.001", told.stdout)
        del self.runs[0]
        told = self.table()
        self.assertEqual(told.returncode, 1)
        self.assertIn("NOT MET: every run and every truth is there\n    cpu noise 1 at 0.001 (no run)", told.stdout)

    def test_updates_are_compared_with_plain_steps_where_these_came_far_enough(self):
        self.runs[0]["updates"] = 151000
        told = self.table()
        self.assertEqual(told.returncode, 1)
        self.assertIn("NOT MET: at most 1.5 times the updates of plain steps\n    cpu noise 1 at 0.001: 1.51 times", told.stdout)
        self.runs[1]["stop"] = "step_limit"  # at least as many: nothing is known
        self.assertEqual(self.table().returncode, 0)

    def test_the_bound_of_plain_steps_is_judged_too_where_they_were_cut_short_as_well(self):
        self.assertIn("Of 2 runs with --method plain whose truth is known, 0 miss their bound.", self.table().stdout)
        self.runs[1].update(bound="5e-5", stop="step_limit", exit_code=4)
        told = self.table()
        self.assertEqual(told.returncode, 1)
        self.assertIn("NOT MET: with --method plain at most 4 misses, and none beyond 1.5\n"
                      "    cpu noise 1 at 0.001 by plain steps: K 2.0002", told.stdout)
        self.runs[1]["bound"] = "inf"
        self.assertEqual(self.table().returncode, 0)

    def test_a_truth_of_another_image_is_refused(self):
        self.truths[1]["pore_space_hash"] = "h3"
        told = self.table()
        self.assertEqual(told.returncode, 2)
        self.assertIn("The truth of noise 2 is that of another image", told.stderr)

    def test_devices_are_compared_bit_by_bit_and_both_are_wanted(self):
        self.assertEqual(self.table("--devices", "cpu,cuda").returncode, 1)
        self.runs += [{**run, "device": "cuda"} for run in self.runs if run["method"] == "default"]
        self.runs[-1]["permeability_voxel2"] = "2.00020001"
        told = self.table("--devices", "cpu,cuda")
        self.assertEqual(told.returncode, 0, told.stdout)
        self.assertIn("K is the same to the last bit on every device in 1 of 2 runs.", told.stdout)

    def test_the_table_goes_between_the_marks_of_a_page(self):
        page = self.place / "page.md"
        page.write_text("before\n<!-- table begins: tools/hard_cases -->\nold\n<!-- table ends -->\nafter\n", encoding="utf-8")
        self.assertEqual(self.table("--write", page).returncode, 0)
        text = page.read_text(encoding="utf-8")
        self.assertIn("| cpu | all | 2 |", text)
        self.assertNotIn("old", text)
        self.assertTrue(text.startswith("before\n") and text.endswith("<!-- table ends -->\nafter\n"))
        page.write_text("no marks\n", encoding="utf-8")
        self.assertEqual(self.table("--write", page).returncode, 2)


class StoredTruth(InFolder):
    def test_two_seeds_of_every_family_keep_their_bounds(self):
        runs = self.place / "runs.csv"
        what = ["--seeds", "1-2", "--tolerances", "1e-3"]
        made = hard_cases("run", *what, "--methods", "default", "--jobs", "1", "--threads", os.cpu_count() or 1, "--output", runs,
                          *self.programs())
        self.assertEqual(made.returncode, 0, made.stderr)
        table = hard_cases("table", STORED, runs, *what, "--devices", "cpu")
        self.assertEqual(table.returncode, 0, table.stdout + table.stderr)


def skip(reason):
    print(f"hard_cases.StoredTruth: Skipped\n{reason}")
    sys.exit(77)


if __name__ == "__main__":
    if sys.argv[1:] == ["StoredTruth"]:
        if "PERMEABILITY_LONG_TESTS" not in os.environ:
            skip("takes some minutes on 2 cores: set PERMEABILITY_LONG_TESTS=1")
        if not STORED.exists():
            skip(f"{STORED.name} is not in validation/results. tools/hard_cases truth --output makes it")
    unittest.main()
