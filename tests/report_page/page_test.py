# SPDX-License-Identifier: Apache-2.0
"""Tests tools/report: pages of made-up folders, errors, the command line.

    page_test.py [SUITE...]     suites: Pages BrokenFolders Command Quantities

Exits 77, and says why, when matplotlib or Jinja2 is missing.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

REPORT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "report"
try:
    import jinja2  # noqa: F401
    import matplotlib.figure
except ImportError as missing:
    print(f"report_page: Skipped\n{sys.executable} has no {missing.name}")
    sys.exit(77)

sys.path.insert(0, str(REPORT))
import examples
import figure_files
import inertia_figures
import pages
import quantities
import validation_ratio_figures
from html_complaints import complaints_of, count_tags, shown_text
from input_files import InputError


class InFolder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)

    def sound_page(self, folder, draws=False):
        """Makes a page, whose figures are blank unless it draws them, which takes most of the time."""
        blank = lambda figure, file, **options: file.write(b'<svg viewBox="0 0 1 1"></svg>')
        real = matplotlib.figure.Figure.savefig
        with unittest.mock.patch.object(matplotlib.figure.Figure, "savefig", real if draws else blank):
            page = pages.make_page(folder, [])
        self.assertEqual(complaints_of(page), [], folder.name)
        return page

    def solve_text(self, name="run", draws=False, **changes):
        """Gives what a page of one flow along x says, with plain spaces."""
        folder = examples.solve_folder(self.place / name, "x", with_views=False, **changes)
        return shown_text(self.sound_page(folder, draws)).replace("\u00a0", " ")


class Pages(InFolder):
    def test_every_example_gives_a_sound_page(self):
        examples.write_all(self.place)
        folders = sorted(self.place.iterdir())
        self.assertGreater(len(folders), 8)
        for folder in folders:
            self.sound_page(folder, draws=True)

    def test_solve_shows_permeability_with_its_error_and_all_figures(self):
        page = self.sound_page(examples.solve_folder(self.place / "run", "xyz"))
        text = shown_text(page)
        self.assertIn("7.402 ± 0.006 D", text)  # 0.2557 voxel² * (5.345 um)² over a darcy, error 6.9e-4 of it
        self.assertIn("(7.305 ± 0.006) × 10⁻¹² m²", text.replace("\u00a0", " "))
        self.assertEqual(count_tags(page, "svg"), 3 * (4 + 3) + 3)
        self.assertIn("permeability solve packed_bed.ini --voxel-size 5.345um --output 'my run'", text)

    def test_the_headline_is_the_interval_and_says_what_is_in_it(self):
        page = self.sound_page(examples.solve_folder(self.place / "run", "x", headline=examples.headline()))
        card = shown_text(page).replace("\u00a0", " ")
        self.assertIn("7.6 D 6.5 to 8.9 In 95 of 100 cases K of the body that the image samples lies in this interval (voxels "
                      "17 %, iteration 0.069 %). Not in it: segmentation. As solved: 7.402 ± 0.006 D", card)
        self.assertRegex(page, 'class="headline">7.6 ')
        self.assertRegex(self.solve_text("faces", face_spread=0.1), "faces The largest change of K [^.]*three times the size[.] 11 %")
        card = self.solve_text("unbounded", iteration_error=None, stop="interrupted",
                               headline=examples.headline(interval=None, causes="", unknown="segmentation, iteration"))
        self.assertIn("7.6 D No interval is known. Not known: segmentation, iteration.", card)
        self.assertNotIn("95 of 100", card)

    def test_the_voxel_estimate_stands_in_the_table(self):
        resolved = dict(relative=-0.025, two_sigma=0.013, resolved=True, corrected_voxel2=0.2557 / 0.975)
        text = self.solve_text("resolved", voxel_estimate=resolved)
        self.assertRegex(" ".join(text.split()), "voxels, estimate How far K lies [^±]*image was segmented is not in it[.] −2.5 % ± 1.3 %")
        coarse = dict(relative=0.12, two_sigma=0.31, resolved=False, corrected_voxel2=None)
        self.assertRegex(" ".join(self.solve_text("coarse", voxel_estimate=coarse).split()), r"not in it[.] \+12 % ± 31 %")
        why = "31 % is above 5 %, with solid about 5 voxels thick"
        self.assertIn(f"Not resolved along x: {why}.", self.solve_text("fibres", voxel_estimate={**coarse, "why_not_resolved": why}))
        text = self.solve_text("both", voxel_estimate=coarse, error_budget=examples.budget())
        self.assertIn("voxels, worst case", text)

    def test_an_error_budget_is_in_the_table_and_leaves_the_headline_as_it_is(self):
        plain = self.solve_text("plain")
        self.assertIn("--error-budget bounds it", plain)
        self.assertIn("boundaries", plain)
        text = self.solve_text(error_budget=examples.budget(), headline=examples.headline())
        self.assertIn("7.6 D 6.5 to 8.9 In 95 of 100 cases", text)
        self.assertIn("As solved: 7.402 ± 0.006 D", text)
        self.assertIn("12 %", text)
        self.assertIn("4 %", text)
        self.assertIn("three times the larger change", text)
        content = examples.result([examples.flow("x", error_budget=examples.budget())], format="multi-page TIFF")
        content["solver"]["boundary"] = "sealed"
        text = shown_text(self.sound_page(examples.write(self.place / "sealed", {"result.json": content})))
        self.assertIn("The change of K between other faces of the image. 4 %", text.replace("\u00a0", " "))
        self.assertNotIn("sandstone", text, "of another image nothing is said where this one was measured")
        self.assertNotIn("not estimated", text)

    def test_K_of_the_image_taken_as_cubes_stands_in_the_table_of_an_error_budget(self):
        cubes = dict(permeability_voxel2=0.2557 * 0.79, two_sigma=0.021)
        text = self.solve_text("cubes", error_budget=examples.budget(), as_cubes=cubes).replace("\u00a0", " ")
        self.assertRegex(" ".join(text.split()), "the image taken as cubes What K changes by[^±]*smaller[.] −21 % ± 2.1 %")
        self.assertNotIn("taken as cubes", self.solve_text("none", error_budget=examples.budget(), as_cubes=None))
        self.assertNotIn("taken as cubes", self.solve_text("no budget", as_cubes=cubes))

    def test_a_part_of_an_error_budget_that_is_not_known_says_why(self):
        text = self.solve_text(error_budget=examples.budget(boundary="the image does not repeat"))
        self.assertIn("Not known: the image does not repeat.", text)
        self.assertNotIn("(boundary)", text)

    def test_validation_shows_K_as_solved_and_with_the_estimate_of_the_voxels(self):
        levels = [{"resolution": 64, "voxel_estimate": -0.03, "voxel_two_sigma": 0.02},
                  {"resolution": 32, "voxel_estimate": -0.2, "voxel_two_sigma": 0.5}]
        case = {"name": "fcc", "ratio": 0.97, "interval": [0.93, 1.07], "levels": levels}
        middle, two_sigma = validation_ratio_figures.ratio_of_estimate(case)
        self.assertAlmostEqual(middle, 1)
        self.assertAlmostEqual(two_sigma, 0.02)
        self.assertIn("with the estimate of the voxels", validation_ratio_figures.ratio_figure([case], "arrays", "one"))
        bare = {**case, "levels": [{"resolution": 64}]}
        self.assertIsNone(validation_ratio_figures.ratio_of_estimate(bare))
        self.assertNotIn("estimate", validation_ratio_figures.ratio_figure([bare, {**case, "levels": []}], "arrays", "none"))

    def test_the_tensor_is_shown_with_its_principal_values_and_axes(self):
        folder = examples.solve_folder(self.place / "run", "xyz", with_views=False)
        text = shown_text(self.sound_page(folder)).replace("\u00a0", " ")
        self.assertIn("Permeability tensor", text)
        self.assertIn("along y 0.28948 ± 0.0058 5.7895 ± 0.0058 0 ± 0.0058", text)  # 0.01 and 0.2 voxel² in D
        self.assertIn("(0.9820, 0.1888, 0)", text)
        self.assertIn("Asymmetry |K − Kᵀ|/|K|: 2 × 10⁻⁴.", text)
        self.assertNotIn("Permeability tensor", self.solve_text("one"))

    def test_between_closed_faces_the_tensor_is_its_diagonal(self):
        content = examples.result([examples.flow(direction) for direction in "xyz"])
        content.update(examples.tensor(diagonal_only=True))
        text = shown_text(self.sound_page(examples.write(self.place / "run", {"result.json": content})))
        self.assertIn("along y – 5.7895 ± 0.0058 –", text)
        self.assertIn("only the diagonal is given", text)
        self.assertNotIn("rincipal", text)

    def test_the_checks_and_every_warning_are_shown(self):
        text = self.solve_text()
        for words in ("dissipation less power", "−0.067 %", "leak of mass", "2.9 voxels", "K over Kozeny-Carman's"):
            self.assertIn(words, text)
        self.assertNotIn("arnings", text)
        checks = {**examples.flow("x")["checks"], "warnings": ["throats of about 2.9 voxels"]}
        self.assertIn("Along x: throats of about 2.9 voxels.", self.solve_text("older", checks=checks))
        content = examples.result([examples.flow("x", checks=checks)])
        content["warnings"] = ["the image does not repeat", "along x: throats of about 2.9 voxels"]
        text = shown_text(self.sound_page(examples.write(self.place / "all", {"result.json": content})))
        self.assertIn("The image does not repeat. Along x: throats of about 2.9 voxels.", text)
        self.assertEqual(text.count("throats of about 2.9 voxels"), 1)
        self.assertIn("▲ converged", text)
        self.assertNotIn("✓", text)

    def test_it_is_told_when_where_by_what_and_of_what_the_result_is(self):
        (self.place / "slices").mkdir()
        content = examples.result([examples.flow("x")], str(self.place / "slices"))
        text = shown_text(self.sound_page(examples.write(self.place / "run", {"result.json": content})))
        for words in ("2026-11-21T08:15:30Z", "a-computer", "permeability 0.1.0", "02e351b", "total porosity 0.4002",
                      "connected along x 0.4002", "hash of its pore space, 9f86d081884c7d65, stands for it"):
            self.assertIn(words, text)

    def test_the_image_is_shown_where_nothing_percolates_too(self):
        content = examples.result([examples.flow("x", "not_percolating", isolated_voxels=104918)])
        page = self.sound_page(examples.write(self.place / "run", {"result.json": content,
                                                                   "views.json": examples.views_of_nothing("x")}))
        self.assertEqual(count_tags(page, "svg"), 3)
        self.assertIn("flow along x cannot reach it", shown_text(page))

    def test_solve_without_views_says_what_is_missing(self):
        page = self.sound_page(examples.solve_folder(self.place / "run", "x", with_views=False))
        self.assertIn("--report", shown_text(page))
        self.assertEqual(count_tags(page, "svg"), 3)

    def test_solve_tells_what_the_faces_did_and_its_warnings(self):
        content = examples.result([examples.flow("x")])
        content["warnings"] = ["the image does not repeat <here>"]
        text = shown_text(self.sound_page(examples.write(self.place / "one", {"result.json": content})))
        self.assertIn("The image is repeated on all sides", text)
        self.assertIn("The image does not repeat <here>.", text)
        content["solver"].update(boundary="pressure", sides="mirror")
        content["warnings"] = "none"
        text = shown_text(self.sound_page(examples.write(self.place / "two", {"result.json": content})))
        self.assertIn("At inlet and outlet the density is prescribed", text)
        self.assertIn("pressure, sides mirror", text)
        self.assertNotIn("repeat", text)

    def inertia_text(self, name, *of_flows):
        content = examples.result([examples.flow(d, inertia=it) for d, it in zip("xyz", of_flows)])
        page = self.sound_page(examples.write(self.place / name, {"result.json": content}))
        return " ".join(shown_text(page).replace("\u00a0", " ").split()), page

    def test_flows_with_inertia_are_shown_with_their_coefficients_and_each_flow(self):
        text, page = self.inertia_text("run", examples.inertia())
        self.assertEqual(count_tags(page, "svg"), 1)
        for words in ("every flow of the list is steady", "Forchheimer's β 62500 ± 2.1 % 1/m",
                      "from 4 flows at Re 2 to 8", "c_F = β √K₀ 0.169 ± 2.1 %", "weak inertia, w 0.168 ± 2.4 %",
                      "Re to the power 1.95", "K is 1 % down at Re 0.269", "K is 10 % down at Re 1.15",
                      "With inertia: 9 flows up to Re 8; K is 1 % lower at Re 0.27 (water 1.6 × 10⁷ Pa/m",
                      "l = 0.5057 voxels (2.703 µm)"):
            self.assertIn(words, text)
        # Re 2: K0/K = 1 + 0.18 * 4/3 = 1.24, K = 0.2557/1.24 voxel² of (5.345 µm)²; 900 * 3 steps
        self.assertIn("2.000 5.891 × 10⁻¹² 0.20621 1.2400 0.08 % 2 700 1.61 × 10⁷ 4.46 × 10⁶", text)
        self.assertNotIn("With inertia", self.solve_text("none"))

    def test_what_flows_with_inertia_are_taken_from_is_cited_where_there_are_some(self):
        text, _ = self.inertia_text("run", examples.inertia())
        self.assertIn("Flows with inertia, at Re 0.05 to 8, were each begun from the one before", text)
        for paper in ("J. Stat. Phys. 88 (1997) 927–944", "J. Fluid Mech. 222 (1991)", "45 (1901) 1782–1788", "[5], [6], [7], [8], [9]"):
            self.assertIn(paper, text)
        text, _ = self.inertia_text("without a fit", examples.inertia((0.3,), fits=False))
        self.assertIn("He, L.-S. Luo", text)
        self.assertNotIn("1901", text)
        self.assertNotIn("He, L.-S. Luo", self.inertia_text("no flow", examples.inertia((), "diverged", "It grew", False))[0])

    def gas_text(self, name, *of_flows):
        content = examples.result([examples.flow(d, gas=it) for d, it in zip("xyz", of_flows)])
        page = self.sound_page(examples.write(self.place / name, {"result.json": content}))
        return " ".join(shown_text(page).replace("\u00a0", " ").split()), page

    def test_k_of_a_gas_is_shown_with_its_plot_and_its_numbers(self):
        text, page = self.gas_text("run", examples.gas())
        self.assertEqual(count_tags(page, "svg"), 1)
        for words in ("air at 2 bar and 300 K: K 8.04 D, 7.5 to 8.6.", "Klinkenberg's plot", "K of the gas 8.04 D, 7.5 to 8.6",
                      "1.100 times K", "Klinkenberg's b 20 kPa", "14.81 kPa to 27 kPa by the voxels",
                      "b of rocks with this K 15 kPa", "mean free path 33.95 nm", "slip length 38.91 nm",
                      "K of the gas (air) is [5] K (1 + b/p)", "API Drilling and Production Practice (1941)",
                      "Knudsen number of the narrowest throat 0.020", "over its width, 1.698 µm"):
            self.assertIn(words, text)
        self.assertNotIn("Klinkenberg", self.solve_text("none"))

    def test_a_gas_without_k_is_shown_with_its_b_alone(self):
        text, page = self.gas_text("run", examples.gas(3.0), examples.gas(0.5, published_b_pa=None))
        self.assertEqual(count_tags(page, "svg"), 2)
        for words in ("air at 2 bar and 300 K: K none", "the mean free path is wider than the pores", "Gas along y"):
            self.assertIn(words, text)

    def test_a_gas_of_which_nothing_is_known_is_shown_without_a_plot(self):
        for place, ugly in enumerate(({"gas": "air"}, {"klinkenberg_b_pa": 3, "pressure_pa": "x"}, examples.gas(klinkenberg_b_pa={"value": -1.0}),
                     examples.gas(pressure_pa=1e300), examples.gas(narrowest_throat_knudsen=None, mean_throat_knudsen=None))):
            text, page = self.gas_text(f"ugly{place}", ugly)
            self.assertEqual(count_tags(page, "svg"), 0)
            self.assertIn("K of the gas", text)

    def test_a_list_of_reynolds_numbers_that_ended_early_says_why(self):
        text, page = self.inertia_text("run", examples.inertia(end="unsteady", why=examples.UNSTEADY),
                                       examples.inertia((0.3,), "unresolved", "Make the voxels 2 times smaller", False),
                                       examples.inertia((), "diverged", "It was no longer finite", False))
        self.assertEqual(count_tags(page, "svg"), 2, "a flow that was not solved has no place in a figure")
        for words in ("the list ends where the flow oscillates", "K still oscillates by 1.5 %, with a period of 2802 steps",
                      "it has no K that does not change with time", "Make the voxels 2 times smaller. Here the layers",
                      "Flow with inertia along z", "It was no longer finite.", "No flow with inertia was solved.",
                      "fewer than four flows with inertia lie on a line", "With inertia: 0 flows; the list ends where the flow diverged."):
            self.assertIn(words, text)

    def test_the_figure_of_inertia_has_the_numbers_and_the_laws_in_their_windows(self):
        self.inertia_text("run", examples.inertia())
        figure_files.write_all(self.place / "figures", "solve", pages.read_style(), False)
        with (self.place / "figures" / "solve-inertia-x.csv").open() as table:
            rows = {float(row["Re"]): row for row in csv.DictReader(table)}
        self.assertAlmostEqual(float(rows[2]["K0/K - 1"]), 0.24)
        self.assertAlmostEqual(float(rows[2]["bound on it"]), 1.24 * (8e-4 + 6.9e-4))
        line = inertia_figures.line_of(examples.flow("x", inertia=examples.inertia()))
        self.assertAlmostEqual(line[0], 0.83)  # K0/K_F
        self.assertAlmostEqual(line[1], 0.334 * 0.2557 / 0.5057)  # beta K0 / l
        self.assertEqual(line[2:], (2, 8))

    def test_a_run_that_was_stopped_says_so(self):
        self.assertIn("was stopped from outside after 120 steps", self.solve_text(stop="interrupted", steps=120))

    def test_a_diverged_run_has_no_number(self):
        folder = examples.solve_folder(self.place / "run", "x", with_views=False, stop="diverged",
                                       permeability_voxel2=123.456, diverged_because="it grew")
        text = shown_text(self.sound_page(folder))
        self.assertIn("No value is given: it grew.", text)
        self.assertNotIn("123", text)

    def test_names_are_escaped(self):
        name = "<script>alert(1)</script>\"'&{{ 7*7 }}.tif"
        folder = examples.write(self.place / "run", {"result.json": examples.result([examples.flow("x")], name)})
        page = self.sound_page(folder)
        self.assertNotIn("<script", page)
        self.assertIn("{{ 7*7 }}", shown_text(page))

    def test_the_input_is_hashed_where_it_can_be_read(self):
        image = self.place / "image.raw"
        image.write_bytes(b"abc")
        folder = examples.write(self.place / "run", {"result.json": examples.result([examples.flow("x")], str(image))})
        self.assertIn("ba7816bf8f01cfea", self.sound_page(folder))  # SHA-256 of "abc", FIPS 180-2, B.1

    def test_failed_cases_come_first(self):
        cases = examples.many_cases(failed=("bcc-0.68",))
        page = self.sound_page(examples.write(self.place / "run", {"validation.json": examples.validation(cases)}))
        text = shown_text(page)
        self.assertIn("11 of 12 cases passed", text)
        self.assertLess(text.index("Case bcc-0.68"), text.index("Case plates"))

    def test_validation_shows_its_parts_both_references_what_was_skipped_and_what_changed(self):
        page = self.sound_page(examples.write(self.place / "run", {"validation.json": examples.whole_validation()}))
        text = shown_text(page)
        for part in ("exact −1.9 % 0.11 % 2 of 2", "other programs +20 % – 0 of 1", "own scheme 0 % – 1 of 1",
                     "the limits, which are this program's own", "Skipped: felt. Why: 'felt.tif' is not in 'images'",
                     "0.00251801", "(0.2501; 2; 0.0625)", "The limits are those of trt with magic 3/16",
                     "1 of 2 values changed", "sc-0.2: failed then, passed now", "0.0025 0.002525 +1.0 %", "gone 64 0.5 not known –"):
            self.assertIn(part, " ".join(text.split()))
        self.assertLess(text.index("0.002525"), text.index("0.002510987"))  # what changed comes first
        self.assertIn("K of SC arrays of spheres, with both references", page)
        self.assertIn("Computed over reference: other programs", page)

    def test_validation_shows_the_figures_and_the_curves_of_flows_that_are_judged_as_a_whole(self):
        folder = examples.write(self.place / "run", {"validation.json": examples.validation_of_flows()})
        page = self.sound_page(folder)
        text = " ".join(shown_text(page).replace("\u00a0", " ").split())
        self.assertIn("4 of 5 cases passed", text)
        for words in ("Flow cavity cavity ✓ passed Reference: Ghia, Ghia, Shin 1982, table I.",
                      "Error of u at y = 0.5 a table says so 1.23 % up to 2 % ✓ passed",
                      "Drag at Re 10 2.8 from 2.7 to 2.9 ✓ passed",  # the reason is that of the row before
                      "Drag at Re 1000 Clift 1978 the flow at Re 1000 is unsteady – from 0 to 1 ○ open",
                      "Lift at Re 20 a table says so 0.3 from 0.1 to 0.2 ✕ failed", "Grey: what it allows",
                      "u over the speed of the lid against y over the side"):
            self.assertIn(words, text + page)
        self.assertLess(text.index("lift at Re 20"), text.index("Error of u"), "what failed comes first")
        figure_files.write_all(self.place / "figures", "validation", pages.read_style(), False)
        tables = {path.name: list(csv.DictReader(path.read_text().splitlines())) for path in (self.place / "figures").glob("*curve*.csv")}
        self.assertEqual(sorted(tables), ["validation-curve-1-drag-1.csv", *(f"validation-curve-2-cavity-{n}.csv" for n in (1, 2, 3))])
        drag = tables["validation-curve-2-cavity-3.csv"]  # two curves with the same axes share a figure
        self.assertEqual([(row["curve"], row["drag coefficient"], row["reference"], row["high"]) for row in drag],
                         [("drag found", "13.4", "13.2", "13.5"), ("drag found", "2.8", "2.85", "3.15"),
                          ("drag found", "1.3", "", ""), ("drag of others", "2.8", "2.9", "3.1")])

    def test_a_case_that_does_not_say_that_it_passed_has_failed(self):
        case = dict(examples.case("plates"), passed=None)
        page = self.sound_page(examples.write(self.place / "run", {"validation.json": examples.validation([case])}))
        self.assertIn("0 of 1 case passed", shown_text(page))

    def test_sweep_shows_its_range_and_leaves_out_what_is_unknown(self):
        points = [examples.point(0.4), examples.point(0.6), examples.point(0.2, "diverged", permeability_voxel2=None)]
        text = shown_text(self.sound_page(examples.write(self.place / "run", {"sweep.json": examples.sweep(points)})))
        self.assertIn("3.241 to 18.53 voxel²", text)  # 40 e^3.3 / (1 - e), as examples.point has it
        self.assertIn("no value", text)

    def sweep_text(self, points, **changes):
        folder = examples.write(self.place / str(len(list(self.place.iterdir()))),
                                {"sweep.json": examples.sweep_of_kinds(points, **changes)})
        return shown_text(self.sound_page(folder))

    def test_sweep_begins_with_its_largest_deviation(self):
        sc = examples.many_values(examples.point(0.4, geometry="sc", direction="x", deviation=0.031))
        fcc = examples.many_values(examples.point(0.5, geometry="fcc", direction="x", deviation=-0.035))
        text = self.sweep_text([sc, fcc])
        self.assertIn("Largest deviation from the reference", text)
        self.assertIn("−3.5 %", text)
        self.assertIn("fcc at porosity 0.500", text)
        self.assertIn("2 of 2 intervals hold their reference", text)
        self.assertIn("in 95 of 100 cases", text)
        self.assertIn("7.88 to 8.53", text)
        self.assertIn("There is no reference for sc below 0.4.", text)

    def test_sweep_does_not_pass_over_references_outside(self):
        good = examples.many_values(examples.point(0.4, geometry="sc", direction="x"))
        bad = examples.many_values(examples.point(0.5, geometry="sc", direction="x"), deviation=0.2, interval_holds_reference=False)
        text = self.sweep_text([good, bad])
        self.assertIn("1 of 2 intervals hold their reference", text)
        self.assertNotIn("all points complete", text)

    def test_sweep_of_an_image_names_file_thresholds_faces_crop_and_warnings(self):
        page = self.sound_page(examples.write(self.place / "run", {"sweep.json": examples.sweep_of_image()}), draws=True)
        text = " ".join(shown_text(page).replace("\u00a0", " ").split())
        for words in ("Permeability of Berea scan.tif against its threshold", "sweep of a threshold", "faces sealed",
                      "part of the image 0:64,0:64,0:64", "▲ all points complete, with warnings",
                      "The program closed the image: opposite faces do not match.", "Threshold 90: along x: throats of about 1.0 voxels.",
                      "threshold porosity K, voxel²", " 90 0.4000 3.2412", "image scans/Berea scan.tif"):
            self.assertIn(words, text)
        self.assertNotIn("asked for", text)
        self.assertNotIn("✓", text)
        self.assertIn("The image at each threshold", text)
        self.assertEqual(page.count("data:image/png"), 3)
        figure_files.write_all(self.place / "figures", "sweep", pages.read_style(), False)
        with (self.place / "figures" / "sweep-varied.csv").open() as table:
            self.assertEqual([float(row["threshold, grey value"]) for row in csv.DictReader(table)], [90, 100, 110])

    def test_sweep_of_two_seeds_shows_no_interval_and_curves_that_are_no_references(self):
        few = "two seeds give no interval of their mean, so K has no interval; give --realisations 4 or more"
        medium = "fibres, planar across z, radius 2.5 voxels; flow along z, across the layers"
        points = [examples.many_values(examples.point(e, geometry="fibres", direction="z", deviation=None,
                                                      reference_permeability_voxel2=None),
                                       interval_low_voxel2=None, interval_high_voxel2=None,
                                       interval_holds_reference=None, reference=None, warnings=[few], medium=medium) for e in (0.6, 0.8)]
        text = self.sweep_text(points, geometry="fibres", no_reference=[])
        for words in (medium, few[0].upper() + few[1:] + ".", "no references for these points", "all points complete, with warnings"):
            self.assertIn(words, text)
        self.assertNotIn("reference curves", text)

    def test_sweep_of_an_image_shows_its_exponent(self):
        points = [examples.point(e, geometry=None, deviation=None, reference_permeability_voxel2=None) for e in (0.4, 0.6)]
        found = {"value": 3.61, "confidence_95": 0.27, "points": 5}
        folder = examples.write(self.place / "run", {"sweep.json": examples.sweep(points, exponent=found)})
        self.assertIn("3.61 ± 0.27 (95 %, 5 points)", shown_text(self.sound_page(folder)))

    def test_figures_are_written_with_the_numbers_that_they_show(self):
        points = [examples.many_values(examples.point(e, geometry="sc", direction="x")) for e in (0.4, 0.6)]
        folder = examples.write(self.place / "run", {"sweep.json": examples.sweep_of_kinds(points)})
        pages.make_page(folder, [])
        names = figure_files.write_all(self.place / "figures", "sweep", pages.read_style(), False)
        self.assertEqual(names, [f"sweep-{key}.{ending}" for key in ("deviation", "permeability")
                                 for ending in ("csv", "pdf", "svg")])
        with (self.place / "figures" / "sweep-permeability.csv").open() as table:
            rows = list(csv.DictReader(table))
        drawn = {float(row["porosity"]): row for row in rows if row["series"] == "sc"}
        for point in points:
            row = drawn[point["porosity"]]
            self.assertAlmostEqual(float(row["K over the diameter squared"]), point["permeability_over_d2"], places=7)
            for end in ("low", "high"):
                ratio = point[f"interval_{end}_voxel2"] / point["permeability_voxel2"]
                self.assertAlmostEqual(float(row[end]) / point["permeability_over_d2"], ratio, places=5)
        svg = (self.place / "figures" / "sweep-permeability.svg").read_text()
        self.assertNotIn("#0101", svg, "stand-in colours must not be seen")
        figure_files.write_all(self.place / "figures", "sweep", pages.read_style(), False)  # its own may be replaced

    def test_figures_do_not_replace_files_of_others(self):
        point = examples.many_values(examples.point(0.4, geometry="sc", direction="x"))
        folder = examples.write(self.place / "run", {"sweep.json": examples.sweep_of_kinds([point])})
        pages.make_page(folder, [])
        mine = examples.write(self.place / "figures", {"sweep-permeability.svg": "mine"})
        with self.assertRaises(InputError):
            figure_files.write_all(mine, "sweep", pages.read_style(), False)
        self.assertEqual((mine / "sweep-permeability.svg").read_text(), "mine")
        self.assertEqual(len(list(mine.iterdir())), 1)

    def test_values_of_the_wrong_type_are_not_known(self):
        bad = {"schema_version": 1, "image": [], "solver": "x", "flow": [{"direction": 3, "steps": "many", "stop": [],
               "permeability_voxel2": {}, "iteration_error": True}], "command_line": {}}
        page = self.sound_page(examples.write(self.place / "run", {"result.json": bad}))
        self.assertIn("not known", shown_text(page))

    def test_the_same_folder_gives_the_same_bytes(self):
        folder = examples.solve_folder(self.place / "run", "x")
        self.assertEqual(pages.make_page(folder, []), pages.make_page(folder, []))


class BrokenFolders(InFolder):
    def refuses(self, files, words):
        with self.assertRaises(InputError) as caught:
            pages.make_page(examples.write(self.place / f"run{len(list(self.place.iterdir()))}", files), [])
        self.assertIn(words, str(caught.exception))

    def test_each_is_refused_with_the_reason(self):
        good = examples.result([examples.flow("x")])
        slices = examples.views("x")
        slices["flow"][0]["slices"][0]["pore"] = "AAAA"
        self.refuses({}, "it holds neither")
        self.refuses({"result.json": good, "sweep.json": {}}, "it holds result.json and sweep.json")
        self.refuses({"result.json": "{\"flow\": [NaN"}, "not JSON")
        self.refuses({"result.json": "[1]"}, "no JSON object")
        self.refuses({"result.json": dict(good, schema_version=2)}, "schema_version is 2")
        self.refuses({"result.json": dict(good, flow=[])}, "no flow")
        self.refuses({"result.json": good, "views.json": "{"}, "not JSON")
        self.refuses({"result.json": good, "views.json": slices}, "has 3 values in place of 480")
        self.refuses({"validation.json": {"cases": []}}, "no case")
        self.refuses({"sweep.json": {"points": 3}}, "no point")
        self.refuses({"streaming.json": {"rows": 3}}, "no row")


class Command(InFolder):
    def run_it(self, *arguments, python=()):
        return subprocess.run([sys.executable, *python, REPORT / "make_report", *arguments], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.place)

    def fails(self, code, *arguments, **options):
        done = self.run_it(*arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertRegex(done.stderr, r"\Amake_report: error: [^\n]*\. [A-Z][^\n]*\n\Z")
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_check_tells_whether_the_packages_are_there(self):
        self.assertEqual(self.run_it("--check").returncode, 0)
        line = self.fails(5, "--check", python=["-I", "-S"])  # -S: without the folders that hold packages
        self.assertIn("python3-matplotlib", line)

    def test_a_page_is_written_and_nothing_else(self):
        examples.solve_folder(self.place / "run", "x", with_views=False)
        done = self.run_it("run", "-o", "page of this.html")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(sorted(path.name for path in self.place.iterdir()), ["page of this.html", "run"])

    def test_a_given_command_is_shown_where_the_folder_has_none(self):
        examples.write(self.place / "run", {"sweep.json": examples.sweep([examples.point(0.5)], command_line=None)})
        self.assertEqual(self.run_it("run", "--command", "permeability", "sweep", "-o", "a b").returncode, 0)
        page = (self.place / "run" / "report.html").read_text(encoding="utf-8")
        self.assertIn("permeability sweep -o 'a b'", shown_text(page))

    def test_a_failure_keeps_the_page_that_was_there(self):
        folder = examples.write(self.place / "run", {"result.json": "{"})
        (self.place / "old.html").write_text("old", encoding="utf-8")
        self.fails(3, "run", "-o", "old.html")
        self.assertEqual((self.place / "old.html").read_text(encoding="utf-8"), "old")
        (folder / "result.json").write_text(json.dumps(examples.result([examples.flow("x")])), encoding="utf-8")
        self.fails(3, "run", "-o", "nowhere/page.html")
        self.fails(3, "run", "-o", "run")
        self.assertEqual(sorted(path.name for path in self.place.iterdir()), ["old.html", "run"])

    def test_a_file_that_is_no_page_is_replaced_only_when_told(self):
        examples.solve_folder(self.place / "run", "x", with_views=False)
        page = self.place / "page.html"
        page.write_text("<!DOCTYPE html><title>thesis</title>", encoding="utf-8")
        self.assertIn("--overwrite", self.fails(3, "run", "-o", "page.html"))
        self.assertIn("thesis", page.read_text(encoding="utf-8"))
        self.assertEqual(self.run_it("run", "-o", "page.html", "--overwrite").returncode, 0)
        self.assertEqual(self.run_it("run", "-o", "page.html").returncode, 0, "now it is a page of its own")
        page.write_text("", encoding="utf-8")
        self.assertEqual(self.run_it("run", "-o", "page.html").returncode, 0, "an empty file holds nothing")

    def test_usage_errors(self):
        self.fails(2)
        self.fails(2, "run", "--colour")
        self.fails(3, "no such folder")
        self.assertEqual(self.run_it("--help").returncode, 0)


class Quantities(unittest.TestCase):
    def test_a_value_is_rounded_to_its_error(self):
        for value, error, expected in ((7.40072, 6.9e-4, ("7.401", "0.006")), (1.2345, 0.0104, ("1.234", "0.013")),
                                       (31.303, 9.7e-4, ("31.30", "0.04")), (52345.0, 0.01, ("52300", "600")),
                                       (0.5, 0.8, ("0.5000", None)), (3.0, None, ("3.000", None))):
            self.assertEqual(quantities.with_error(value, error)[:2], expected)
        self.assertEqual(quantities.with_error(1.5142e-12, 1e-3), ("1.5142", "0.0016", "×\u00a010⁻¹²"))

    def test_units_suit_the_size(self):
        darcy = quantities.DARCY_M2
        for size, unit in ((5, "D"), (0.02, "mD"), (3e-6, "µD"), (1e-8, "nD"), (1e6, "m²")):
            self.assertEqual(quantities.permeability_units(1.0, size * darcy)[0][1], unit)
        self.assertEqual(quantities.permeability_units(2.0, None), [(1.0, "voxel²")])

    def test_numbers_read_well(self):
        shown = [quantities.measured(value) for value in (0.0, -0.05, 123456.0, 9.99996, 2e-7)]
        self.assertEqual(shown, ["0", "−0.05000", "123456", "10.00", "2.000\u00a0×\u00a010⁻⁷"])
        self.assertEqual(quantities.length(5.345e-6), "5.345\u00a0µm")
        self.assertEqual(quantities.duration(123.4), "2\u00a0min 3\u00a0s")


if __name__ == "__main__":
    unittest.main()
