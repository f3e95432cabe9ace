# SPDX-License-Identifier: Apache-2.0
"""The page of the API is made from the docstrings without a warning, and has every public name."""
import os
import pathlib
import subprocess
import sys

import pytest

import permeability as pm

SOURCES = pathlib.Path(__file__).parents[2] / "src" / "python" / "api"


def test_the_page_of_the_api_has_every_name_and_is_made_without_a_warning(tmp_path):
    pytest.importorskip("sphinx", reason="Sphinx is not here")
    done = subprocess.run([sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", str(tmp_path / "kept"), str(SOURCES),
                           str(tmp_path / "page")], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert [name for name in pm.__all__ if f'id="permeability.{name}"' not in page] == []
    assert page.count("max_steps") >= 4 and "&gt;&gt;&gt; " in page
    assert str(pathlib.Path.home()) not in page and os.path.dirname(pm.__file__) not in page
