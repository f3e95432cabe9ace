# SPDX-License-Identifier: Apache-2.0
"""Tests what the page of solve says to the reader who pays: K in the unit of a trade, verdict, warnings, methods; and how
large a page is.

    first_page_test.py [SUITE...]     suites: FirstPage

Exits 77, and says why, when matplotlib or Jinja2 is missing.
"""

import base64
import json
import unittest

from page_test import InFolder  # exits where a package is missing, and finds tools/report

import numpy as np

import examples
import solve_figures
from html_complaints import count_tags, shown_text


class FirstPage(InFolder):
    def test_only_an_image_that_does_not_repeat_is_told_of_rock(self):
        of_recipe = self.solve_text()
        self.assertIn("one period of a medium that repeats: its faces add no error. none", of_recipe)
        content = examples.result([examples.flow("x")], format="multi-page TIFF")
        text = shown_text(self.sound_page(examples.write(self.place / "image", {"result.json": content})))
        self.assertIn("match as far as the program can see", text)
        self.assertNotIn("sandstone", of_recipe + text)

    def test_why_a_run_was_sealed_is_told_once(self):
        content = examples.result([examples.flow("x")])
        content["solver"].update(boundary="sealed", why_sealed="opposite faces do not match")
        content["warnings"] = ["the program closed the image: opposite faces do not match"]
        text = shown_text(self.sound_page(examples.write(self.place / "run", {"result.json": content})))
        self.assertEqual(text.count("opposite faces do not match"), 1)
        self.assertIn("but read the warning below before you use it", text)

    def test_nothing_is_green_where_a_run_has_troubles(self):
        self.assertIn("✓ converged", self.solve_text("sound"))
        checks = {**examples.flow("x")["checks"], "warnings": ["1 % of the flux vanishes"]}
        unsteady = examples.inertia(end="unsteady", why=examples.UNSTEADY)
        for name, changes in (("warned", dict(checks=checks)), ("unsteady", dict(inertia=unsteady)),
                              ("blocked", dict(stop="not_percolating", checks=checks))):  # fmt: skip
            text = self.solve_text(name, **changes)
            self.assertNotIn("✓", text)
            self.assertRegex(text, "▲ (converged|not percolating|inertia not complete)")
        content = examples.result([examples.flow("x"), examples.flow("y")])
        content["warnings"] = ["along y: throats of about 2.9 voxels"]
        text = shown_text(self.sound_page(examples.write(self.place / "one of two", {"result.json": content})))
        self.assertIn("Permeability along x ✓ converged", text)
        self.assertIn("Permeability along y ▲ converged", text)

    def test_the_verdict_is_one_sentence(self):
        self.assertIn(
            "Converged within the tolerance of 0.1 % after 280 steps, and no check of the run speaks against it.",
            self.solve_text("one"),
        )
        self.assertIn(
            "Not converged: the tolerance of 0.1 % was not met within 280 steps", self.solve_text("two", stop="step_limit")
        )
        self.assertIn(
            "Nothing flows: no connected pore crosses the image along x, so K is exactly 0.",
            self.solve_text("three", stop="not_percolating"),
        )

    def test_the_methods_cite_what_the_run_used(self):
        text = self.solve_text()
        for words in (
            "computed with permeability 0.1.0 (commit 02e351b)",
            "two relaxation times [2] of magic parameter",
            "24 × 20 × 16 voxels of 5.345 µm has a porosity of 0.4002",
            "280 steps at tau = 0.82",
            "Commun. Comput. Phys. 3 (2008) 427–478",
            "hash of the pore space, 9f86d081884c7d65, and cite [1], " "[2], [3], [4]",
        ):
            self.assertIn(words, text)
        content = examples.result([examples.flow("x")])
        content["solver"].update(collision="bgk", magic=None)
        text = shown_text(self.sound_page(examples.write(self.place / "bgk", {"result.json": content})))
        self.assertIn("one relaxation time (BGK)", text)
        self.assertNotIn("Ginzburg", text)

    def test_the_unit_of_a_trade_comes_first_with_formula_and_fluid(self):
        text = self.solve_text("frazier", permeability_in_unit=examples.in_unit("frazier", 12.345))
        self.assertIn("12.345 ± 0.009 ft³/min/ft² 7.402 ± 0.006 D", text)
        self.assertIn("Frazier air permeability along x", text)
        self.assertIn("Frazier air permeability k dp/(mu L); air at 20 C; thickness L = 200 µm", text)
        text = self.solve_text("millidarcy", draws=True,
                               permeability_in_unit=examples.in_unit("mD", 0.2557 * 5.345e-6**2 / 9.869233e-16))
        self.assertIn("7402 ± 6 mD 7.402 ± 0.006 D", text)
        self.assertEqual(text.count("7402 ± 6 mD"), 1)
        self.assertIn("K in mD", text)

    def test_a_sheet_that_nothing_goes_through_takes_for_ever(self):
        gurley = examples.in_unit("gurley", 100.0, 0.2 / 0.8)
        # the bound of 25 s, rounded up
        self.assertIn("100 ± 30 s per 100 cm³", self.solve_text("gurley", permeability_in_unit=gurley))
        nothing = {**gurley, "value": None, "iteration_error": 0.0}
        text = self.solve_text("blocked", stop="not_percolating", permeability_in_unit=nothing)
        self.assertIn("∞ s per 100 cm³", text)

    def test_a_unit_that_contradicts_the_permeability_is_left_out(self):
        for place, value in enumerate((None, 0, -3, "much")):
            text = self.solve_text(str(place), permeability_in_unit=examples.in_unit("gurley", value))
            self.assertNotIn("cm³", text)
            self.assertIn("7.402 ± 0.006 D", text)

    def test_the_history_shows_the_last_part(self):
        steps, value = np.arange(20, 420, 20), 3 * (1 - np.exp(-np.arange(1, 21) / 2.0))
        nothing = np.full(20, np.nan)
        low, high = solve_figures.range_of_end(steps, value, nothing, nothing)
        self.assertGreater(low, 0.99 * 3)  # at half of the steps K had reached all but exp(-5) of its end
        self.assertLess(high, 1.01 * 3)
        self.assertLess(low, value[-1])
        self.assertGreater(high, value[-1])
        self.assertLess(*solve_figures.range_of_end(steps, np.full(20, 2.0), nothing, nothing))

    def test_a_page_of_large_slices_is_small(self):
        folder = examples.solve_folder(self.place / "run", "xyz")
        content = examples.views("xyz", (512, 512, 512))
        noise = np.random.default_rng(3)
        for flow in content["flow"]:
            for piece in flow["slices"]:
                pore = noise.integers(0, 2, 512 * 512, dtype=np.uint8)
                speed = (noise.random(512 * 512) * pore).astype("<f4")
                piece.update(pore=base64.b64encode(pore).decode(), speed=base64.b64encode(speed).decode())
        (folder / "views.json").write_text(json.dumps(content), encoding="utf-8")
        page = self.sound_page(folder)
        self.assertEqual(count_tags(page, "svg"), 3 * (4 + 3) + 3)
        self.assertLess(len(page.encode()), 1_500_000)


if __name__ == "__main__":
    unittest.main()
