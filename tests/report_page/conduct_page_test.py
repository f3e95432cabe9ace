# SPDX-License-Identifier: Apache-2.0
"""Tests the page of conduct, and what pages of solve and sweep show of conduction.

    conduct_page_test.py [SUITE...]     suites: ConductPages

Exits 77, and says why, when matplotlib or Jinja2 is missing.
"""

import csv
import subprocess
import sys
import unittest

from page_test import REPORT, InFolder  # exits where a package is missing, and finds tools/report

import conduct_findings
import examples
from conduct_examples import bounded, conducted, conduction, direction, tensor
from html_complaints import count_tags, shown_text
from input_files import InputError
from table_numbers_test import Tables, numbers_in

import pages

NOT_THERE = {"value": None, "lower": None, "upper": None}


class ConductPages(InFolder):
    def folder(self, *directions, **changes):
        name = str(len(list(self.place.iterdir())))
        return examples.write(self.place / name, {"conduction.json": conducted(list(directions), **changes)})

    def page(self, *directions, **changes):
        return self.sound_page(self.folder(*directions, **changes))

    def text(self, *directions, **changes):
        return " ".join(shown_text(self.page(*directions, **changes)).replace("\u00a0", " ").split())

    def test_it_tells_the_value_its_bounds_and_where_they_come_from(self):
        text = self.text(direction())
        for words in ("Formation factor of packed_bed.ini", "64 × 64 × 64 voxels of 5.345 µm", "✓ bounds proven",
                      "Formation factor along x ✓ bounds proven 4.415 4.246 to 4.552 Tortuosity 1.759, 1.692 to 1.814",
                      "total porosity 0.3985", "proven for the body of the voxels", "Prager", "Archie", "relative conductivity =",
                      "permeability 0.1.0", "02e351b", "fnv1a64:0b8a21302f07d219", "boundaries periodic",
                      "iterations 12 in 0.224 s", "finished 2026-11-25T09:02:00Z", "computer a-computer",
                      "permeability conduct packed_bed.ini --output 'my run'", "SHA-256"):  # fmt: skip
            self.assertIn(words, text)
        self.assertNotIn("principal value", text)

    def test_the_table_has_every_number_of_each_direction_as_the_file_has_it(self):
        directions = [direction("x", 0.2265), direction("y", 0.0123, width=0.3), direction("z", 0.9, width=1e-4)]
        heads, *lines = Tables(self.page(*directions)).tables[0]
        self.assertEqual([head.strip() for head in heads], ["number", "along x", "along y", "along z"])
        keys = list(conduct_findings.QUANTITIES)
        for key, line in zip(keys, lines):
            self.assertIn(conduct_findings.QUANTITIES[key][0], line[0])
            for one, cell in zip(directions, line[1:], strict=True):
                shown = numbers_in(cell)
                self.assertEqual(len(shown), 3, cell)
                for (value, half), name in zip(shown, ("value", "lower", "upper")):
                    self.assertLessEqual(abs(value - one[key][name]), half * 1.001, f"{key} {name}: {cell}")
        self.assertEqual(len(lines), len(keys) + 1)  # and F of the smooth pores

    def test_a_bulk_value_gives_a_row_in_its_unit_and_in_the_words_of_what_is_conducted(self):
        effective = dict(bounded(4.53e-10, 4.4e-10, 4.7e-10), unit="m2/s")
        for of, words in (("diffusion", "effective diffusivity"), ("current", "effective conductivity"),
                          ("heat", "effective thermal conductivity")):  # fmt: skip
            text = self.text(direction(effective=effective), of=of, bulk={"value": 2e-9, "unit": "m2/s"})
            self.assertIn(f"{words}, m2/s D times", text)
            self.assertIn("4.530 × 10⁻¹⁰ 4.400 × 10⁻¹⁰ to 4.700 × 10⁻¹⁰", text)
            self.assertIn("where there is no solid 2 × 10⁻⁹ m2/s", text)

    def test_the_tensor_stands_with_its_principal_axes(self):
        page = self.page(*(direction(axis) for axis in "xyz"), **tensor())
        text = " ".join(shown_text(page).replace("\u00a0", " ").split())
        self.assertIn("flux gradient along x gradient along y gradient along z along x 0.22650 0.0030000 0.0020000", text)
        self.assertIn("0.22860 (0.8590, 0.4660, 0.2110)", text)
        self.assertIn("Largest to smallest principal value: 1.045 : 1", text)
        self.assertEqual(count_tags(page, "svg"), 1)

    def test_nothing_is_green_beside_a_warning_or_an_iteration_that_ended_early(self):
        text = self.text(direction("x"), direction("y"), warnings=["along y: pores meet in edges only somewhere"])
        self.assertIn("Along y: pores meet in edges only somewhere.", text)
        self.assertIn("along x ✓ bounds proven", text)
        self.assertIn("along y ▲ bounds proven", text)
        self.assertIn("▲ the iteration ended early", self.text(direction(is_converged=False)))

    def test_pores_that_do_not_percolate_have_an_infinite_factor_and_no_figure(self):
        page = self.page(direction(d=0.0))
        text = " ".join(shown_text(page).split())
        self.assertIn("○ nothing is conducted ∞ No pores are joined from end to end", text)
        self.assertEqual(count_tags(page, "svg"), 0)
        for words in ("Porosity times F", "smooth pores", "Archie's m"):
            self.assertNotIn(words, text)

    def test_phases_have_no_tortuosity_and_flat_walls_no_estimate(self):
        one = direction(tortuosity=NOT_THERE, root_of_tortuosity=NOT_THERE, archie_exponent=NOT_THERE, smooth_pores=None)
        page = self.page(one)
        text = " ".join(shown_text(page).split())
        for words in ("share that conducts 0.3985", "conducts in 0.3985 of its volume"):
            self.assertIn(words, text)
        self.assertNotIn("has a porosity", text)
        lines = Tables(page).tables[0]
        self.assertEqual([line[0].split("\n")[0] for line in lines[1:]],
                         ["formation factor F", "relative conductivity D"])  # fmt: skip

    def test_a_smooth_body_has_no_bounds_but_two_sigma(self):
        numbers = conduction(0.25, porosity=0.5)
        for key in conduct_findings.QUANTITIES:
            numbers[key].update(lower=None, upper=None)
        numbers["smooth_pores"].update(relative_conductivity=0.25, standard_deviation=0.0025)
        page = self.page({"direction": "x", **numbers}, bounds=None)
        text = " ".join(shown_text(page).replace("\u00a0", " ").split())
        for words in ("Formation factor along x ✓ estimated 4.000 ± 0.080 two sigma", "F of the smooth body itself",
                      "tortuosity Porosity times F. 2.000 ± 0.040", "1.414 ± 0.014", "0.2500 ± 0.0050",
                      "Archie's m ln D over ln porosity. 2.000 ± 0.029"):  # fmt: skip
            self.assertIn(words, text)
        for words in ("bounds proven", "whatever the iteration", "The bounds are", "No value", "None"):
            self.assertNotIn(words, text)
        self.assertEqual(count_tags(page, "svg"), 1)

    def test_broken_files_are_refused_or_shown_without_what_is_missing(self):
        with self.assertRaisesRegex(InputError, "it holds no direction"):
            self.page()
        text = self.text({}, {"direction": 3, "formation_factor": {"value": "x"}, "effective": 7}, boundary=4, image=None)
        self.assertIn("No value", text)
        self.page(direction(examples.UGLY, examples=1), source=examples.UGLY + examples.LONG,
                  warnings=[examples.UGLY, examples.LONG], bulk={"value": 1e-9, "unit": examples.UGLY})  # fmt: skip
        with self.assertRaisesRegex(InputError, "schema_version is 2"):
            self.page(direction(), schema_version=2)

    def test_solve_shows_the_numbers_of_conduction_where_the_run_has_them(self):
        constants = {"katz_thompson_constant": 212.3, "kozeny_carman_constant": 4.87}
        with_it = examples.solve_folder(self.place / "with", "x", conduction={**conduction(), **constants})
        page = self.sound_page(with_it)
        text = " ".join(shown_text(page).replace("\u00a0", " ").split())
        self.assertIn("What the pores conduct", text)
        self.assertIn("4.415 4.246 to 4.552", text)
        self.assertRegex(text, "constant of Katz and Thompson [^0-9]*[^.]*226[.] 212 constant of Kozeny")
        without = self.sound_page(examples.solve_folder(self.place / "without", "x", conduction=None))
        self.assertNotIn("What the pores conduct", shown_text(without))
        self.assertEqual(count_tags(page, "svg"), count_tags(without, "svg") + 1)

    def test_sweeps_have_columns_and_a_figure_of_the_factor(self):
        points = [examples.point(0.3 + 0.1 * n, conduction=conduction(0.1 + 0.1 * n)) for n in range(5)]
        points.append(examples.point(0.05, "not_percolating", permeability_voxel2=0.0, deviation=None,
                                     conduction=conduction(0.0)))  # fmt: skip
        page = self.sound_page(examples.write(self.place / "sweep", {"sweep.json": examples.sweep(points)}))
        heads, first, *others = Tables(page).tables[0]
        self.assertEqual([head.strip() for head in heads].count("F"), 1)
        self.assertIn("∞", first)
        place = [head.strip() for head in heads].index("F")
        for point, line in zip(points, others):
            self.assertEqual(len(numbers_in(line[place])), 3)
            self.assertAlmostEqual(numbers_in(line[place])[0][0], point["conduction"]["formation_factor"]["value"], 2)
        self.assertIn("Formation factor and porosity", shown_text(page))
        bare = self.sound_page(examples.write(self.place / "bare", {"sweep.json": examples.sweep([examples.point(0.5)])}))
        self.assertNotIn("ormation factor", shown_text(bare))

    def test_of_a_folder_with_several_results_the_named_ones_are_shown_and_their_figures_written(self):
        folder = self.folder(direction())
        (folder / "result.json").write_text("{}", encoding="utf-8")
        with self.assertRaisesRegex(InputError, "Name one of them with --results"):
            pages.make_page(folder, [])
        done = subprocess.run([sys.executable, REPORT / "make_report", folder, "-o", self.place / "page.html", "--results",
                               "conduction.json", "--figures", self.place / "figures"], text=True, check=False,
                              stderr=subprocess.PIPE)  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Formation factor along x", shown_text((self.place / "page.html").read_text(encoding="utf-8")))
        with (self.place / "figures" / "conduct-bounds.csv").open(encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0][:4], ["direction", "formation factor", "lower bound", "upper bound"])
        self.assertAlmostEqual(float(rows[1][1]), 1 / 0.2265, 5)
        self.assertIn("conduction.json", pages.origin_of(folder, "conduction.json"))


if __name__ == "__main__":
    unittest.main()
