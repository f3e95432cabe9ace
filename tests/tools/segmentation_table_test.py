#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tool that compares ways to segment images makes images that it knows, and tells what came out.
Usage: segmentation_table_test.py TOOL PROGRAM"""

import argparse
import importlib.machinery
import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import numpy
except ImportError:
    print("skipped: this Python has no numpy")
    sys.exit(77)

TOOL, PROGRAM = sys.argv[1:3]
loader = importlib.machinery.SourceFileLoader("segmentation_table", TOOL)
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("segmentation_table", loader))
loader.exec_module(tool)


class SegmentationTable(unittest.TestCase):
    def test_images_have_the_grey_values_and_the_noise_that_are_asked_for(self):
        for body in tool.BODIES:
            pores = tool.make(body, 24, numpy.random.default_rng(5))
            self.assertTrue(0.1 < pores.mean() < 0.95, body)
        half = numpy.zeros((32, 32, 32), bool)
        half[:, :, 8:24] = True
        grey = tool.grey_image(half, 5, 0, numpy.random.default_rng(1)).astype(float)
        self.assertAlmostEqual(grey[:, :, 12:20].mean(), tool.PORE, delta=0.5)
        self.assertAlmostEqual(grey[:, :, [0, 1, 30, 31]].mean(), tool.SOLID, delta=0.5)
        self.assertAlmostEqual(grey[:, :, 12:20].std(), 5, delta=0.5)
        cupped = tool.grey_image(half, 5, 10, numpy.random.default_rng(1)).astype(float)
        self.assertAlmostEqual((grey - cupped)[:, 15:17, 15:17].mean(), 5, delta=0.6)

    def test_a_row_tells_what_is_wrong(self):
        tool.METHODS = {"mid-grey": tool.METHODS["mid-grey"], "valley": tool.METHODS["valley"]}
        tool.STEPS = {"": [], "median": tool.STEPS["median"]}
        with tempfile.TemporaryDirectory() as folder:
            options = argparse.Namespace(program=Path(PROGRAM), size=16)
            rows = tool.rows_of("rock", 3, options, Path(folder))
        self.assertEqual(len(rows), 20)
        clear = [row for row in rows if row["method"] == "mid-grey" and not row["steps"] and row["noise_percent"] < 30]
        for row in clear:
            self.assertTrue(0 < float(row["wrong_percent"]) < 15, row)
            self.assertAlmostEqual(float(row["k_error_percent"]),
                                   100 * (float(row["k_voxel2"]) / float(row["k_truth_voxel2"]) - 1), delta=0.01)
        text = tool.table(rows)
        self.assertIn("| mid-grey | nothing |", text)
        self.assertIn(" of 1 |", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
