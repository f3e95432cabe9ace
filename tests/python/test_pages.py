# SPDX-License-Identifier: Apache-2.0
"""What the page says is what the package does."""
import json
import pathlib
import re

import permeability as pm

PAGE = pathlib.Path(__file__).parents[2] / "src" / "python" / "README.md"


def test_the_example_of_the_page_runs(capsys):
    example = re.search(r"```text\n(import permeability.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
    exec(compile(example.replace("size=64", "size=24").replace("radius=8", "radius=4"), str(PAGE), "exec"), {})
    assert "e-1" in capsys.readouterr().out


def test_every_name_of_the_page_is_there():
    for name in re.findall(r"`pm\.(\w+)", PAGE.read_text(encoding="utf-8")):
        assert name in pm.__all__


def test_the_types_are_those_of_the_options():
    from permeability._option_types import format_types

    written = pathlib.Path(pm.__file__).parent / "_solve.pyi"
    assert written.read_text(encoding="utf-8") == format_types()


def test_the_notebook_runs():
    notebook = json.loads((PAGE.parents[2] / "validation" / "from_python.ipynb").read_text(encoding="utf-8"))
    names = {}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    assert names["r"].converged
