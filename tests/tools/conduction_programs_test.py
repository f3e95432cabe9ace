#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tool that holds conduct beside other programs makes its table on tiny images, and leaves out by name what is not
installed. Usage: conduction_programs_test.py TOOL PROGRAM"""

import re
import subprocess
import sys
import unittest

TOOL, PROGRAM = sys.argv[1:3]
ALL = ["conduct", "seven-point", "TauFactor", "PoreSpy"]


def run_tool(*words):
    done = subprocess.run([sys.executable, "-B", TOOL, "--program", PROGRAM, *words], capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def rows_in(table):
    """Gives {program: [numbers of D]} of the rows of one image."""
    rows = {}
    for line in table.splitlines()[2:]:
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        rows[cells[1]] = [float(number) for number in re.findall(r"[0-9.]+", cells[2])]
    return rows


class ConductionPrograms(unittest.TestCase):
    def test_every_program_has_a_row_or_a_line_that_says_why_not(self):
        code, table, said = run_tool("--images", "packing:12", "--tolerance", "1e-4")
        self.assertEqual(code, 0, said)
        rows = rows_in(table)
        for name in ALL:
            left_out = re.search(f"^{name} is left out: the package [a-z]+ is not usable.*", said, re.MULTILINE)
            self.assertEqual(name in rows, left_out is None, f"{name}\n{table}\n{said}")
            if left_out:
                print(f"not run: {left_out.group()}", file=sys.stderr)

    def test_conduct_is_between_its_bounds_and_these_hold_the_body_of_the_voxels(self):
        code, table, said = run_tool("--images", "sc-0.4:12", "--programs", "conduct")
        self.assertEqual((code, said), (0, ""))
        value, low, high = rows_in(table)["conduct"]
        (body,) = rows_in(table)["body of the voxels"]
        self.assertTrue(low < value < high)
        self.assertTrue(low < body < high)
        deviation = r"[+-][0-9.]+"
        self.assertRegex(table, rf"\| sc-0.4 12³ \| conduct \| [^|]* \| {deviation} % \| {deviation} %; "
                                r"smooth pores [+-][0-9.]+ ± [0-9.]+ % \|")

    def test_seven_points_give_a_packing_less_than_its_lower_bound(self):
        code, table, said = run_tool("--images", "packing:16", "--programs", "conduct,seven-point,seven-point/2")
        self.assertEqual(code, 0, said)
        if "seven-point is left out" in said:
            self.skipTest(said.strip())
        rows = rows_in(table)
        self.assertLess(rows["seven-point"][0], rows["conduct"][1])
        body, coarse, fine = (rows[name][0] for name in ("body of the voxels", "seven-point", "seven-point/2"))
        self.assertLess(body - fine, 0.6 * (body - coarse), "what is missing falls with the voxels")
        self.assertGreater(body - fine, 0.3 * (body - coarse))

    def test_names_that_are_none_are_refused_and_nothing_to_run_is_a_skip(self):
        for words in (("--programs", "conduct,other"), ("--images", "rock:12")):
            code, table, said = run_tool(*words)
            self.assertEqual((code, table), (1, ""))
            self.assertRegex(said, "there is no (program|kind) (other|rock:12). Name some of: ")
        code, table, said = run_tool("--images", "sc-0.4:8", "--programs", "TauFactor,PoreSpy")
        if code == 77:
            self.assertEqual(said.count("is left out: the package"), 2)
            self.assertEqual(table, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
