# SPDX-License-Identifier: Apache-2.0
"""What the page says is what the package does."""
import pathlib
import re

import pytest

import permeability as pm

PAGE = pathlib.Path(__file__).parents[2] / "src" / "python" / "README.md"


def test_the_examples_of_the_page_run(capsys, monkeypatch, tmp_path):
    tifffile = pytest.importorskip("tifffile")
    monkeypatch.chdir(tmp_path)
    tifffile.imwrite("rock.tif", pm.generate("sc", size=16, porosity=0.7).numpy(axes="zyx").astype("uint8") ^ 1)
    first, second = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names = {}
    exec(compile(first.replace("size=64", "size=24").replace("radius=8", "radius=4"), str(PAGE), "exec"), names)
    assert "e-1" in capsys.readouterr().out
    exec(compile(second, str(PAGE), "exec"), names)
    shown = capsys.readouterr().out
    assert shown.count("between") == 1 and shown.count("standard deviation") == 2, shown


def test_every_name_of_the_page_is_there():
    for name in re.findall(r"`pm\.(\w+)", PAGE.read_text(encoding="utf-8")):
        assert name in pm.__all__
