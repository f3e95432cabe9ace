#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tools that draw bodies whose K is known make images that the program solves, and tell what came out.
Usage: known_bodies_test.py TOOLS PROGRAM SUITE     suites: Table Drawn (needs numpy, and minutes)"""

import csv
import gzip
import json
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS, PROGRAM, SUITE = sys.argv[1:4]


def run_tool(tool, *words):
    done = subprocess.run([sys.executable, "-B", f"{TOOLS}/{tool}", *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def rows_of(sheet):
    with sheet.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class InFolder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)


class Table(InFolder):
    def write(self, flows):
        """Writes flows of (kind, name, low, high, unknown), whose true K is 2."""
        rows = []
        for kind, name, low, high, unknown in flows:
            headline = {"low_voxel2": low, "high_voxel2": high, "permeability_voxel2": 2.1, "unknown": unknown, "parts": [{"cause": "voxels", "two_sigma": 0.1}]}
            flow = {"stop": "converged", "permeability_voxel2": 2.1, "iteration_error": 0.0, "headline": headline}
            (self.folder / "solved" / name).mkdir(parents=True)
            (self.folder / "solved" / name / "result.json").write_text(json.dumps({"flow": [flow]}), encoding="utf-8")
            rows.append({"kind": kind, "class": "tubes", "geometry": name, "name": name, "size": 8, "truth_voxel2": 2, "finer": "", "boundary": "sealed"})
        with (self.folder / "flows.csv").open("w", encoding="utf-8", newline="") as file:
            sheet = csv.DictWriter(file, list(rows[0]))
            sheet.writeheader()
            sheet.writerows(rows)

    def test_counts_the_intervals_that_hold_the_truth_and_leaves_out_those_that_lack_a_cause(self):
        self.write([("binary", "a", 1.9, 2.2, "segmentation"), ("binary", "b", 2.05, 2.2, None), ("binary", "c", 1.9, 2.2, "faces"),
                    ("binary", "d", None, None, "voxels"), ("grey", "e", 1.0, 4.0, None)])  # fmt: skip
        code, shown, _ = run_tool("headline_truth", "table", self.folder, "--output", self.folder / "out.csv")
        self.assertEqual(code, 0)
        self.assertRegex(shown, r"binary +4 +2 +50[.]0 %")
        self.assertRegex(shown, r"grey +1 +0 +100[.]0 % .* 69[.]3 %")
        self.assertEqual([row["held"] for row in rows_of(self.folder / "out.csv")], ["yes", "no", "", "", "yes"])

    def test_says_that_nothing_is_solved(self):
        (self.folder / "flows.csv").write_text("name\n", encoding="utf-8")
        self.assertEqual(run_tool("headline_truth", "table", self.folder)[::2], (1, "headline_truth: no flow is solved. Start it with run\n"))


class Drawn(InFolder):
    def test_bodies_are_drawn_with_their_truth_and_their_grey_images_show_them(self):
        code, _, told = run_tool("headline_truth", "prepare", self.folder, "--program", PROGRAM, "--seed", "test", "--binary", "6", "--grey", "4")
        self.assertEqual(code, 0, told)
        rows = rows_of(self.folder / "flows.csv")
        grey = [row for row in rows if row["kind"] == "grey"]
        self.assertEqual((sum(row["kind"] == "binary" for row in rows), len(grey)), (6, 4))
        finest = {row["geometry"] for row in rows if row["kind"] == "truth"}
        for row in rows:
            self.assertTrue(row["truth_voxel2"] or row["finer"] in finest or row["kind"] == "truth", row)
        for row in grey:
            values = gzip.decompress((self.folder / row["arguments"].split()[0]).read_bytes())
            self.assertEqual(len(values), int(row["size"]) ** 3)
            self.assertLess(min(values), 60)
            self.assertGreater(max(values), 140)
        small = [row for row in rows if row["kind"] != "truth" and int(row["size"]) <= 64][:3]
        for row in small:
            words = [PROGRAM, "solve", *row["arguments"].split(), "--voxel-size", "1um", "--device", "cpu", "--quiet", "--output", row["name"]]
            self.assertEqual(subprocess.run(words, cwd=self.folder, capture_output=True).returncode, 0, row)

    def test_the_suite_of_the_voxel_estimate_has_all_its_classes(self):
        code, _, told = run_tool("voxel_error", "prepare", self.folder, "--program", PROGRAM, "--seed", "test", "--use", "unseen")
        self.assertEqual(code, 0, told)
        rows = rows_of(self.folder / "flows.csv")
        self.assertEqual(len({row["class"] for row in rows}), 14)
        self.assertGreater(len({row["geometry"] for row in rows}), 100)

    def test_the_slope_of_one_flow_is_held_against_two_more(self):
        code, shown, told = run_tool("threshold_slope", self.folder, "--program", PROGRAM, "--seeds", "5:6", "--output", self.folder / "out.csv")
        self.assertEqual(code, 0, told)
        self.assertIn("a grey value: 5 images", shown)
        for row in rows_of(self.folder / "out.csv"):
            self.assertLess(abs(math.log(float(row["of_one_flow"]) / float(row["of_two_flows"]))), 0.3, row)

    def test_pits_and_bumps_are_ranked_by_one_flow(self):
        code, shown, told = run_tool("wall_sensitivity", self.folder, "--program", PROGRAM, "--only", "voxels", "--media", "1")
        self.assertEqual(code, 0, told)
        ranks = {(kind, number): float(value) for kind, number, value in re.findall(r"40 (\w+) by the (\w+) of faces: rank correlation (\S+),", shown)}
        self.assertGreaterEqual(ranks["pits", "sum"], 0.9)
        self.assertGreaterEqual(ranks["bumps", "largest"], 0.9)


if __name__ == "__main__":
    if SUITE == "Drawn":
        try:
            import numpy  # noqa: F401
        except ImportError:
            print("known_bodies.Drawn: Skipped\nno numpy here")
            sys.exit(77)
    unittest.main(argv=[sys.argv[0], SUITE])
