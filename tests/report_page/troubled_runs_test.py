# SPDX-License-Identifier: Apache-2.0
"""Solves images that give trouble, with reports: every warning is on the first sheet, every number is that of the JSON.

    troubled_runs_test.py PROGRAM FOLDER SUITE     suites: Runs Numbers FirstSheet; PROGRAM is build/.../permeability

Runs solves them into FOLDER, which it empties first, and the other two look at what is there. Exits 77, and says why, when
matplotlib or Jinja2 is missing, and for FirstSheet Chromium or pdftotext.
"""

import json
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

import browser


def skip(why):
    print(f"report_page: Skipped\n{why}")
    sys.exit(77)


try:
    import jinja2  # noqa: F401
    import matplotlib  # noqa: F401
except ImportError as missing:
    skip(f"{sys.executable} has no {missing.name}")

import troubled_images
from html_complaints import complaints_of, count_tags, shown_text

if len(sys.argv) != 4:
    sys.exit("troubled_runs_test: name the program, a folder and a suite")
PROGRAM, FOLDER = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
MOST_BYTES = 1_500_000
DARCY_M2 = 9.869233e-13
SCALES = {"D": 1 / DARCY_M2, "mD": 1e3 / DARCY_M2, "µD": 1e6 / DARCY_M2, "nD": 1e9 / DARCY_M2, "m²": 1.0}
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
NUMBER = r"−?\d[\d,]*(?:\.\d+)?"
SHOWN = rf"({NUMBER})(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?"


class Runs(unittest.TestCase):
    """Solves the images into FOLDER, from which the other suites take the runs."""

    def test_each_ends_as_it_should(self):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        troubled_images.write_all(FOLDER)
        for name, (words, code, _) in troubled_images.RUNS.items():
            with self.subTest(name):
                files = ["--output", FOLDER / name, "--report", FOLDER / f"{name}.html"]
                done = subprocess.run(
                    [PROGRAM, "solve", *shlex.split(words), "--threads", "1", "--quiet", *files],
                    cwd=FOLDER,
                    check=False,
                    capture_output=True,
                    text=True,
                    env={**os.environ, "PERMEABILITY_PYTHON": sys.executable},
                )
                self.assertEqual(done.returncode, code, done.stderr)
                (FOLDER / f"{name}.txt").write_text(done.stdout, encoding="utf-8")


class Solved(unittest.TestCase):
    def setUp(self):
        self.runs = {}
        for name, (_, _, warning) in troubled_images.RUNS.items():
            content = json.loads((FOLDER / name / "result.json").read_text(encoding="utf-8"))
            stdout = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
            self.runs[name] = {"json": content, "page": FOLDER / f"{name}.html", "warning": warning, "stdout": stdout}

    def look_at_each(self, look):
        """Calls look(run) for every run, and fails where one of them fails."""
        for name, run in self.runs.items():
            with self.subTest(name):
                look(run)


def warnings_of(content):
    """Gives what a reader of the first page has to be warned of."""
    return content["warnings"]


def without_spaces(words):
    """Gives words as they can be compared wherever lines end."""
    return "".join(words.split())


class Numbers(Solved):
    maxDiff = None

    def text_of(self, run):
        """Gives what the page says, with plain spaces and a comma between thousands."""
        return shown_text(run["page"].read_text(encoding="utf-8").replace("\u202f", ","))

    def test_each_run_is_troubled_and_the_terminal_says_so(self):
        self.assertGreaterEqual(len(self.runs), 10)

        def look(run):
            self.assertIn(run["warning"], " ".join(warnings_of(run["json"])))
            for warning in run["json"]["warnings"]:
                self.assertIn(re.sub(r"^along [xyz]: ", "", warning), run["stdout"])

        self.look_at_each(look)

    def test_each_page_is_sound_and_small_and_shows_the_image(self):
        def look(run):
            page = run["page"].read_text(encoding="utf-8")
            self.assertEqual(complaints_of(page), [])
            self.assertLess(run["page"].stat().st_size, MOST_BYTES)
            self.assertGreaterEqual(count_tags(page, "svg"), 3)
            self.assertNotIn("kept no slices", page)

        self.look_at_each(look)

    def find(self, text, before, after, expected, rounds_up=False):
        """Expects a number between two texts (regular expressions) that is the expected one at the digits shown."""
        found = re.findall(before + SHOWN + after, text)
        self.assertTrue(found, f"{before}...{after} is not on the page: {text[:1500]}")
        mantissa, power = found[0][:2]
        digits = mantissa.translate(RAISED).replace(",", "")
        scale = 10.0 ** int(power.translate(RAISED)) if power else 1.0
        place = scale * 10.0 ** -len(digits.partition(".")[2])
        if "." not in digits and len(digits.strip("0")) < len(digits):  # 52300: zeros may stand for rounded digits
            place *= 10.0 ** (len(digits) - len(digits.rstrip("0")))
        low, high = (-1e-6, 1.000001) if rounds_up else (-0.500001, 0.500001)
        off = (float(digits) * scale - expected) / place
        self.assertTrue(low <= off <= high, f"{before}{mantissa} stands for {expected}: {off} of its last digit")

    def test_every_k_is_that_of_the_json_at_the_digits_shown(self):
        counted = []

        def look(run):
            text = self.text_of(run)
            cards = re.split(r"(?:ermeability|resistance|conductivity|resistivity) along ([xyz]) ", text)
            for flow in run["json"]["flow"]:
                card = cards[cards.index(flow["direction"]) + 1].split("total porosity")[0]
                k, error = flow["permeability_m2"], flow["iteration_error"]
                if k == 0:
                    self.assertIn("K is exactly 0", card)
                    continue
                chosen = flow["permeability_in_unit"]
                for unit in [u for u in SCALES if re.search(rf"\d (?:× 10\S+ )?{u}(?= |$)", card)]:
                    size = k * SCALES[unit]
                    self.shows(card, size, error, unit)
                    counted.append(unit)
                self.shows(card, flow["permeability_voxel2"], error, "voxel²")
                if chosen and chosen["quantity"] != "permeability":
                    unit = chosen["unit"].replace("^2", "²").replace("^3", "³")
                    self.assertLess(card.index(unit), card.index("voxel²"))
                    self.shows(card, chosen["value"], chosen["iteration_error"], re.escape(unit))
                    counted.append(unit)

        self.look_at_each(look)
        self.assertGreater(len(counted), 12)
        self.assertLessEqual({"mD", "m/s", "ft³/min/ft²", "Pa s/m²"}, set(counted))

    def shows(self, card, size, error, unit):
        """Expects `size ± bound unit`, `(size ± bound) × 10ⁿ unit`, or without a bound, as the error allows."""
        end = rf" {unit}(?= |$)"
        if error is None:
            return self.find(card, r"(?<![\d.])", end, size)
        power = re.search(rf"\(({NUMBER}) ± ({NUMBER})\) × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+){end}", card) or re.search(
            rf"({NUMBER}) ± ({NUMBER}) × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+){end}", card
        )
        scale = 10.0 ** int(power.group(3).translate(RAISED)) if power else 1.0
        between = rf"\)? × 10{power.group(3)}{end}" if power else end
        self.find(card, rf"(?<![\d.])", rf" ± {NUMBER}{between}", size / scale)
        self.find(card, rf"{NUMBER} ± ", between, error * size / scale, rounds_up=True)
        return None

    def test_every_other_number_is_that_of_the_json(self):
        def look(run):
            content, text = run["json"], self.text_of(run)
            image = content["image"]
            self.find(text, "total porosity ", "", image["porosity"])
            self.find(text, "pore voxels ", "", image["pore_voxels"])
            self.find(text, "tolerance ", " %", 100 * content["solver"]["tolerance"])
            self.assertIn(" × ".join(map(str, image["dims"])) + " voxels", text)
            unit = {"µm": 1e6, "mm": 1e3}[re.search(r"voxel size [\d.]+ (.m)", text).group(1)]
            self.find(text, "voxel size ", " .m", image["voxel_size_m"] * unit)
            for flow in content["flow"]:
                self.compare_flow(text, flow, len(content["flow"]) > 1)

        self.look_at_each(look)

    def compare_flow(self, text, flow, several):
        if f"connected along {flow['direction']}" in text:
            self.find(text, f"connected along {flow['direction']} ", "", flow["connected_porosity"])
        if not flow["steps"]:
            return
        along = f" along {flow['direction']}" if several else ""
        self.find(text, f"tau{along} ", r" \(chosen", flow["tau"])
        self.find(text, f"steps{along} ", " in ", flow["steps"])
        self.find(text, f"steps{along} .{{1,24}}?, ", " MFLUPS", flow["mflups"])
        self.find(text, rf"Along {flow['direction']}, " if several else "[. ]", " steps at tau", flow["steps"])
        if not several:
            for what, key, unit, scale in (
                ("left depends on single voxels.", "viscous_share", " %", 100),
                ("Below 3 voxels K depends on single voxels.", "throat_diameter_voxels", " voxels", 1),
                ("volume of the pores.", "pore_share_narrower_than_3_voxels", " %", 100),
            ):
                if flow["checks"][key] is not None:
                    self.find(text, what + " ", unit, flow["checks"][key] * scale)
            if flow["iteration_error"] is not None:
                self.find(text, "iteration error at most ", " %", 100 * flow["iteration_error"])
                self.find(text, "Below --tolerance the run ends. ", " %", 100 * flow["iteration_error"])

    def test_every_term_of_a_tensor_is_that_of_the_json(self):
        compared = 0
        for name, run in self.runs.items():
            rows = run["json"].get("permeability_tensor_m2")
            if not rows:
                continue
            text = self.text_of(run).split("Permeability tensor flow, in ")[1]
            unit = text.split()[0]
            for axis, row in zip("xyz", rows):
                shown = re.search(rf"along {axis} (.*?)(?=along|principal|bound)", text.split("force along z ")[1]).group(1)
                values = re.findall(SHOWN + rf"(?: ± {NUMBER}(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)?|(–)", shown)
                self.assertEqual(len(values), 3, name)
                for (mantissa, power, none), value in zip(values, row):
                    self.assertEqual(bool(none), value is None)
                    if value is not None:
                        written = float(mantissa.translate(RAISED)) * 10.0 ** int(power.translate(RAISED) or 0)
                        self.assertTrue(math.isclose(written, value * SCALES[unit], rel_tol=1e-4), (name, written, value))
                        compared += 1
        self.assertGreaterEqual(compared, 12)


class FirstSheet(Solved):
    def test_every_warning_is_on_the_first_sheet_with_k_and_its_verdict(self):
        with browser.Browser(browser.find_chromium()) as shown:

            def look(run):
                shown.open(run["page"], 1100)
                first = without_spaces(shown.print_pages(FOLDER / "page.pdf")[0])
                for words in [
                    *(warning[1:] for warning in warnings_of(run["json"])),
                    f"along {run['json']['flow'][0]['direction']} ",
                    "The image",
                    "How it was computed",
                    "Cite the program as",
                ]:
                    self.assertIn(without_spaces(words), first)
                shown.open(run["page"], 400)
                order = shown.evaluate(
                    "['.headline', '.why', '#warnings', '#image'].map(place => "
                    "document.querySelector(place).getBoundingClientRect().top)"
                )
                self.assertEqual(order, sorted(order))

            self.look_at_each(look)


if __name__ == "__main__":
    if sys.argv[1] == "FirstSheet":
        if not browser.find_chromium():
            skip("no Chromium here (package chromium)")
        if not shutil.which("pdftotext"):
            skip("no pdftotext here (package poppler-utils)")
    unittest.main()
