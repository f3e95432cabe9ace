# SPDX-License-Identifier: Apache-2.0
"""What a batch makes of lists, records, shards, restarts, links, pipes and formulas: a row a case."""
import csv
import io
import json
import os
import re
import signal
import subprocess
import time
import unittest

from runs import IMAGE, PROGRAM, Runs, meta, voxels

KNOWN = b"rows are known"


def slices_nrrd(at, words, names):
    """Writes an NRRD header whose voxels are in eight files."""
    (at / "scans/a.nhdr").write_text("NRRD0004\ntype: uint8\ndimension: 3\nsizes: 8 8 8\nencoding: raw\n" + words + "\n")
    for z, name in enumerate(names):
        (at / "scans" / name).write_bytes(voxels(4)[64 * z:64 * (z + 1)])


def nrrd(at, name, head, body=b""):
    (at / "scans" / name).write_bytes(b"NRRD0004\ntype: uint8\ndimension: 3\nsizes: 8 8 8\n" + head + b"\n" + body)


# (name, how the image is written, its file, the file whose voxels change)
IMAGES = [
    ("MetaImage", lambda at: meta(at / "scans/a.mha"), "a.mha", "a.mha"),
    ("MetaImage of two files", lambda at: meta(at / "scans/a.mhd", data="a.raw"), "a.mhd", "a.raw"),
    ("of another stem", lambda at: meta(at / "scans/a.mhd", data="voxels.bin"), "a.mhd", "voxels.bin"),
    ("blanks before the key", lambda at: meta(at / "scans/a.mhd", data="v.bin", blanks="  "), "a.mhd", "v.bin"),
    ("a tab before the key", lambda at: meta(at / "scans/a.mhd", data="v.bin", blanks="\t"), "a.mhd", "v.bin"),
    ("a header of 300 lines", lambda at: meta(at / "scans/a.mhd", data="v.bin", before="".join(
        f"Note{i} = x\n" for i in range(300))), "a.mhd", "v.bin"),
    (".mha with its voxels beside", lambda at: meta(at / "scans/a.mha", data="v.bin"), "a.mha", "v.bin"),
    ("NRRD", lambda at: nrrd(at, "a.nrrd", b"encoding: raw\n", voxels(4)), "a.nrrd", "a.nrrd"),
    ("NRRD with capitals", lambda at: (nrrd(at, "a.nhdr", b"encoding: raw\nData File: v.bin\n"),
                                       (at / "scans/v.bin").write_bytes(voxels(4))), "a.nhdr", "v.bin"),
    ("NRRD, datafile in one word", lambda at: (nrrd(at, "a.nhdr", b"encoding: raw\ndatafile: v.bin\n"),
                                               (at / "scans/v.bin").write_bytes(voxels(4))), "a.nhdr", "v.bin"),
    ("NRRD of numbered files", lambda at: slices_nrrd(at, "data file: sl%02d.raw 0 7 1\n",
                                                      [f"sl{z:02}.raw" for z in range(8)]), "a.nhdr", "sl03.raw"),
    ("NRRD of listed files", lambda at: slices_nrrd(at, "data file: LIST\n" + "\n".join(f"p{z}" for z in range(8)),
                                                    [f"p{z}" for z in range(8)]), "a.nhdr", "p3"),
    ("nrrd ending and files beside", lambda at: (nrrd(at, "a.nrrd", b"encoding: raw\ndata file: v.bin\n"),
                                                 (at / "scans/v.bin").write_bytes(voxels(4))), "a.nrrd", "v.bin"),
]


class BatchCases(Runs):
    def batch(self, *words, code=0, source="scans", output="out"):
        return self.run_program("batch", source, *[word for word in IMAGE if word != "--quiet"], "-o", output, *words, code=code)

    def prepare(self, *images):
        at = self.fresh()
        (at / "scans").mkdir()
        for number, image in enumerate(images or ("a.mha", "b.mha")):
            meta(at / "scans" / image, half=4 - number % 3)
        return at

    def table(self, name="out/batch.csv"):
        return list(csv.DictReader(io.StringIO((self.folder / name).read_text())))

    def records(self):
        return self.folder / "out/rows.jsonl"

    def test_an_image_whose_voxels_changed_is_solved_anew_whatever_its_header_calls_them(self):
        for name, write, image, changed in IMAGES:
            with self.subTest(name):
                at = self.prepare("other.mha")
                write(at)
                done = self.batch("--direction", "x", source=f"scans/{image}")
                first = self.table()[0]
                self.assertEqual(first["stop"], "converged", done.said)
                self.assertIn(KNOWN, self.batch("--direction", "x", source=f"scans/{image}").stdout)
                self.assertEqual(self.table()[0], first)
                path = at / "scans" / changed
                whole = path.read_bytes()
                tail = b"\1" * min(len(whole), 64 * 3)  # solid in place of pores
                path.write_bytes(whole[:-512] + tail + whole[len(whole[:-512]) + len(tail):])
                done = self.batch("--direction", "x", source=f"scans/{image}")
                self.assertNotIn(KNOWN, done.stdout)
                self.assertNotEqual(self.table()[0]["pore_space_hash"], first["pore_space_hash"])

    def test_a_folder_of_slices_is_solved_anew_when_a_slice_comes(self):
        at = self.fresh()
        self.run_program("generate", "plates", "--size", "8", "--gap", "4", "-o", "scans/a", code=0)
        self.batch()
        self.assertIn(KNOWN, self.batch().stdout)
        (at / "scans/a/slice_0008.tif").write_bytes((at / "scans/a/slice_0000.tif").read_bytes())
        self.assertNotIn(KNOWN, self.batch().stdout)
        self.assertEqual(self.table()[0]["nz"], "9")

    def test_voxels_beside_a_header_are_no_image_of_their_own(self):
        for header, data, words in (("x.nhdr", "x.raw", "raw"), ("x.nhdr", "x.raw.gz", "gzip"), ("x.nhdr", "y.raw", "raw"),
                                    ("x.mhd", "x.raw", ""), ("x.mhd", "q.nii", ""), ("x.mha", "y.raw", "")):
            with self.subTest(f"{header} {data}"):
                at = self.prepare("a.mha")
                if header == "x.nhdr":
                    import gzip
                    nrrd(at, header, f"encoding: {words}\ndata file: {data}\n".encode())
                    (at / "scans" / data).write_bytes(gzip.compress(voxels(4)) if words == "gzip" else voxels(4))
                else:
                    meta(at / "scans" / header, data=data)
                self.batch()
                self.assertEqual([row["input"] for row in self.table()], ["scans/a.mha", f"scans/{header}"])

    def test_records_that_are_no_regular_file_are_told_in_one_line_and_never_followed(self):
        def make_folder(path):
            path.mkdir()

        def link_to(target):
            return lambda path: path.symlink_to(target)

        makers = {"pipe": os.mkfifo, "folder": make_folder, "link": link_to("../mine"), "dangling link": link_to("none"),
                  "link to itself": lambda path: path.symlink_to(path.name), "device": link_to("/dev/zero"),
                  "full device": link_to("/dev/full"), "terminal": link_to("/dev/tty"), "memory": link_to("/proc/self/mem")}
        for what, make in makers.items():
            for name in ("rows.jsonl", "rows-1-of-2.jsonl", "rows-rank1.jsonl"):
                with self.subTest(f"{name}: {what}"):
                    at = self.prepare("a.mha")
                    (at / "mine").write_text("mine\n")
                    (at / "out").mkdir()
                    make(at / "out" / name)
                    done = self.batch(code=3)
                    self.assertRegex(done.said, "(pipe or a device|a folder|a link).*Remove it, or name another folder")
                    self.assertEqual((at / "mine").read_text(), "mine\n")
                    self.assertFalse((at / "out/none").exists())

    def test_records_of_somebody_else_are_not_added_to(self):
        at = self.prepare("a.mha")
        (at / "out").mkdir()
        self.records().write_text('{"my": "notes"}\n')
        done = self.batch(code=3)
        self.assertIn("nothing says that this program wrote it", done.said)
        self.assertEqual(self.records().read_text(), '{"my": "notes"}\n')

    def test_flows_of_a_sweep_that_are_no_regular_file_are_told(self):
        for make in (os.mkfifo, lambda path: path.symlink_to("mine"), lambda path: path.mkdir()):
            at = self.fresh()
            (at / "out").mkdir()
            make(at / "out/solved-0.jsonl")
            self.run_program("sweep", "sc", "--size", "8", "--porosity", "0.7", "-o", "out", code=3)

    def test_damaged_records_are_solved_again_and_never_believed(self):
        def change(key, value):
            def at_key(line):
                record = json.loads(line)
                place = record
                for part in key[:-1]:
                    place = place[part]
                place[key[-1]] = value
                return json.dumps(record)
            return at_key

        k = ("result", "flow", 0, "permeability_voxel2")
        damages = {
            "another K": lambda line: re.sub(r'"permeability_voxel2":[0-9.e-]+', '"permeability_voxel2":9.5', line),
            "K as null": lambda line: re.sub(r'"permeability_voxel2":[0-9.e-]+', '"permeability_voxel2":null', line),
            "K rewritten": change(k, 7.0), "no flow": change(("result", "flow"), []), "no result": change(("result",), None),
            "another porosity": change(("result", "porosity"), 0.9), "another key": change(("row",), "x"),
            "another size": change(("result", "size"), [1, 2]), "words for K": change(k, "a"), "huge K": change(k, 1e300),
            "a wrong sum": lambda line: line[:-3] + ("0" if line[-3] != "0" else "1") + line[-2:],
            "no sum": lambda line: re.sub(r',"sum":"[0-9a-f]+"', "", line),
            "half a line": lambda line: line[:len(line) // 2], "a byte less": lambda line: line[:-1],
            "a byte more": lambda line: line + "x", "twice in a line": lambda line: line + line,
            "deep": lambda line: "[" * 100000, "no JSON": lambda line: "permeability", "a byte 0": lambda line: line + "\0",
            "an array": lambda line: "[1]", "a number": lambda line: "7", "bytes of no text": lambda line: "\udcff" * 9,
            "empty": lambda line: "",
        }
        self.prepare("a.mha")
        self.batch()
        whole = self.records().read_text()
        table = (self.folder / "out/batch.csv").read_bytes()
        line = whole.strip("\n")
        for name, damage in damages.items():
            with self.subTest(name):
                damaged = damage(line)
                self.assertNotEqual(damaged, line)
                self.records().write_bytes(("\n" + damaged + "\n").encode(errors="surrogateescape"))
                self.assertNotIn(KNOWN, self.batch().stdout)
                self.assertEqual((self.folder / "out/batch.csv").read_bytes(), table)
        for name, text in {"as it was": whole, "twice": whole + whole, "without the first line end": whole.strip("\n") + "\n",
                           "after junk": "\njunk\n" + whole, "before junk": whole + "{"}.items():
            with self.subTest(name):
                self.records().write_text(text)
                self.assertIn(KNOWN, self.batch().stdout)
                self.assertEqual((self.folder / "out/batch.csv").read_bytes(), table)

    def test_no_cell_of_any_table_is_a_formula_or_holds_a_control_character(self):
        names = ["=cmd|'/C calc'!A0", "+1+1", "@SUM(1)", "-2+3", "\t=1", "=1+1", " =1", "a;=1", "\x1b[31mred", "bell\x07",
                 "two\nlines", "＝1", "'=1", "\\x1b", "cr\r", "a;\t@x", "quote\"=1", "-3", "\x9b1m".encode().decode()]
        at = self.prepare("a.mha")
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
        rows.writerow(["input", "name"])
        for number, name in enumerate(names):
            file = f"n{number}.mha"
            if not re.search(r"[/\\']", name) and not name.startswith(" "):  # those are read as tables write them
                file = name + ".mha"
            meta(at / "scans" / file)
            rows.writerow([file, name])
        (at / "scans/list.csv").write_text(text.getvalue())
        self.batch(source="scans/list.csv", code=0)
        self.batch("--tiles", "8", source="scans/list.csv", code=0, output="tiled")
        self.run_program("solve", "scans/=1+1.mha", *IMAGE, "-o", "solved", code=0)
        found = 0
        for path in self.folder.rglob("*.csv"):
            if path.parent.name == "scans":
                continue
            text = path.read_text()
            self.assertIsNone(re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text), path)
            for row in csv.reader(io.StringIO(text)):
                for cell in row:
                    found += 1
                    is_number = re.fullmatch(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?", cell)
                    self.assertFalse(re.match(r"\s*[=+\-@＝＋－＠]", cell) and not is_number, f"{path}: {cell!r}")
                    self.assertIsNone(re.search(r"[;\t]\s*[=+\-@]", cell), f"{path}: {cell!r}")
        self.assertGreater(found, 100)
        # The same cells in a list are the same names again.
        cells = [(row["input"], row["name"]) for row in self.table()]
        again = io.StringIO()
        csv.writer(again, lineterminator="\n").writerows([("input", "name"), *cells])
        (at / "scans/again.csv").write_text(again.getvalue())
        self.batch(source="scans/again.csv", output="again")
        self.assertEqual([(row["input"], row["name"], row["pore_space_hash"]) for row in self.table("again/batch.csv")],
                         [(row["input"], row["name"], row["pore_space_hash"]) for row in self.table()])

    def test_lists_that_change_change_what_is_solved_and_nothing_else(self):
        cases = {
            "another option": (["--direction", "y"], False), "another tolerance": (["--tolerance", "1e-2"], None),
            "the same": ([], True), "a crop": (["--crop", "0:4,:,:"], False), "solid sides": (["--boundary", "mirror"], False),
        }
        for name, (words, is_known) in cases.items():
            if is_known is None:
                continue  # IMAGE has a tolerance already
            with self.subTest(name):
                self.prepare()
                self.batch()
                self.assertEqual(KNOWN in self.batch(*words).stdout, is_known)
        at = self.prepare("a.mha", "b.mha", "c.mha")
        (at / "l.csv").write_text("input\nscans/a.mha\nscans/b.mha\n")
        self.batch(source="l.csv")
        (at / "l.csv").write_text("input\nscans/c.mha\nscans/a.mha\n")
        self.assertIn(b"1 rows are known", self.batch(source="l.csv").stdout)
        self.assertEqual([row["input"] for row in self.table()], ["scans/c.mha", "scans/a.mha"])

    def test_shards_in_any_order_join_to_the_table_of_one(self):
        self.prepare("a.mha", "b.mha", "c.mha", "d.mha", "e.mha")
        self.batch(output="whole")
        for order in ([1, 2, 3], [3, 1, 2], [2, 2, 1, 3]):
            with self.subTest(order=order):
                if (self.folder / "out").exists():
                    subprocess.run(["rm", "-r", self.folder / "out"], check=True)
                for part in order:
                    self.batch("--shard", f"{part}/3")
                self.batch("--merge")
                self.assertEqual((self.folder / "out/batch.csv").read_bytes(), (self.folder / "whole/batch.csv").read_bytes())

    def test_a_batch_that_is_killed_at_any_moment_ends_as_one_that_was_not(self):
        self.prepare("a.mha", "b.mha", "c.mha", "d.mha")
        begin = time.monotonic()
        self.batch(output="whole")
        whole = time.monotonic() - begin
        expected = (self.folder / "whole/batch.csv").read_bytes()
        for kill in range(12):
            with subprocess.Popen([PROGRAM, "batch", "scans", *IMAGE, "-o", "out"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as process:
                time.sleep(whole * kill / 12)
                process.send_signal(signal.SIGKILL)
            self.batch()
            self.assertEqual((self.folder / "out/batch.csv").read_bytes(), expected)
            self.assertEqual([path for path in (self.folder / "out").iterdir() if path.name.startswith(".")], [])
            if kill % 3 == 0:
                subprocess.run(["rm", "-r", self.folder / "out"], check=True)


if __name__ == "__main__":
    unittest.main()
