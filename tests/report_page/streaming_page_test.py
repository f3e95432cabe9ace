# SPDX-License-Identifier: Apache-2.0
"""Tests the page of bench --streaming: what it finds in the rows, its figures, its table, and rows that tell nothing.

    streaming_page_test.py [SUITE...]     suites: StreamingPages StreamingFigures

Exits 77, and says why, when matplotlib or Jinja2 is missing.
"""

import csv
import math
import re
import unittest

from page_test import InFolder  # exits where a package is missing, and finds tools/report

import examples
import figure_files
import pages
from html_complaints import shown_text
from input_files import InputError
from streaming_examples import many_rows, row, streaming, without_room
from table_numbers_test import Tables, numbers_in


class StreamingPages(InFolder):
    def page(self, rows, **changes):
        folder = self.place / str(len(list(self.place.iterdir())))
        return self.sound_page(examples.write(folder, {"streaming.json": streaming(rows, **changes)}))

    def text(self, rows, **changes):
        return shown_text(self.page(rows, **changes)).replace("\u00a0", " ").replace("\u202f", " ")

    def test_it_is_told_where_when_and_by_what_it_was_measured(self):
        text = self.text([row(), row("pull")])
        for words in ("Streaming schemes on NVIDIA H200", "2 schemes in 1 box, float32, TRT, 2026-11-23T22:43:59Z",
                      "permeability 0.1.0 (commit d373597)", "permeability bench --streaming --output 'run schemes'",
                      "4.29 TB/s"):  # fmt: skip
            self.assertIn(words, text)

    def test_the_fastest_is_named_with_its_lead(self):
        text = self.text([row(), row("pull"), row("pull", block=64, mflups=16000.0)])
        # 20000 over 16000, the faster of the two blocks, is 1.25
        self.assertIn("compact is the fastest, with 20 000 MFLUPS; it is 25 % faster than pull, the next", text)
        self.assertIn("compact the fastest 20 000 MFLUPS at the most", text)
        self.assertIn("(64³, overlapping spheres of radius 12, porosity 0.500)", text)
        self.assertIn("1 scheme in 2 boxes", self.text([row(), row(radius_voxel=6.0)]))
        self.assertIn("2.1 times as fast as pull", self.text([row(), row("pull")]))  # 20000 over 0.5 * 19000

    def test_a_lead_within_the_deviations_is_said_to_be_so(self):
        near, far = row("pull", 1, mflups=19900.0, mflups_deviation=1.0), row("compact", 1, mflups_deviation=1.0)
        self.assertNotIn("less than their deviations", self.text([near, far]))
        self.assertIn("0.5 % faster than pull, which is less than their deviations",
                      self.text([near, dict(far, mflups_deviation=150.0)]))  # fmt: skip

    def test_of_several_boxes_the_least_and_the_largest_lead_are_told(self):
        text = self.text([row(scheme, porosity) for porosity in (0.2, 0.5, 1) for scheme in ("compact", "pull")])
        self.assertIn("compact in 3 of 3 boxes", text)
        self.assertIn("fastest in all 3 boxes. It is at the least 5.3 % faster than pull (64³, empty) and at the most "
                      "5.3 times as fast as pull (64³, overlapping spheres of radius 12, porosity 0.200)", text)  # fmt: skip
        self.assertIn("64³, empty compact 20 000 5.3 % faster than pull 1225³ with compact", text)

    def test_each_winner_of_a_box_is_named(self):
        faster = row("pull", 1, mflups=30000.0)
        text = self.text([row(), row("pull"), row("compact", 1), faster, row("swap", 0.2), row("pull", 0.2, mflups=8.0)])
        self.assertIn("compact in 1 of 3 boxes pull in 1 swap in 1 30 000 MFLUPS at the most, pull", text)
        self.assertIn("pull is the fastest in 1 of 3 boxes. It is 50 % faster than compact (64³, empty).", text)

    def test_it_is_told_at_which_porosity_compact_is_overtaken(self):
        slow = [row("compact", porosity, mflups=10000.0) for porosity in (0.9, 0.2, 1, 0.5)]
        full = [row("pull", porosity) for porosity in (1, 0.9, 0.5, 0.2)]
        # pull makes 9500 at 0.5 and 17100 at 0.9: the line through them is at 10000 at 0.5263
        text = self.text(slow + full)
        self.assertIn("pull overtakes compact between porosities 0.500 and 0.900, at about 0.53 on a straight line.", text)
        self.assertNotIn("No scheme", text)

    def test_it_is_told_where_none_overtakes_compact_or_all_do(self):
        text = self.text([row(scheme, porosity) for porosity in (0.5, 1) for scheme in ("compact", "pull")])
        self.assertIn("No scheme that steps the full box overtakes compact in these boxes. pull comes nearest: it is 5 % slower "
                      "(64³, empty).", text)  # fmt: skip
        rows = [row("compact", porosity, mflups=10.0) for porosity in (0.5, 1)] + [row("pull", p) for p in (0.5, 1)]
        self.assertIn("a scheme that steps the full box is ahead of compact at porosity 0.500 and at every porosity above it",
                      self.text(rows))  # fmt: skip
        self.assertNotIn("overtake", self.text([row("pull"), row("push")]))

    def test_the_largest_cube_is_told_by_scheme(self):
        text = self.text([row(s, p) for p in (0.2, 1) for s in ("compact", "pull", "push", "swap")])
        for porosity in ("0.200", "1.00"):
            self.assertIn(f"The largest cube that fits at porosity {porosity} is 1231³ with swap; 1225³ with compact; "
                          "985³ with pull and push.", text)  # fmt: skip
        self.assertIn("985³ 984³ made, 986³ refused", self.text([row("pull", allocated_cube=984, refused_cube=986)]))

    def test_a_box_that_does_not_fit_is_not_passed_over(self):
        text = self.text([row(size=1024), without_room(scheme="pull", size=1024)])
        self.assertIn("1 of 2 rows do not fit", text)
        self.assertIn("pull does not fit the device (1024³, overlapping spheres of radius 12, porosity 0.500).", text)
        self.assertIn("pull 256 – – – does not fit – – – – 156.0 312.0 985³", text)
        self.assertIn("every box fits", self.text([row()]))
        self.assertIn("Nothing was measured", self.text([without_room()]))

    def test_speeds_of_a_cpu_and_of_a_cache_come_with_a_warning(self):
        warned = self.text([row(block=256, registers=None, fraction_of_limit=1.26)], device="cpu")
        self.assertIn("compact has vector instructions", warned)
        self.assertIn("stays in the cache", warned)
        self.assertNotIn("threads of a block", warned)
        plain = self.text([row()])
        self.assertNotIn("vector instructions", plain)
        self.assertNotIn("cache, which", plain)
        self.assertIn("threads of a block", plain)

    def test_the_table_has_every_number_of_every_row(self):
        columns = {"threads of a block": "block", "registers": "registers", "passes a step": "passes_a_step", "steps": "steps",
                   "MFLUPS": "mflups", "bandwidth": "bandwidth_gb_s", "bytes an update": "bytes_per_update",
                   "limit": "limit_mflups", "of the limit": "fraction_of_limit", "bytes a voxel": "bytes_per_voxel",
                   "bytes a pore voxel": "bytes_per_pore_voxel", "largest cube": "largest_cube"}  # fmt: skip
        rows = [row(scheme, 0.5, passes_a_step=n + 1, steps=1000 + 7 * n) for n, scheme in enumerate(("pull", "push", "swap"))]
        heads, _, *shown = Tables(self.page(rows)).tables[0]
        places = {head.strip().partition(",")[0]: place for place, head in enumerate(heads)}
        self.assertEqual(set(places), {"scheme", *columns})
        self.assertEqual(len(shown), len(rows))
        for made, cells in zip(rows, shown):
            self.assertEqual(cells[0], made["scheme"])
            for head, key in columns.items():
                value, half = numbers_in(cells[places[head]].replace("³", ""))[0]
                self.assertLessEqual(abs(value - made[key]), half, f"{head} of {made['scheme']}")
                self.assertLessEqual(half, 0.006 * abs(value) + 0.51, f"{head} has too few digits")

    def test_names_are_escaped(self):
        page = self.page([row(examples.UGLY, geometry=examples.UGLY)], device=examples.UGLY, program=examples.UGLY)
        self.assertNotIn("<script", page)
        self.assertIn(examples.UGLY, shown_text(page))

    def test_values_of_the_wrong_type_are_not_known(self):
        bad = row(block="many", registers=[], bytes_per_voxel={}, largest_cube=True, mflups_deviation="x", porosity_asked="y",
                  radius_voxel="z", bandwidth_gb_s=None)  # fmt: skip
        text = self.text([bad], device=3.5, date=[], program=None, command_line={})
        self.assertIn("not known", text)
        self.assertIn("20 000", text)

    def test_rows_that_tell_nothing_are_refused_with_the_reason(self):
        useless = {"no row": ([], None, "x", {}), "row 1 is no JSON object": ([3], ["x"], [None]),
                   "row 2 has no scheme": ([row(), row(None)], [row(), {}]), "row 1 has no geometry": ([row(geometry={})],),
                   "row 1 has no size": ([row(nx=None)], [row(ny="64")], [row(nz=0)]),
                   "row 1 has no porosity": ([row(porosity=0)], [row(porosity=1.5)], [row(porosity="0.5")]),
                   "row 1 has no mflups": ([row(mflups="fast")], [row(mflups=-1)], [row(mflups=True)])}  # fmt: skip
        del (cut := row())["mflups"]
        useless["row 1 has no mflups"] += ([cut],)
        for place, (words, cases) in enumerate(useless.items()):
            for number, rows in enumerate(cases):
                folder = examples.write(self.place / f"bad{place}-{number}", {"streaming.json": streaming(rows)})
                with self.subTest(words, rows=rows), self.assertRaises(InputError) as caught:
                    pages.make_page(folder, [])
                self.assertRegex(str(caught.exception), rf"^cannot use \S+streaming.json \([^()]*{words}\). Run bench [^\n]*$")


class StreamingFigures(InFolder):
    def tables(self, rows):
        """Gives {key of a figure: its CSV as dictionaries} of the page of these rows."""
        run = self.place / str(len(list(self.place.iterdir())))
        pages.make_page(examples.write(run, {"streaming.json": streaming(rows)}), [])
        names = figure_files.write_all(run / "figures", "streaming", pages.read_style(), False)
        drawn = {}
        for name in (name for name in names if name.endswith(".csv")):
            with (run / "figures" / name).open() as table:
                drawn[name.removeprefix("streaming-").removesuffix(".csv")] = list(csv.DictReader(table))
            self.assertNotIn("#0101", (run / "figures" / name).with_suffix(".svg").read_text())
        return drawn

    def test_only_those_with_data_are_there(self):
        bars = {"limit", "memory"}
        for rows, more in (([row()], set()), ([row(), row("compact", 1)], {"porosity-1"}),
                           ([row(), row(radius_voxel=6.0)], {"diameter-1"}), ([row(), row(size=32)], {"size-1"}),
                           ([row("pull"), row("pull", block=64)], {"block-1"})):  # fmt: skip
            self.assertEqual(set(self.tables(rows)), bars | more)
        self.assertEqual(set(self.tables([without_room()])), {"memory"})
        self.assertEqual({key.partition("-")[0] for key in self.tables(many_rows())},
                         bars | {"porosity", "diameter", "size", "block"})  # fmt: skip

    def test_the_empty_box_is_porosity_1_of_every_radius(self):
        rows = [row(porosity=0.5), row(porosity=0.5, radius_voxel=6.0), row(porosity=1), row(porosity=1, size=32)]
        drawn = self.tables(rows)
        for key in ("porosity-1", "porosity-2"):
            self.assertEqual([line["porosity"] for line in drawn[key]], ["0.5", "1"])
        self.assertNotIn("porosity-3", drawn)

    def test_of_several_blocks_the_fastest_is_drawn(self):
        rows = [row("pull", p, block=block, mflups=speed)
                for p, speed in ((0.5, 100.0), (1, 200.0)) for block in (64, 128)]  # fmt: skip
        rows[1]["mflups"] = 150.0
        drawn = self.tables(rows)["porosity-1"]
        self.assertEqual([(line["MFLUPS"], line["threads a block"]) for line in drawn], [("150", "128"), ("200", "64")])
        self.assertTrue(math.isclose(float(drawn[0]["standard deviation"]), rows[1]["mflups_deviation"]))

    def test_a_scheme_without_blocks_is_drawn_beside_those_with(self):
        drawn = self.tables([row(), row("pull"), row("pull", block=64)])["block-1"]
        self.assertEqual([(line["scheme"], line["threads a block"]) for line in drawn],
                         [("compact", ""), ("pull", "64"), ("pull", "256")])  # fmt: skip

    def test_too_many_of_a_kind_are_left_out_and_it_is_said(self):
        rows = [row(porosity=porosity, size=size) for size in range(16, 112, 16) for porosity in (0.5, 1)]
        drawn = self.tables(rows)
        self.assertIn("porosity-4", drawn)
        page = pages.make_page(examples.write(self.place / "page", {"streaming.json": streaming(rows)}), [])
        self.assertIn("2 more like this are left out; the table has the numbers.", shown_text(page))

    def test_bars_are_those_of_the_first_box(self):
        drawn = self.tables([row("pull", fraction_of_limit=0.9), row(), row("swap", 1)])
        self.assertEqual([line["scheme"] for line in drawn["limit"]], ["pull", "compact"])
        self.assertAlmostEqual(float(drawn["limit"][1]["speed over its limit"]), 20000 / 27437.5, places=6)
        self.assertEqual([(line["scheme"], line["bytes a voxel"], line["edge of the largest cube, voxels"])
                          for line in drawn["memory"]], [("compact", "81.5", "1225"), ("pull", "156", "985")])  # fmt: skip

    def test_a_name_is_no_formula(self):
        rows = [row("$x_1$", porosity) for porosity in (0.5, 1)]
        page = pages.make_page(examples.write(self.place / "page", {"streaming.json": streaming(rows)}), [])
        self.assertEqual(len(re.findall(r">\$x_1\$</text>", page)), 3)  # the legend, and beside the bars of two figures


if __name__ == "__main__":
    unittest.main()
