# SPDX-License-Identifier: Apache-2.0
"""Every notebook of the gallery begins with an install line, holds no output and runs as it stands, within a minute on two
cores. tools/check --long runs all of them, and the two that need no other package run always."""
import json
import os
import pathlib
import re
import time

import pytest

import permeability as pm

GALLERY = pathlib.Path(__file__).parents[2] / "src" / "python" / "gallery"
NOTEBOOKS = sorted(GALLERY.glob("*.ipynb"))
OTHERS = {"porespy": ["porespy"], "openpnm": ["porespy", "openpnm"]}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def code_of(notebook):
    """Gives the code of each cell without the lines that install."""
    return [re.sub(r"(?m)^%pip .*$", "", "".join(cell["source"])) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_says_what_it_needs_and_holds_no_output(path):
    cells = read(path)["cells"]
    assert cells[0]["cell_type"] == "markdown" and cells[0]["source"][0].startswith("# ")
    assert [cell["cell_type"] for cell in cells].index("code") == 1
    assert re.search(r"(?m)^%pip install .*permeability", "".join(cells[1]["source"]))
    for cell in cells[2:]:
        assert cell["cell_type"] == "markdown" or not cell["outputs"] and cell["execution_count"] is None
        assert "%pip" not in "".join(cell["source"])
    imported = set(re.findall(r"(?m)^(?:import|from) (\w+)", "\n".join(code_of(read(path)))))
    for other in imported & {"porespy", "openpnm", "tifffile", "matplotlib"}:
        assert other in "".join(cells[1]["source"]), other


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_within_a_minute(path, tmp_path, monkeypatch):
    if "PERMEABILITY_LONG_TESTS" not in os.environ:
        pytest.skip("it takes up to a minute: set PERMEABILITY_LONG_TESTS=1")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not here")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not here")
    pytest.importorskip("ipykernel", reason="ipykernel is not here")
    for other in OTHERS.get(path.stem, []):
        pytest.importorskip(other, reason=f"{other} is not here")
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(pm.__file__).parents[1]))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[1].source = ""
    start = time.monotonic()
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    seconds = time.monotonic() - start
    print(f"{path.stem}: {seconds:.1f} s")
    assert seconds < 60
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert shown and not [output for output in shown if output.output_type == "stream" and output.name == "stderr"
                          and "Warning" in output.text and "permeability" in output.text]


def run(name):
    names = {}
    for number, cell in enumerate(code_of(read(GALLERY / f"{name}.ipynb"))):
        exec(compile(cell, f"cell {number}", "exec"), names)
    return names


def test_the_first_notebook_runs(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    assert run("first_k")["r"].converged


def test_the_notebook_of_design_reaches_its_target_in_15_solves():
    names = run("design_lattice")
    assert len(names["solves"]) <= 15
    assert abs(names["solves"][-1] / names["target"] - 1) < 0.011
    assert names["gain"] > 0
