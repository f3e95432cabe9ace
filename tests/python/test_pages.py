# SPDX-License-Identifier: Apache-2.0
"""What the page says is what the package does."""
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
