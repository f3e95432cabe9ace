"""What tools/n_th_failure runs: commands on small inputs, each over the results of an earlier run.

A workload has a command that makes the earlier results, one that replaces them, and a way to read what lies in the folder:
name -> what counts of it. Times and places of a run do not count, numbers and images do.
"""
import csv
import hashlib
import json
import re
import shutil
import subprocess

MACHINE = ["--device", "cpu", "--threads", "2"]
SOLVE = ["--voxel-size", "2um", "--pore", "0", *MACHINE]


class Workload:
    """`inputs` and `earlier` are commands that are run once; `command` is the one whose calls fail."""

    def __init__(self, name, inputs, earlier, command, files):
        self.name, self.inputs, self.earlier, self.command = name, inputs, earlier, command
        self.files = files  # those that are replaced together

    def prepare(self, program, folder):
        """Fills a folder with the inputs and the earlier results."""
        folder.mkdir(parents=True)
        (folder / "one.csv").write_text("input\nsmall.mha\n")
        (folder / "two.csv").write_text("input\nsmall.mha\nother.tif\n")
        for words in [*self.inputs, *self.earlier]:
            subprocess.run([program, *words], cwd=folder, check=True, capture_output=True)

    def read(self, folder):
        """Gives what counts of each file; None of one that is not there. Raises ValueError where one cannot be read."""
        return {name: read_file(folder / name) if (folder / name).exists() else None for name in self.files}


def numbers_in(value, path=""):
    """Gives the numbers of a result that no run may get otherwise."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers_in(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from numbers_in(inner, f"{path}/{place}")
    elif re.search(r"permeability|porosity|hash", path):
        yield path, value


def read_file(path):
    if path.suffix == ".json":
        return dict(numbers_in(json.loads(path.read_text(encoding="utf-8"))))
    if path.name == "sweep.csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [{key: row[key] for key in row if re.search("permeability|porosity", key)} for row in csv.DictReader(file)]
    if path.name == "batch.csv":  # a row that says what went wrong has no number
        with path.open(encoding="utf-8", newline="") as file:
            return [row for row in csv.DictReader(file) if not (row["error"] and not row["permeability_voxel2"])]
    return hashlib.sha256(path.read_bytes()).hexdigest()


def generate(name, size, seed):
    return ["generate", "overlap", "--size", size, "--radius", "3", "--porosity", "0.6", "--seed", seed, "-o", name]


SMALL = generate("small.mha", "12", "1")
OTHER = generate("other.tif", "9x8x10", "2")
FIELDS = ["result.json", "convergence.csv", "plane_flux.csv", "fields_x.vti"]
IN_OUT = [f"out/{name}" for name in FIELDS]

WORKLOADS = [
    Workload("solve", [OTHER], [["solve", "other.tif", *SOLVE, "--boundary", "sealed", "--fields", "--output", "out"]],
             ["solve", "other.tif", *SOLVE, "--fields", "--output", "out", "--overwrite"], IN_OUT),
    Workload("threads", [generate("large.mha", "36x32x32", "3")],  # the least that is stepped by two threads
             [["solve", "large.mha", *SOLVE, "--tolerance", "0.09", "--output", "out"]],
             ["solve", "large.mha", *SOLVE, "--tolerance", "0.05", "--output", "out", "--overwrite"], IN_OUT[:3]),
    Workload("sweep", [], [["sweep", "sc", "--porosity", "0.9", "--size", "8", "--realisations", "1", *MACHINE, "--output", "out"]],
             ["sweep", "sc", "--porosity", "0.9,0.7", "--size", "8", "--realisations", "1", *MACHINE, "--output", "out"],
             ["out/sweep.json", "out/sweep.csv"]),
    Workload("batch", [SMALL, OTHER], [["batch", "one.csv", *SOLVE, "--output", "out"]],
             ["batch", "two.csv", *SOLVE, "--output", "out", "--overwrite"], ["out/batch.csv"]),
    Workload("generate", [], [generate("out/made.mha", "10", "5")],
             [*generate("out/made.mha", "11", "6"), "--overwrite"], ["out/made.mha"]),
]


def copy(template, folder):
    shutil.copytree(template, folder, symlinks=True)
