#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/calore2016 makes every figure of the paper, small and on a CPU, and refuses what is wrong in one line.
Usage: calore2016_test.py TOOL PROGRAM [SUITE]. SVG figures are tested where a python3 has matplotlib."""

import csv
import math
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

TOOL, PROGRAM = sys.argv[1:3]
FIGURES = ["2", "5", "6", "table3", "table4", "15", "16", "17", "18", "19"]
DRAWN = ["2", "5", "6", "15", "16", "17", "18", "19"]
STEPS = ["00000000", "00000200", "00000400"]  # of the quick flow
SITES = 32 * 64


def run_tool(folder, *words, python=sys.executable, program=PROGRAM):
    words = [python, "-B", TOOL, "--program", program, "--device", "cpu", "--quick", *words]
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def read_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def find_matplotlib():
    """Gives a Python that has matplotlib, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([python, "-c", "import matplotlib"], capture_output=True).returncode == 0:
                return python
        except OSError:
            continue
    return None


def read_png(path):
    """Gives the rows of a PNG with a palette, from above, as colours (red, green, blue)."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    chunks, at = {}, 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at:at + 4])
        kind, content = data[at + 4:at + 8], data[at + 8:at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + content), kind
        chunks[kind] = content
        at += 12 + size
    width, height, bits, colour, *_ = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (bits, colour) == (8, 3) and b"IEND" in chunks
    lines, palette = zlib.decompress(chunks[b"IDAT"]), chunks[b"PLTE"]
    assert len(lines) == height * (width + 1)
    rows = [lines[y * (width + 1) + 1:(y + 1) * (width + 1)] for y in range(height)]
    return [[tuple(palette[3 * i:3 * i + 3]) for i in row] for row in rows]


def write_vti(path, rows):
    """Writes a plane as the program does, with a temperature only; rows are from below."""
    nx, ny = len(rows[0]), len(rows)
    head = ('<?xml version="1.0"?>\n<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" '
            f'header_type="UInt64">\n<ImageData WholeExtent="0 {nx} 0 {ny} 0 1">\n<DataArray type="Float32" '
            'Name="temperature" NumberOfComponents="1" format="appended" offset="0">\n'
            '<AppendedData encoding="raw">\n_')
    values = b"".join(struct.pack(f"<{nx}f", *row) for row in rows)
    path.write_bytes(head.encode() + struct.pack("<Q", len(values)) + values)


class InFolder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)


class Figures(InFolder):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        made = Path(cls.holder.name)
        cls.table, cls.flow, cls.plots = made / "calore2016.csv", made / "flow", made / "plots"
        cls.status, cls.told, cls.complaint = run_tool(made, "--commit", "abc", "--fields", "flow", "--plots", "plots")
        cls.rows = read_rows(cls.table) if cls.table.exists() else []

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def of(self, figure, **wanted):
        return [row for row in self.rows if row["figure"] == figure and all(row[k] == v for k, v in wanted.items())]

    def value(self, figure, **wanted):
        values = {row["value"] for row in self.of(figure, **wanted)}
        self.assertEqual(len(values), 1, wanted)
        return float(values.pop())

    def test_every_figure_has_its_rows_and_finite_values(self):
        self.assertEqual((self.status, self.complaint), (0, ""))
        self.assertEqual(list(dict.fromkeys(row["figure"] for row in self.rows)), FIGURES)
        for row in self.rows:
            self.assertTrue(math.isfinite(float(row["value"])) and math.isfinite(float(row["x"])), row)
            self.assertEqual((row["commit"], row["ranks"]), ("abc", "1"))
            self.assertTrue(row["device"].startswith("cpu"), row)
            self.assertEqual(bool(row["reference"]), bool(row["reference_what"]), row)
            if row["figure"] != "19" and not row["what"].endswith("- 1"):
                self.assertGreater(float(row["value"]), 0, row)

    def test_layouts_and_blocks_are_those_of_the_paper(self):
        for part, told in (("propagate", "5"), ("collide", "2")):
            rows = self.of("2", what=f"{part} over soa")
            self.assertEqual([(row["layout"], row["x"]) for row in rows],
                             [(layout, block) for layout in ("soa", "aos", "blocked") for block in ("64", "128")])
            self.assertEqual([row["reference"] for row in rows], ["", "", told, told, "", ""])
            self.assertEqual({row["value"] for row in rows if row["layout"] == "soa"}, {"1"})
        rows = {row["reference"]: row for row in self.of("5", layout="soa", x="64", passes="apart")}
        self.assertEqual(set(rows), {"85", "160", "180", "150"})
        self.assertEqual(len(self.of("5", passes="push")), 6)
        for row in self.of("6", unit="GF/s"):  # 911 operations a site
            sites = self.value("6", unit="million sites/s", layout=row["layout"], x=row["x"])
            self.assertAlmostEqual(float(row["value"]) / (911e-3 * sites), 1, 4)

    def test_tables_agree_within_themselves(self):
        seconds = self.value("table3", what="propagate time") / 1e3
        self.assertAlmostEqual(self.value("table3", what="propagate") * 1e9 * seconds / (592 * SITES), 1, 5)
        seconds = self.value("table3", what="collide time") / 1e3
        self.assertAlmostEqual(self.value("table3", what="collide") * 1e6 * seconds / SITES, 1, 5)
        self.assertEqual([row["reference"] for row in self.of("table3", what="step", passes="apart")], ["78", "80"])
        self.assertEqual(self.value("table3", what="propagate"), self.value("table4", what="propagate"))
        self.assertEqual(self.of("table4", unit="W"), [])  # of a processor, nobody tells

    def test_one_rank_is_its_own_measure(self):
        for figure, what, value in (("16", "n T(n) / T(1) - 1", 0), ("18", "speed-up", 1)):
            rows = self.of(figure, what=what)
            self.assertEqual([(row["size"], float(row["value"])) for row in rows], [("32x32", value), ("48x48", value)])
        whole = self.value("15", what="n T(n)", size="48x48")
        self.assertEqual(whole, self.value("16", what="n T(n)", size="48x48"))
        self.assertAlmostEqual(self.value("17", size="48x48") * 48 * 48 / 1e6 / whole, 1, 5)
        self.assertIn("Figures 15 to 18 have one rank only (--device is cpu, and --ranks is not given)", self.told)

    def test_the_gas_mixes_and_none_is_lost(self):
        lengths = [float(row["value"]) for row in self.of("19", what="mixing length")]
        self.assertEqual(len(lengths), len(STEPS))
        self.assertEqual(lengths, sorted(set(lengths)))
        for row in self.of("19", what="mass over the first - 1"):
            self.assertLess(abs(float(row["value"])), 1e-12)
        for step in STEPS:
            rows = read_png(self.plots / f"calore2016_fig19_{step}.png")
            self.assertEqual((len(rows), {len(row) for row in rows}), (64, {32}))
            for row, cold in ((rows[2], True), (rows[-3], False)):  # blue above, red below
                self.assertTrue(all((blue > red) == cold for red, _, blue in row), step)

    def test_a_flow_that_is_there_is_not_stepped_again(self):
        before = (self.flow / "growth.csv").stat().st_mtime_ns
        status, _, complaint = run_tool(self.folder, "--figures", "19", "--fields", self.flow, "--commit", "abc")
        self.assertEqual((status, complaint), (0, ""))
        self.assertEqual(read_rows(self.folder / "calore2016.csv"), self.of("19"))
        self.assertEqual((self.flow / "growth.csv").stat().st_mtime_ns, before)

    def test_large_planes_are_reduced(self):
        flow = self.folder / "flow"
        flow.mkdir()
        (flow / "growth.csv").write_text((self.flow / "growth.csv").read_text(encoding="utf-8"), encoding="utf-8")
        write_vti(flow / "fields_00000007.vti", [[2.0 if y < 1025 else 1.0] * 33 for y in range(2050)])
        status, _, complaint = run_tool(self.folder, "--figures", "19", "--fields", flow, "--plots", "plots")
        self.assertEqual((status, complaint), (0, ""))
        rows = read_png(self.folder / "plots" / "calore2016_fig19_00000007.png")
        self.assertEqual((len(rows), len(rows[0])), (2050 // 3, 33 // 3))
        self.assertEqual((rows[0][0], rows[-1][0]), ((33, 102, 172), (178, 24, 43)))

    def test_a_table_is_drawn(self):
        python = find_matplotlib()
        if python is None:
            self.skipTest("no python3 here has matplotlib")
        words = ("--plots-of", self.table, "--plots", "plots")
        status, told, complaint = run_tool(self.folder, *words, python=python)
        self.assertEqual((status, complaint), (0, ""), told)
        made = [self.folder / "plots" / f"calore2016_fig{figure}.svg" for figure in DRAWN]
        self.assertEqual(sorted(made), sorted((self.folder / "plots").iterdir()))
        for path in made:
            self.assertIn("</svg>", path.read_text(encoding="utf-8"))
        made[0].write_text("mine", encoding="utf-8")
        status, _, complaint = run_tool(self.folder, *words, python=python)
        self.assertEqual((status, complaint.count("\n")), (2, 1), complaint)
        self.assertEqual(made[0].read_text(encoding="utf-8"), "mine")

    def test_several_processes_share_a_plane(self):
        status, _, complaint = run_tool(self.folder, "--figures", "15,16,17,18", "--ranks", "2")
        lacks = ("there is no mpirun", "cannot work in several processes", "attempt to run as root")
        if any(text in complaint for text in lacks):
            self.skipTest(complaint.strip())
        self.assertEqual((status, complaint), (0, ""))
        rows = read_rows(self.folder / "calore2016.csv")
        rows = [row for row in rows if row["size"] == "48x48"]
        measured = [row for row in rows if row["figure"] == "15" and row["what"] == "n T(n)"]
        self.assertEqual([(row["ranks"], row["tiles"]) for row in measured], [("1", "1x1"), ("2", "1x2"), ("2", "2x1")])
        self.assertEqual(len([row for row in rows if row["what"] == "n T(n) of the model"]), 2)
        best = min(float(row["value"]) for row in measured[1:])
        grown = next(row for row in rows if row["what"].endswith("- 1") and row["ranks"] == "2")
        self.assertAlmostEqual(1 + float(grown["value"]), best / float(measured[0]["value"]), 4)


class Refusals(InFolder):
    def refuse(self, *words, status=2, **options):
        """Runs the tool, wants one line of complaint and no table, and gives that line."""
        given, _, complaint = run_tool(self.folder, *words, **options)
        self.assertEqual((given, complaint.count("\n")), (status, 1), complaint)
        self.assertTrue(complaint.startswith("calore2016: "), complaint)
        self.assertEqual(list(self.folder.glob("calore2016*")), [])
        return complaint

    def test_bad_options_give_one_line(self):
        (self.folder / "theirs").mkdir()
        (self.folder / "theirs" / "notes.txt").write_text("mine", encoding="utf-8")
        for words, told in ((["--figures", "4,5"], "--figures has 4"), (["--figures", ""], "--figures has none"),
                            (["--ranks", "0"], "--ranks is 0"), (["--ranks", "two"], "--ranks"),
                            (["--seconds", "-1"], "--seconds is -1"), (["--nonsense"], "--nonsense"),
                            (["--device", "tpu"], "--device"), (["--plots-of", "a.csv"], "Add --plots"),
                            (["--plots-of", "a.csv", "--plots", "p"], "a.csv is no file"),
                            (["--plots-of", "theirs/notes.txt", "--plots", "p"], "is no table of this tool"),
                            (["--fields", "theirs"], "theirs is there and holds no flow"),
                            (["--output", "nowhere/a.csv"], "there is no folder"), (["--output", "."], "is a folder")):
            self.assertIn(told, self.refuse(*words))
        self.assertIn("no program that can be started", self.refuse(program=self.folder / "missing"))

    def test_a_failure_of_the_program_is_passed_on(self):
        program = self.folder / "program"
        lines = ["#!/bin/sh", "echo note >&2", "echo 'permeability: error: It is full.' >&2", "exit 3", ""]
        program.write_text("\n".join(lines), encoding="utf-8")
        program.chmod(0o755)
        self.assertEqual(self.refuse("--figures", "5", program=program, status=1),
                         "calore2016: thermal failed (exit code 3): It is full.\n")

    def test_fields_that_are_none_are_refused(self):
        flow = self.folder / "flow"
        self.assertEqual(run_tool(self.folder, "--figures", "19", "--fields", "flow", "--output", "a.csv")[0], 0)
        for content, told in ((b"<VTKFile/>", "no plane with a temperature"),
                              ((flow / "fields_00000200.vti").read_bytes()[:30000], "ends before its temperature")):
            (flow / "fields_00000200.vti").write_bytes(content)
            status, _, complaint = run_tool(self.folder, "--plots-of", "a.csv", "--figures", "19", "--fields", "flow",
                                            "--plots", "plots")
            self.assertEqual((status, complaint.count("\n")), (2, 1), complaint)
            self.assertIn(told, complaint)
            self.assertEqual(list((self.folder / "plots").iterdir()), [])

    def test_only_a_table_of_its_own_is_replaced(self):
        table = self.folder / "table.csv"
        words = ["--figures", "17", "--output", table]
        table.write_text("mine\n", encoding="utf-8")
        self.assertIn("is there already", self.refuse(*words))
        self.assertEqual(table.read_text(encoding="utf-8"), "mine\n")
        for more in (["--overwrite"], []):
            self.assertEqual(run_tool(self.folder, *words, "--commit", f"c{len(more)}", *more)[0], 0)
            self.assertEqual({(row["figure"], row["commit"]) for row in read_rows(table)}, {("17", f"c{len(more)}")})
        self.assertEqual([path.name for path in self.folder.iterdir()], ["table.csv"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:], "-v"])
