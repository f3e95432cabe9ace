# SPDX-License-Identifier: Apache-2.0
"""What a command did not make from this input needs --overwrite, and an input of the run is never written: every option
that names what is written, with every kind of input. An option that names files and has no row here fails the test."""
import os
import re
import unittest
import unittest.mock

from runs import IMAGE, STUDIES, Runs, array, meta

COMMANDS = [command for command in (["solve"], ["conduct"], ["batch"], ["sweep"], ["generate"], ["validate"], ["bench"],
                                    ["studies", "validate"], ["studies", "bench"]) if command[0] != "studies" or STUDIES]
# Options whose value names a file: whether it is written or read. A new one needs its row, and a case below.
WRITTEN = {"output", "report", "figures", "network"}
READ = {"config", "centres", "packs", "images", "compare", "overlay", "grains", "input", "mask"}
IS_LONG = bool(os.environ.get("PERMEABILITY_LONG_TESTS"))  # set by tools/check --long
WAYS = ("itself", "hard link", "link")  # in which the written file is the input; the short check tries one of them a case
FILE_WORDS = ("FILE", "DIR", "PATH", "FOLDER", ".json", ".csv", "INPUT")

SPHERES = "0.5 0.5 0.5 0.3\n"
GRAINS = "4 4 4 2\n"
PACK = ["spheres", "--size", "8", "--centres", "spheres.txt"]


def solve(*words):
    return ["solve", "in.mha", *IMAGE, *words]


# (name, the files of before, command, file that must not change). The command is tried as it is, with --overwrite, and
# with the written file as another name of the input.
INPUTS_AS_OUTPUTS = [
    ("page over the image", solve("--report", "in.mha"), "in.mha"),
    ("page over the config file", solve("--config", "c.ini", "--report", "c.ini"), "c.ini"),
    ("page over the grains", solve("--grains", "g.txt", "--report", "g.txt"), "g.txt"),
    ("network over the config file", solve("--config", "out/convergence.csv", "--network", "out/convergence.csv"),
     "out/convergence.csv"),
    ("page over the mask", solve("--mask", "m.mha", "--report", "m.mha"), "m.mha"),
    ("page over the data file of a header", ["solve", "h.mhd", *IMAGE, "--report", "h.raw"], "h.raw"),
    ("page over one of many data files", ["solve", "many.nhdr", *IMAGE, "--report", "s2.raw"], "s2.raw"),
    ("page over a slice", ["solve", "slices", *IMAGE, "--report", "slices/slice_0003.tif"], "slices/slice_0003.tif"),
    ("page over a recipe", ["solve", "r.ini", "--quiet", "--report", "r.ini"], "r.ini"),
    ("page over the spheres of a recipe", ["solve", "p.ini", "--quiet", "--report", "spheres.txt"], "spheres.txt"),
    ("field over the image", ["solve", "out/part_x.npy", *IMAGE, "--fields", "npy", "-o", "out"], "out/part_x.npy"),
    ("table over the grains", solve("--grains", "out/grain_forces.csv", "-o", "out"), "out/grain_forces.csv"),
    ("table over the config file", solve("--config", "out/convergence.csv", "-o", "out"), "out/convergence.csv"),
    ("figure over the grains", solve("--grains", "f/solve-x.csv", "--report", "r.html", "--figures", "f"), "f/solve-x.csv"),
    ("table of a batch over its list", ["batch", "out/batch.csv", *IMAGE, "-o", "out"], "out/batch.csv"),
    ("times of a batch over its list", ["batch", "out/batch-times.csv", *IMAGE, "-o", "out"], "out/batch-times.csv"),
    ("tiles of a batch over its list", ["batch", "out/tiles.csv", *IMAGE, "--tiles", "4", "-o", "out"], "out/tiles.csv"),
    ("page of a batch over its list", ["batch", "out/batch.csv", *IMAGE, "-o", "b", "--report", "out/batch.csv"],
     "out/batch.csv"),
    ("page of a batch over its image", ["batch", "in.mha", *IMAGE, "-o", "b", "--report", "in.mha"], "in.mha"),
    ("rows of a batch over its config file", ["batch", "in.mha", *IMAGE, "--config", "out/rows.jsonl", "-o", "out"],
     "out/rows.jsonl"),
    ("table of a batch over its config file", ["batch", "in.mha", *IMAGE, "--config", "out/batch.csv", "-o", "out"],
     "out/batch.csv"),
    ("sweep over its overlay", ["sweep", "sc", "--size", "8", "--porosity", "0.7", "--overlay", "out/sweep.csv", "-o", "out"],
     "out/sweep.csv"),
    ("page of a sweep over its overlay", ["sweep", "sc", "--size", "8", "--porosity", "0.7", "--overlay", "o.csv",
                                          "--report", "o.csv"], "o.csv"),
    ("sweep over its config file", ["sweep", "sc", "--size", "8", "--porosity", "0.7", "--config", "out/sweep.json", "-o",
                                    "out"], "out/sweep.json"),
    ("records of a sweep over its config file", ["sweep", "sc", "--size", "8", "--porosity", "0.7", "--config",
                                                 "out/solved-0.jsonl", "-o", "out"], "out/solved-0.jsonl"),
    ("page of the sweep of an image over it", ["sweep", "in.mha", *IMAGE, "--grow", "0", "--report", "in.mha"], "in.mha"),
    ("image over the spheres", ["generate", *PACK, "-o", "spheres.mha"], "spheres.mha"),
    ("image over the config file", ["generate", "sc", "--config", "c.mha", "-o", "c.mha"], "c.mha"),
    ("voxels over the config file", ["generate", "sc", "--config", "c.raw", "-o", "c.mhd"], "c.raw"),
    ("slices over the config file", ["generate", "sc", "--config", "sl/slice_c.tif", "-o", "sl"], "sl/slice_c.tif"),
    ("validation over its config file", ["validate", "--quick", "--cases", "duct-1x1", "--config", "out/validation.json", "-o",
                                         "out"], "out/validation.json"),
    ("validation over what it is compared with", ["validate", "--quick", "--cases", "duct-1x1", "--compare",
                                                  "out/validation.json", "-o", "out"], "out/validation.json"),
    ("page over the packs", ["studies", "validate", "--cases", "pack-spheres", "--packs", "spheres.txt", "--report",
                             "spheres.txt"], "spheres.txt"),
    ("study over its config file", ["studies", "bench", "--streaming", "--config", "out/streaming.csv", "-o", "out"],
     "out/streaming.csv"),
    ("page of a study over its image", ["studies", "bench", "--streaming", "--images", "in.mha:0", "-o", "out", "--report", "in.mha"],
     "in.mha"),
]


class OverwriteRule(Runs):
    def write_inputs(self):
        at = self.fresh()
        (at / "out").mkdir()
        (at / "f").mkdir()
        (at / "sl").mkdir()
        meta(at / "in.mha")
        meta(at / "m.mha")
        array(at / "out/part_x.npy")
        meta(at / "h.mhd", data="h.raw")
        (at / "many.nhdr").write_text("NRRD0004\ntype: uint8\ndimension: 3\nsizes: 8 8 8\nencoding: raw\n"
                                      "data file: s%d.raw 0 7 1\n\n")
        for z in range(8):
            (at / f"s{z}.raw").write_bytes(bytes([0 if z < 4 else 1]) * 64)
        for name in ("g.txt", "out/grain_forces.csv", "f/solve-x.csv"):
            (at / name).write_text(GRAINS)
        for name in ("spheres.txt", "spheres.mha"):
            (at / name).write_text(SPHERES)
        for name in ("c.ini", "out/convergence.csv"):
            (at / name).write_text("direction = x\n")
        for name in ("out/rows.jsonl", "out/sweep.json", "out/solved-0.jsonl", "out/validation.json"):
            (at / name).write_text("\ndevice = cpu\n")  # records begin with an empty line
        (at / "out/streaming.csv").write_text("threads = 1\n")
        for name in ("c.mha", "c.raw", "sl/slice_c.tif"):
            (at / name).write_text("size = 8\nporosity = 0.6\n")
        (at / "r.ini").write_text("kind = sc\nsize = 8\nporosity = 0.6\n")
        (at / "p.ini").write_text("kind = spheres\nsize = 8\ncentres = spheres.txt\n")
        for name in ("out/batch.csv", "out/batch-times.csv", "out/tiles.csv"):
            (at / name).write_text("input\n../in.mha\n")
        for name in ("o.csv", "out/sweep.csv"):
            (at / name).write_text("porosity,permeability_over_d2,name\n0.7,0.1,a\n")
        if not hasattr(self, "slices"):
            self.run_program("generate", "plates", "--size", "8", "--gap", "4", "-o", "slices", code=0)
            type(self).slices = {path.name: path.read_bytes() for path in (at / "slices").iterdir()}
        (at / "slices").mkdir(exist_ok=True)
        for name, content in self.slices.items():
            (at / "slices" / name).write_bytes(content)
        if not hasattr(self, "reference"):
            self.run_program("validate", "--quick", "--cases", "duct-1x1", "--device", "cpu", "-o", "reference", code=0)
            type(self).reference = (at / "reference/validation.json").read_bytes()

    # No page is made, so Python, of which the program asks first whether it has matplotlib, may be a program that says yes.
    @unittest.mock.patch.dict(os.environ, {"PERMEABILITY_PYTHON": "/bin/true"})
    def test_an_input_is_never_written_under_any_name(self):
        for number, (name, words, kept) in enumerate(INPUTS_AS_OUTPUTS):
            if words[0] == "studies" and not STUDIES:
                continue
            for way in WAYS if IS_LONG else WAYS[number % 3:][:1]:
                with self.subTest(name, way=way):
                    self.write_inputs()
                    if "--compare" in words:
                        (self.folder / kept).write_bytes(self.reference)
                    if words[:2] == ["generate", "spheres"]:
                        words = ["generate", "spheres", "--size", "8", "--centres", kept, "-o", kept]
                    if "batch-times.csv" in kept or words[0] == "batch" and "--config" in words:
                        (self.folder / "out/batch.csv").unlink(missing_ok="out/batch.csv" != kept)
                    if "--config" in words and words[0] == "batch":
                        (self.folder / kept).write_text("\ndirection = x\n")
                    file = self.folder / kept
                    before = file.read_bytes()
                    if way != "itself":  # the input has another name and place than what is written
                        os.rename(file, self.folder / "elsewhere")
                        (os.link if way == "hard link" else os.symlink)(self.folder / "elsewhere", file)
                    done = self.run_program(*words, "--overwrite")
                    self.assertNotEqual(done.returncode, 0, done.said)
                    self.assertEqual(file.read_bytes(), before, done.said)
                    self.assertRegex(done.said, "is an input of this run|it is a link|needs", name)

    def test_every_option_that_names_a_file_has_a_row(self):
        found = {}
        for command in COMMANDS:
            text = self.run_program(*command, "--help", code=0).stdout.decode()
            for name, value in re.findall(r"^ +(?:-\w, )?--([\w-]+) ([^ \n]+)", text, re.MULTILINE):
                if any(word in value for word in FILE_WORDS):
                    found.setdefault(name, command)
        self.assertGreater(len(found), 8 if STUDIES else 6)
        for name, command in found.items():
            self.assertIn(name, WRITTEN | READ, f"--{name} of {command} names a file: add its row, and its cases")
        used = {word[2:] for _, words, _ in INPUTS_AS_OUTPUTS for word in words if word.startswith("--")} | {"output", "input"}
        for name in found:
            self.assertIn(name, used, f"--{name} has no case")

    def test_what_was_not_made_from_this_input_needs_overwrite(self):
        sweep = ["sweep", "sc", "--size", "8", "--porosity", "0.7", "--device", "cpu"]
        duct = ["validate", "--quick", "--cases", "duct-1x1", "--device", "cpu"]
        other = ["solve", "other.mha", *IMAGE]
        cases = [
            (solve("-o", "out"), other + ["-o", "out"]),
            (solve("--report", "p.html", "-o", "a"), other + ["--report", "p.html", "-o", "b"]),
            (sweep + ["-o", "out"], ["sweep", "bcc", *sweep[2:], "-o", "out"]),
            (sweep + ["-o", "out"], ["sweep", "in.mha", *IMAGE, "--grow", "0", "-o", "out"]),
            (["sweep", "in.mha", *IMAGE, "--grow", "0", "-o", "out"], ["sweep", "other.mha", *IMAGE, "--grow", "0", "-o", "out"]),
            (["batch", "l1.csv", *IMAGE, "-o", "out"], ["batch", "l2.csv", *IMAGE, "-o", "out"]),
            (["batch", "l1.csv", *IMAGE, "-o", "out"], ["batch", "in.mha", *IMAGE, "-o", "out"]),
            (["batch", "l1.csv", *IMAGE, "--report", "p.html", "-o", "a"],
             ["batch", "l2.csv", *IMAGE, "--report", "p.html", "-o", "b"]),
            (["batch", "l1.csv", *IMAGE, "-o", "out", "--shard", "1/2"],
             ["batch", "l2.csv", *IMAGE, "-o", "out", "--shard", "1/2"]),
        ]
        for ending in ("x.mha", "x.mhd", "x.nrrd", "x.nhdr", "x.tif", "x"):
            made = ["generate", "sc", "--size", "8", "--porosity", "0.6", "-o", ending]
            cases.append((made, ["generate", "sc", "--size", "8", "--porosity", "0.7", "-o", ending]))
            cases.append((made, ["generate", "bcc", "--size", "8", "--porosity", "0.6", "-o", ending]))
        for first, second in cases:
            if "--report" in first and not IS_LONG:  # five pages, which take seconds each
                continue
            with self.subTest(" ".join(second)):
                at = self.fresh()
                meta(at / "in.mha")
                meta(at / "other.mha", half=3)
                (at / "l1.csv").write_text("input\nin.mha\nother.mha\n")
                (at / "l2.csv").write_text("input\nother.mha\n")
                done = self.run_program(*first)
                if "cannot be made" in done.said:
                    continue  # there is no matplotlib for a report
                self.assertEqual(done.returncode, 0, done.said)
                self.run_program(*first, code=0)
                before = self.contents()
                done = self.run_program(*second, code=3)
                self.assertIn("--overwrite", done.said)
                after = self.contents()
                self.assertEqual({name: after.get(name) for name in before}, before)
                self.run_program(*second, "--overwrite", code=0)
        for name, words in (("out/validation.csv", duct + ["-o", "out"]), ("out/sweep.json", sweep + ["-o", "out"]),
                            ("out/batch.json", ["batch", "in.mha", *IMAGE, "-o", "out"]),
                            ("out/plane_flux.csv", solve("-o", "out")), ("x.raw", ["generate", "sc", "--size", "8", "--porosity",
                                                                                "0.6", "-o", "x.raw"])):
            with self.subTest(name):
                at = self.fresh()
                (at / "out").mkdir()
                meta(at / "in.mha")
                (at / name).write_text("of the user")
                done = self.run_program(*words, code=3)
                self.assertIn("--overwrite", done.said)
                self.assertEqual((at / name).read_text(), "of the user")
                self.run_program(*words, "--overwrite", code=0)

    def test_a_link_or_a_pipe_in_the_place_of_results_is_not_replaced(self):
        for make in (lambda path: path.symlink_to("/dev/null"), os.mkfifo, lambda path: path.symlink_to("../mine")):
            for name in ("convergence.csv", "fields_x.vti"):
                at = self.fresh()
                meta(at / "in.mha")
                (at / "mine").write_text("mine")
                self.run_program(*solve("-o", "out", "--fields"), code=0)
                (at / "out" / name).unlink()
                make(at / "out" / name)
                done = self.run_program(*solve("-o", "out", "--fields"), code=3)
                self.assertIn("no regular file", done.said)
                self.assertEqual((at / "mine").read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
