# SPDX-License-Identifier: Apache-2.0
"""Compares the tables of the pages of sweep and validate with their JSON: each number, at the digits that are shown.

    table_numbers_test.py [SUITE...]     suites: TableNumbers

A column is known by its heading, so that a page may have more of them. Exits 77, and says why, when matplotlib or Jinja2 is
missing.
"""

import html.parser
import re
import unittest

from page_test import InFolder  # exits where a package is missing, and finds tools/report

import examples

RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
NUMBER = re.compile(r"([+−]?\d[\d\u202f]*(?:\.\d+)?)(?:\s×\s10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?(\s*%)?")


class Tables(html.parser.HTMLParser):
    """Collects the rows of every table as lists of the texts of their cells; the first is the row of headings."""

    def __init__(self, page):
        super().__init__()
        self.tables, self.in_cell = [], False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.in_cell = True
            self.tables[-1][-1].append("")
        elif self.in_cell:
            self.tables[-1][-1][-1] += "\n"  # words in a tag of their own

    def handle_endtag(self, tag):
        if tag in ("td", "th", "tr", "table"):
            self.in_cell = False

    def handle_data(self, data):
        if self.in_cell:
            self.tables[-1][-1][-1] += data


def numbers_in(cell):
    """Gives (value, half of the last digit shown) of each number in a cell; a number in % is the share that it means."""
    found = []
    for digits, power, in_percent in NUMBER.findall(cell):
        plain = digits.translate(RAISED).replace("+", "").replace("\u202f", "")
        scale = 10.0 ** int(power.translate(RAISED) or 0) * (0.01 if in_percent else 1)
        found.append((float(plain) * scale, 0.5000001 * scale * 10.0 ** -len(plain.partition(".")[2])))
    return found


class TableNumbers(InFolder):
    def is_shown(self, expected, cell):
        near = [abs(value - expected) <= half for value, half in numbers_in(cell)]
        self.assertTrue(any(near), f"{expected} is not in {cell!r}")

    def table_with(self, page, headings):
        """Gives {heading: column number} and the rows of each table that has all these headings."""
        for heads, *rows in Tables(page).tables:
            columns = {head.strip().partition(",")[0]: place for place, head in enumerate(heads)}
            if set(headings) <= set(columns):
                yield columns, rows

    def test_a_number_is_compared_at_the_digits_shown(self):
        self.is_shown(0.01234, "+1.23 %")
        self.is_shown(1.5142e-12, "(1.514 × 10⁻¹²)")
        self.is_shown(104918, "104\u202f918")
        for wrong, cell in ((0.0124, "+1.23 %"), (-0.0123, "+1.23 %"), (1.5142e-11, "1.514 × 10⁻¹²"), (2.0, "none")):
            with self.assertRaises(AssertionError):
                self.is_shown(wrong, cell)

    def test_those_of_a_sweep_are_those_of_its_json(self):
        points = [examples.point(0.3 + 0.05 * n, steps=390 + 7 * n, iteration_error=1e-3 / (n + 1)) for n in range(13)]
        folder = examples.write(self.place / "run", {"sweep.json": examples.sweep(points)})
        headings = {"porosity": "porosity", "porosity asked for": "porosity_asked", "K": "permeability_voxel2", "steps": "steps",
                    "iteration error": "iteration_error", "reference": "reference_permeability_voxel2"}  # fmt: skip
        found = list(self.table_with(self.sound_page(folder), headings))
        self.assertEqual(len(found), 1)
        columns, rows = found[0]
        self.assertEqual(len(rows), len(points))
        for point, row in zip(points, rows):
            for heading, key in headings.items():
                self.is_shown(point[key], row[columns[heading]])

    def test_those_of_a_validation_are_those_of_its_json(self):
        cases = examples.many_cases(failed=("tube", "sc-0.524"))
        folder = examples.write(self.place / "run", {"validation.json": examples.validation(cases)})
        named = {case["name"]: case for case in cases}
        compared = set()
        for columns, rows in self.table_with(self.sound_page(folder), ("case", "reference", "32", "64", "128")):
            for row in rows:
                case = named.get(row[0].strip().split("\n")[-1].strip())
                if case is None:  # the row of its checks
                    continue
                self.is_shown(case["reference"]["permeability"], row[columns["reference"]])
                for level in case["levels"]:
                    for key in ("permeability", "error", "spread"):
                        self.is_shown(level[key], row[columns[str(level["resolution"])]])
                compared.add(case["name"])
        self.assertEqual(compared, set(named))


if __name__ == "__main__":
    unittest.main()
