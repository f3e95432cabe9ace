#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tool of the deciding constants finds them in a source, rewrites them, judges runs, and sees a page of other sources.
Usage: deciding_constants_test.py TOOLS"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(sys.argv[1])
sys.path.insert(0, str(TOOLS))
sys.dont_write_bytecode = True

from constants import measuring, page, sources  # noqa: E402
from hard_case_runs.images import Refusal  # noqa: E402

SOURCE = """// A source.
#include <array>

namespace perm {

constexpr double early = 0.4;  // from this share on,
// A flow rests below it. And more.
constexpr double rest = 1e-8;
constexpr std::int64_t most_cells = 1 << 16;

class Search {
  static constexpr float over = 1.7F;  ///< made larger
  static constexpr bool is_over(float value) { return value > over; }
};

constexpr double error_of(double time) {
  constexpr double units = 1.0 / 16;
  return units * time;
}

void narrow() {
  constexpr std::array<double, 2> share{1, 0.5};  // by gaps
}

}  // namespace perm
"""
FILE = "src/darcy/limit_search.cpp"


class Sources(unittest.TestCase):
    def test_finds_constants_with_their_place_value_and_comment(self):
        found = sources.find_in(FILE, SOURCE)
        self.assertEqual([constant.name for constant in found],
                         ["early", "rest", "most_cells", "Search.over", "error_of.units", "narrow.share[0]", "narrow.share[1]"])
        self.assertEqual([constant.value for constant in found], [0.4, 1e-8, 65536, 1.7, 0.0625, 1, 0.5])
        self.assertEqual(found[0].decides, "from this share on")
        self.assertEqual(sources.comment_above(SOURCE.split("\n"), 7), "A flow rests below it")
        self.assertEqual(found[3].decides, "made larger")

    def test_integers_are_rounded_and_at_least_one(self):
        times = [sources.Constant(FILE, "n", "int", text, "").times(0.5) for text in ("5", "1", "40")]
        self.assertEqual(times, [3, 1, 20])
        self.assertEqual(sources.Constant(FILE, "x", "double", "0.5", "").times(0.5), 0.25)

    def test_a_constant_that_cannot_be_read_is_refused(self):
        with self.assertRaises(Refusal):
            sources.find_in(FILE, "constexpr double other = 2 * early * early;\n")

    def test_rewrites_each_by_its_scope(self):
        text = sources.rewrite(FILE, SOURCE)
        for line in (f'inline const double early = ::perm::changed_constant<double>("{FILE}:early", 0.4);',
                     f'  inline static const float over = ::perm::changed_constant<float>("{FILE}:Search.over", 1.7F);',
                     "  static bool is_over(float value) { return value > over; }",
                     "inline double error_of(double time) {",
                     f'  static const double units = ::perm::changed_constant<double>("{FILE}:error_of.units", 1.0 / 16);'):
            self.assertIn(line + "\n", text)
        self.assertNotIn("constexpr", text)
        self.assertEqual(text.count(sources.INCLUDE), 1)
        self.assertEqual(sources.rewrite(FILE, "int main() {}\n"), "int main() {}\n")

    def test_a_rewritten_program_reads_a_change_from_the_environment(self):
        if not (compiler := shutil.which("c++")):
            self.skipTest("no c++ is found")
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "core").mkdir()
            (place / "core/changed_constant.hpp").write_text(sources.HEADER, encoding="utf-8")
            text = "#include <cstdint>\n#include <cstdio>\n" + SOURCE
            text += 'int main() { std::printf("%g %g", perm::early, perm::error_of(1)); }\n'
            (place / "main.cpp").write_text(sources.rewrite(FILE, text), encoding="utf-8")
            subprocess.run([compiler, "-std=c++20", "-I", folder, "-o", place / "main", place / "main.cpp"], check=True)
            printed = [subprocess.run([place / "main"], env=change, capture_output=True, text=True, check=True).stdout
                       for change in ({}, {"PERM_CONSTANT": f"{FILE}:early=0.8"}, {"PERM_CONSTANT": f"{FILE}:error_of.units=2"})]
        self.assertEqual(printed, ["0.4 0.0625", "0.8 0.0625", "0.4 2"])


def run(permeability, bound, steps, stop="converged"):
    return {"permeability_voxel2": permeability, "bound": bound, "steps": steps, "stop": stop, "exit_code": 0}


class Judged(unittest.TestCase):
    def test_a_bound_is_false_where_the_error_is_beyond_it_and_that_of_the_truth(self):
        own, truth = run(1.0, 1e-3, 10), run(1.0, 1e-4, 40)
        changed = [run(1.0, 1e-3, 10), run(1.00105, 1e-3, 20), run(1.002, 1e-3, 40), run(1.5, 1.0, 99, "step_limit")]
        row = measuring.judge("pressure", [(own, one, truth) for one in changed])
        counts = [row[name] for name in ("runs", "changed_runs", "other_steps", "false_bounds", "failed")]
        self.assertEqual(counts, [4, 3, 3, 1, 1])
        self.assertAlmostEqual(row["steps_ratio"], 2)
        self.assertEqual(row["worst_steps_ratio"], 4)
        self.assertAlmostEqual(row["worst_error_over_bound"], 1.9)


class Page(unittest.TestCase):
    def test_differences_of_a_page_are_told(self):
        constants = sources.find_in(FILE, SOURCE)
        text = "".join(page.cells_of(constant, "same", "1.25, 0") for constant in constants)
        self.assertEqual(list(page.differences(constants, page.read_page(text))), [])
        for changed, told in ((text.replace("| 0.4 |", "| 0.3 |"), "early = 0.3"),
                              (text.replace("`rest`", "`rests`"), "has rests"), (text.split("\n", 1)[1], "lacks early")):
            self.assertIn(told, " ".join(page.differences(constants, page.read_page(changed))))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
