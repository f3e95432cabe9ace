# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of tools/pipelines as their heads say: with a srun of our own, and with the engines that are here.

python pipelines_test.py Slurm|Snakemake|Dask|Nextflow runs one suite. It ends with 77 where the engine is not here. The
environment gives PERMEABILITY_PROGRAM, and for Dask PYTHONPATH.
"""
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PIPELINES = pathlib.Path(__file__).resolve().parents[2] / "tools/pipelines"
PROGRAM = pathlib.Path(os.environ["PERMEABILITY_PROGRAM"])
OPTIONS = ["--voxel-size", "5um", "--boundary", "periodic"]

# Does what srun does for a step of one task, as far as a program sees it.
SRUN = """#!/bin/sh
SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=1 SLURM_NTASKS=1 SLURM_PROCID=0 exec "$@"
"""


class PipelineTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "bin").mkdir()
        self.path = f"{self.folder}/bin:{PROGRAM.parent}:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
        for seed in range(1, 4):
            self.run_command("permeability", "generate", "packing", "--porosity", "0.5", "--size", "20", "--radius", "4",
                             "--seed", str(seed), "-o", f"scans/bed {seed}.mha")

    def run_command(self, *words, exit_code=0, **variables):
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=240,
                              env=dict(os.environ, PATH=self.path, OMP_NUM_THREADS="1", **variables))
        self.assertEqual(done.returncode, exit_code, done.stdout + done.stderr)
        return done

    def table(self, name):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def permeabilities(self):
        """Gives K of each image by its name, as solve gives it."""
        found = {}
        for image in sorted((self.folder / "scans").glob("*.mha")):
            self.run_command("permeability", "solve", str(image), "-o", f"alone/{image.stem}", *OPTIONS)
            result = json.loads((self.folder / "alone" / image.stem / "result.json").read_text(encoding="utf-8"))
            found[image.stem] = result["flow"][0]["permeability_m2"]
        return found


class Slurm(PipelineTest):
    def setUp(self):
        super().setUp()
        srun = self.folder / "bin/srun"
        srun.write_text(SRUN, encoding="utf-8")
        srun.chmod(0o755)

    def task(self, number, tasks, *words, **checks):
        return self.run_command("bash", str(PIPELINES / "slurm_array.sh"), *words, SLURM_ARRAY_TASK_ID=str(number),
                                SLURM_ARRAY_TASK_COUNT=str(tasks), SLURM_CPUS_PER_TASK="1", **checks)

    def test_tasks_of_an_array_give_the_table_of_one_batch(self):
        for number in (2, 1):  # in any order
            self.task(number, 2, "scans", "results", *OPTIONS)
        self.run_command("permeability", "batch", "scans", "-o", "results", "--merge", *OPTIONS)
        self.run_command("permeability", "batch", "scans", "-o", "whole", *OPTIONS)
        self.assertEqual((self.folder / "results/batch.csv").read_bytes(), (self.folder / "whole/batch.csv").read_bytes())
        self.assertEqual(len(self.table("results/batch.csv")), 3)

    def test_more_tasks_than_images_are_no_error(self):
        for number in range(1, 6):
            self.task(number, 5, "scans", "results", *OPTIONS)
        self.run_command("permeability", "batch", "scans", "-o", "results", "--merge", *OPTIONS)

    def test_a_broken_image_is_a_row_and_its_task_says_so(self):
        (self.folder / "scans/zz.mha").write_text("no image", encoding="utf-8")
        self.task(1, 2, "scans", "results", *OPTIONS)
        self.task(2, 2, "scans", "results", *OPTIONS, exit_code=3)
        self.run_command("permeability", "batch", "scans", "-o", "results", "--merge", *OPTIONS, exit_code=3)
        self.assertEqual(sum(row["error"] != "" for row in self.table("results/batch.csv")), 1)

    def test_a_call_without_a_list_is_refused(self):
        self.assertIn("LIST and FOLDER are missing", self.task(1, 1, exit_code=2).stderr)


class Snakemake(PipelineTest):
    def test_a_folder_of_images_becomes_a_table(self):
        self.run_command("snakemake", "-s", str(PIPELINES / "Snakefile"), "--cores", "2", "--config", "images=scans",
                         f"options={' '.join(OPTIONS)}", HOME=str(self.folder))
        rows = self.table("permeability/table.csv")
        self.assertEqual({row["name"]: float(row["permeability_m2"]) for row in rows}, self.permeabilities())


class Dask(PipelineTest):
    def test_a_folder_of_images_becomes_a_table(self):
        (self.folder / "scans/zz.mha").write_text("no image", encoding="utf-8")
        self.run_command(sys.executable, str(PIPELINES / "dask_solve.py"), "scans", "table.csv", "--voxel-size", "5um",
                         "--boundary", "periodic", "--workers", "2")
        rows = {pathlib.Path(row["image"]).stem: row for row in self.table("table.csv")}
        broken = rows.pop("zz")
        self.assertIn("zz.mha", broken["failed"])
        (self.folder / "scans/zz.mha").unlink()
        self.assertEqual({name: float(row["k_m2"]) for name, row in rows.items()}, self.permeabilities())


class Nextflow(PipelineTest):
    def test_each_image_of_a_pattern_has_results(self):
        self.run_command("nextflow", "run", str(PIPELINES / "main.nf"), "--images", "scans/*.mha", "--options", " ".join(OPTIONS))
        for name, permeability in self.permeabilities().items():
            result = json.loads((self.folder / "permeability" / name / "result.json").read_text(encoding="utf-8"))
            self.assertEqual(result["flow"][0]["permeability_m2"], permeability)


def why_skipped(suite):
    """Says what a suite needs and is not here; empty where all is."""
    beside_python = str(pathlib.Path(sys.executable).parent) + ":" + os.environ["PATH"]
    if suite in ("Snakemake", "Nextflow") and shutil.which(suite.lower(), path=beside_python) is None:
        return f"there is no {suite.lower()} here"
    if suite == "Dask":
        try:
            import permeability  # noqa: F401
            from dask.distributed import Client  # noqa: F401
        except ImportError as error:
            return f"{error} (it needs the Python package and dask[distributed])"
    return ""


if __name__ == "__main__":
    chosen = sys.argv[1]
    reason = why_skipped(chosen)
    if reason:
        print(f"{chosen}: Skipped\n{reason}")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], chosen], verbosity=2)
