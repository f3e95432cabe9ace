# SPDX-License-Identifier: Apache-2.0
"""Solves the images of a folder with Dask, and writes a table.

    python tools/pipelines/dask_solve.py scans table.csv --pore 0 --voxel-size 5um

Workers are processes that are spawned, not forked, with one thread each: pm.solve takes the threads that it is told.
Without Dask the images are solved one after another.
"""
import argparse
import csv
import pathlib

import permeability as pm

ENDINGS = {".tif", ".mha", ".mhd", ".nrrd", ".npy"}


def solve_one(path, options):
    """Gives a row of the table. An image that cannot be solved is a row with the reason."""
    try:
        result = pm.solve(path, **options)
    except pm.Error as error:
        return {"image": path, "k_m2": None, "error": None, "stop": None, "failed": str(error)}
    return {"image": path, "k_m2": result.k_m2, "error": result.error, "stop": result.stop, "failed": None}


def solve_all(paths, options, workers):
    try:
        from dask.distributed import Client
    except ImportError:
        return [solve_one(path, options) for path in paths]
    with Client(n_workers=workers, threads_per_worker=1) as client:
        return client.gather(client.map(solve_one, paths, options=options))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--pore", default=None)
    parser.add_argument("--voxel-size", default=None)
    parser.add_argument("--boundary", default="auto")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    paths = [str(path) for path in sorted(given.folder.iterdir()) if path.suffix in ENDINGS]
    options = {"pore": given.pore, "voxel_size": given.voxel_size, "boundary": given.boundary, "threads": given.threads}
    rows = solve_all(paths, options, given.workers)
    with open(given.table, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, ["image", "k_m2", "error", "stop", "failed"])
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    main()
