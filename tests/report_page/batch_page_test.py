# SPDX-License-Identifier: Apache-2.0
"""Tests the page of batch: its rows and their numbers, its figures, names from anywhere, and many rows.

    batch_page_test.py [SUITE...]     suites: BatchPages

Exits 77, and says why, when matplotlib or Jinja2 is missing.
"""

import csv
import re
import subprocess
import sys
import unittest

from page_test import REPORT, InFolder  # exits where a package is missing, and finds tools/report

import examples
import figure_files
import pages
from batch_examples import batch, failed, row, row_along_xyz, tile_line
from html_complaints import count_tags, shown_text
from input_files import InputError
from table_numbers_test import Tables, numbers_in

HOSTILE = ("<b>&\"'", "a,b;c", "\\x1b[31mred", "{{ 7*7 }}", "</title></svg><script>alert(1)</script>", "$x_1$ %", "two\nlines",
           "\u2028line", "'", "a\tb")  # fmt: skip
DARCY_M2 = 9.869233e-13


class BatchPages(InFolder):
    def folder(self, rows, tiles=(), **changes):
        return examples.write(self.place / str(len(list(self.place.iterdir()))), batch(rows, tiles, **changes))

    def page(self, *rows, **changes):
        return self.sound_page(self.folder(list(rows), **changes))

    def text(self, *rows, **changes):
        return " ".join(shown_text(self.page(*rows, **changes)).replace("\u00a0", " ").split())

    def test_it_is_told_of_what_list_by_what_where_and_when(self):
        text = self.text(row(1), row(2))
        for words in ("Permeability of the images of list.csv", "2 rows", "✓ all rows solved", "2 of 2 rows solved",
                      "permeability batch list.csv --voxel-size 5um --output 'my beds'", "list /data/list.csv",
                      "permeability 0.1.0", "02e351b", "a-computer", "2026-11-25T09:02:00Z", "voxel size 5 µm",
                      "faces periodic"):  # fmt: skip
            self.assertIn(words, text)

    def test_the_table_has_the_numbers_of_each_row_in_units_of_darcy_and_in_m2(self):
        rows = [row(n, iteration_error=1e-3 / n) for n in range(1, 20)]
        heads, *lines = Tables(self.page(*rows)).tables[0]
        self.assertEqual([head.strip() for head in heads],
                         ["image", "along", "K, D", "K, m²", "95 of 100, D", "porosity", "iteration error", "voxels", "end"])
        for one, line in zip(rows, lines, strict=True):
            self.assertIn(one["name"], line[0])
            m2 = one["permeability_m2"]
            for share, (shown, half) in zip((0.8, 1.3), numbers_in(line.pop(4)), strict=True):
                self.assertLessEqual(abs(shown - share * m2 / DARCY_M2), half)
            expected = (m2 / DARCY_M2, m2, one["porosity"], one["iteration_error"], one["voxel_estimate"])
            for value, cell in zip(expected, line[2:]):
                shown, half = numbers_in(cell)[0]
                self.assertLessEqual(abs(shown - value), half, cell)

    def test_without_a_voxel_size_in_every_row_all_are_in_voxel2(self):
        page = self.page(row(1), row(2, voxel_size_m=""))
        self.assertIn("K, voxel²", shown_text(page))
        self.assertNotIn("m²", shown_text(page).replace("voxel²", ""))

    def test_each_direction_is_a_line_and_a_point_that_leads_to_the_row(self):
        page = self.page(row_along_xyz(1), row_along_xyz(2, x_stop="", y_stop="", z_stop=""))
        self.assertEqual(page.count('<a href="#row-1"><title>bed 1: K = '), 3)
        self.assertEqual(page.count('<tbody id="row-1">'), 1)
        self.assertEqual(page.count('rowspan="3"'), 1)
        for words in (" along x, porosity 0.5708", " along y, porosity", " along z, porosity"):
            self.assertEqual(page.count(words), 1, words)

    def test_what_failed_is_a_row_with_its_error_and_comes_first_in_the_verdict(self):
        text = self.text(row(1), failed(2, "Cannot read 'b.tif' (it is empty)"), row(3, stop="step_limit"))
        for words in ("✕ 1 without a result", "✕ no result Cannot read 'b.tif' (it is empty)", "2 of 3 rows solved",
                      "flows converged 1 of 2"):  # fmt: skip
            self.assertIn(words, text)
        self.assertIn("▲ 1 flow not converged", self.text(row(1), row(3, stop="step_limit")))

    def test_a_flow_that_diverged_has_no_number_and_one_without_a_way_through_has_no_point(self):
        page = self.page(row(1, stop="diverged", permeability_voxel2=123.456), row(2, stop="not_percolating", permeability_voxel2=0.0))
        self.assertNotIn("123", shown_text(page))
        self.assertEqual(count_tags(page, "svg"), 0)
        self.assertIn("No value above zero", shown_text(page))
        self.assertIn("○ not percolating", shown_text(page))

    def test_warnings_stand_with_their_row(self):
        text = self.text(row(1), row(2, warnings="throats of about 2.9 voxels; the image does not repeat"), row(3))
        self.assertRegex(text, "bed 2 row 2 .*throats of about 2.9 voxels; the image does not repeat bed 3 row 3")
        self.assertIn("rows with warnings 1", text)
        self.assertIn("▲ all rows solved, 1 with warnings", text)
        self.assertIn("▲ converged throats", text)
        self.assertEqual(text.count("✓"), 2)

    def test_what_the_images_of_all_rows_have_in_common_is_told_once(self):
        closed, narrow = "the program closed the image: opposite faces do not match", "along x: throats of about 2.9 voxels; more"
        text = self.text(row(1, warnings=closed), row(2, warnings=f"{closed}; {narrow}"), failed(3, "It is empty"))
        self.assertEqual(text.count(closed), 1)
        self.assertIn(f"Of every row: {closed}.", text)
        self.assertRegex(text, f"bed 2 row 2 .* {narrow} bed 3")
        self.assertEqual(self.text(row(1, warnings=closed), row(2, warnings=narrow)).count("Of every row"), 0)
        self.assertNotIn("Of every row", self.text(row(1, warnings=closed)))

    def test_names_are_escaped_and_shown(self):
        rows = [row(n, name=name, warnings=name, crop=name) for n, name in enumerate(HOSTILE, start=1)]
        rows.append(failed(len(rows) + 1, HOSTILE[4], name=HOSTILE[4]))
        page = self.page(*rows, list_path=HOSTILE[0], tiles=[tile_line(8, 0.3, 0.1, input=HOSTILE[4])])
        self.assertNotIn("<script", page)
        self.assertNotIn("<b>", page)
        self.assertNotIn("\x1b", page)
        for name in HOSTILE:
            self.assertIn(" ".join(name.split()), " ".join(shown_text(page).split()))
        self.assertEqual(len(Tables(page).tables[0]), 1 + 2 * len(rows))

    def test_text_that_the_table_marks_as_no_formula_is_shown_as_it_was(self):
        text = self.text(row(1, name="'=a.mha"), row(2, name="'a"), row(3, name="''=1"))
        for words in (" =a.mha row 1", " 'a row 2", " '=1 row 3"):
            self.assertIn(words, text)

    def test_the_figure_has_axes_and_finite_numbers_for_any_points(self):
        for porosity in (0.0, 0.4, 1.0):
            for other in (1e-13, 2e-13, 1.0, 1e9):
                rows = [row(n, porosity=porosity, permeability_voxel2=k, voxel_size_m="", iteration_error=bound)
                        for n, k, bound in ((1, 1e-13, 2.0), (2, other, 0.5))]  # fmt: skip
                page = self.page(*rows)
                self.assertEqual(len(re.findall(r'<a href="#row-[12]"><title>', page)), 2)
                self.assertNotRegex(page, r"\b(nan|inf)\b")
                svg = page[page.index("<svg"):page.index("</svg>")]
                self.assertGreater(len(re.findall("<text", svg)), 4)

    def test_the_figures_as_files_have_the_numbers_and_no_links(self):
        tiles = [tile_line(edge, 1 / edge, 0.1 / edge) for edge in (16, 8)]
        rows = [row(1, name="=1+1"), row(2, budget_voxel_part_voxel2=0.5, budget_boundary_part_voxel2=0.25,
                                         interval_low_voxel2="", interval_high_voxel2="")]  # fmt: skip
        rows[0] |= dict(budget_voxel_part_voxel2="", budget_boundary_part_voxel2="")
        self.sound_page(self.folder(rows, tiles))
        figure_files.write_all(self.place / "figures", "batch", pages.read_style(), False)
        tables = {}
        for name in ("porosity", "tiles"):
            with (self.place / "figures" / f"batch-{name}.csv").open() as table:
                tables[name] = list(csv.DictReader(table))
        self.assertEqual([line["image"] for line in tables["porosity"]], ["'=1+1", "bed 2"])
        for one, line in zip(rows, tables["porosity"], strict=True):
            k = one["permeability_m2"] / DARCY_M2
            self.assertAlmostEqual(float(line["K in D"]) / k, 1, places=6)
            ends = ("", "") if one["row"] == 2 else (one[f"interval_{end}_voxel2"] / one["permeability_voxel2"] for end in ("low", "high"))
            for end, ratio in zip(("low", "high"), ends, strict=True):
                self.assertEqual(line[end] and round(float(line[end]) / k, 6), ratio and round(ratio, 6))
        self.assertEqual([line["edge in voxels"] for line in tables["tiles"]], ["8", "16"])
        mean = 25e-12 / 8 / DARCY_M2
        self.assertAlmostEqual(float(tables["tiles"][0]["mean K in D"]) / mean, 1, places=6)
        self.assertAlmostEqual(float(tables["tiles"][0]["half of the 95 % interval"]) / mean, 0.1, places=6)
        self.assertNotIn("#row-", (self.place / "figures" / "batch-porosity.svg").read_text())

    def test_tiles_of_one_image_with_other_options_are_another_line(self):
        tiles = [tile_line(edge, 1 / edge, 0.1 / edge, options=f"pore={grey}") for edge in (8, 16) for grey in (0, 1)]
        self.sound_page(self.folder([row(1)], tiles))
        figure_files.write_all(self.place / "figures", "batch", pages.read_style(), False)
        with (self.place / "figures" / "batch-tiles.csv").open() as table:
            names = [line["tiles"] for line in csv.DictReader(table)]
        self.assertEqual(names, [f"rock.tif along x (pore={grey})" for grey in (0, 0, 1, 1)])

    def test_tiles_of_an_earlier_batch_are_not_shown(self):
        folder = self.folder([row(1)], [tile_line(8, 0.1, 0.01)], tile_edges=[])
        self.assertEqual(count_tags(self.sound_page(folder), "svg"), 1)

    def test_of_many_rows_the_first_ten_thousand_are_shown(self):
        rows = [row(n) for n in range(1, 10_002)]
        page = pages.make_page(self.folder(rows), [])
        self.assertIn('<tbody id="row-10000">', page)
        self.assertIn('<a href="#row-10000">', page)
        self.assertNotIn("row-10001", page)
        text = shown_text(page)[:2000]
        self.assertIn("10 001 of 10 001 rows solved", text)
        self.assertIn("The first 10 000 rows are shown, in the figure too. All rows are in batch.csv.", text)
        self.assertLess(len(page), 10_000 * 700)

    def test_a_folder_of_shards_that_are_not_merged_is_refused(self):
        folder = self.folder([row(1)])
        (folder / "batch.csv").rename(folder / "batch-1-of-2.csv")
        with self.assertRaises(InputError) as caught:
            pages.make_page(folder, [])
        self.assertIn("--merge", str(caught.exception))

    def test_the_list_is_not_replaced_by_its_page(self):
        (self.place / "list.csv").write_text("input\na.tif\n", encoding="utf-8")
        folder = self.folder([row(1)], list_path=str(self.place / "list.csv"))
        done = subprocess.run([sys.executable, REPORT / "make_report", folder, "-o", self.place / "list.csv", "--overwrite"],
                              check=False, stderr=subprocess.PIPE, text=True)  # fmt: skip
        self.assertEqual(done.returncode, 3)
        self.assertIn("the page is made from it", done.stderr)
        self.assertEqual((self.place / "list.csv").read_text(encoding="utf-8"), "input\na.tif\n")


if __name__ == "__main__":
    unittest.main()
