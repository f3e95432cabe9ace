# SPDX-License-Identifier: Apache-2.0
"""The tests of the Python package run against the package that PYTHONPATH names, and compare it with the program that
PERMEABILITY_PROGRAM names; without a program those comparisons are skipped by name."""
import json
import os
import subprocess

import numpy
import pytest

import permeability as pm


@pytest.fixture(scope="session")
def program():
    path = os.environ.get("PERMEABILITY_PROGRAM")
    if not path or not os.path.exists(path):
        pytest.skip("PERMEABILITY_PROGRAM names no program to compare with")
    return path


@pytest.fixture
def command(program, tmp_path):
    """Runs `permeability solve` on an array, and gives its result.json."""

    def run(array, *words, name="image"):
        file = tmp_path / f"{name}.npy"
        numpy.save(file, array)
        folder = tmp_path / f"{name}-run"
        done = subprocess.run([program, "solve", str(file), "-o", str(folder), "--quiet", *words],
                              capture_output=True, text=True)
        assert done.returncode in (0, 4), done.stderr
        return json.loads((folder / "result.json").read_text()), folder

    return run


@pytest.fixture(scope="session")
def packing():
    return pm.generate("packing", size=(32, 28, 36), porosity=0.45, radius=6, seed=3)


@pytest.fixture(scope="session")
def mask(packing):
    """A bool array with the axes x, y, z."""
    return numpy.ascontiguousarray(packing.numpy())
