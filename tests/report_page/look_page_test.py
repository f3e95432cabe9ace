# SPDX-License-Identifier: Apache-2.0
"""Tests the page of look.

    look_page_test.py [SUITE...]     suites: LookPages

Exits 77, and says why, when matplotlib or Jinja2 is missing.
"""

import subprocess
import sys
import unittest

from page_test import REPORT, InFolder  # exits where a package is missing, and finds tools/report

import examples
import look_examples
from html_complaints import count_tags, shown_text
from input_files import InputError

import pages


class LookPages(InFolder):
    def page(self, slices=None, **changes):
        name = str(len(list(self.place.iterdir())))
        files = {"look.json": look_examples.look(**changes), "look_slices.json": slices or look_examples.slices()}
        return self.sound_page(examples.write(self.place / name, files))

    def text(self, **changes):
        return " ".join(shown_text(self.page(**changes)).replace("\u00a0", " ").split())

    def test_it_tells_what_the_image_is_and_what_to_type(self):
        text = self.text()
        for words in ("A look at scan.tif", "24 × 20 × 16 voxels of 5.345 µm", "grey values 2 to 239",
                      "permeability solve scan.tif --voxel-size 5.345um --threshold otsu --pore dark", "by nobody: a guess",
                      "otsu 103 0.2143 0.7857", "multi-otsu 88, 150 0.1900 0.6000", "valley none",
                      "Slices along z, counted from 0, that are blank: 0, 1.", "unlike both neighbours: 7.",
                      "21 % of the cross-section across z", "do not match along x", "dark chosen", "99.1 %",
                      "x 5 voxels, 26.7 µm 2.1 GB 120 33 s", "y nothing is connected", "−10 %: 91.2", "at the threshold: 103",
                      "+10 %: 114.8", "isolated pore", "permeability 0.1.0", "02e351b"):  # fmt: skip
            self.assertIn(words, text)

    def test_it_shows_three_grey_slices_three_cuts_three_of_parts_and_two_curves(self):
        self.assertEqual(count_tags(self.page(), "svg"), 3 + 3 + 3 + 2)
        labels = look_examples.grey(is_segmented=True, thresholds=[], grey_between_modes=None)
        self.assertEqual(count_tags(self.page(grey=labels), "svg"), 3 + 3 + 1)

    def test_an_image_without_pores_says_why(self):
        text = self.text(pores=[], balls=[], flows=[], solve_command=None, why_no_pores="every voxel is 7")
        self.assertIn("There are no pores to look at: every voxel is 7.", text)
        self.assertIn("There is nothing to solve.", text)

    def test_damaged_slices_are_one_line(self):
        for change in ({"dims": [0, 5]}, {"axes": ["x", "x"]}, {"grey": "!"}, {"grey": "AAAA"}):
            slices = look_examples.slices()
            slices["grey"][0].update(change)
            with self.assertRaisesRegex(InputError, "look_slices.json|views.json"):
                self.page(slices=slices)

    def test_every_example_gives_a_sound_page(self):
        for name, files in look_examples.contents(examples.LONG + examples.UGLY).items():
            self.sound_page(examples.write(self.place / name, files))

    def test_make_report_knows_the_folder(self):
        folder = examples.write(self.place / "look", look_examples.contents("x")["look"])
        page = self.place / "page.html"
        done = subprocess.run([sys.executable, REPORT / "make_report", folder, "-o", page], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(page.read_text(encoding="utf-8").count(pages.origin_of(folder)), 1)


if __name__ == "__main__":
    unittest.main(defaultTest=sys.argv[1:] or None, argv=sys.argv[:1])
