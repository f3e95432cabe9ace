# SPDX-License-Identifier: Apache-2.0
"""A checker of types holds the stubs against the module, takes code as users write it, and refuses their mistakes."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

import permeability as pm

PACKAGE = pathlib.Path(pm.__file__).parent
CODE = pathlib.Path(__file__).parent / "typed_code"


def test_the_stubs_are_those_of_the_options():
    from permeability._option_types import format_types

    for name, text in format_types().items():
        assert (PACKAGE / name).read_text(encoding="utf-8") == text, "python -m permeability._option_types FOLDER writes it"


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    """Runs a module of mypy beside the package, whose maker of reports is no part of it."""
    pytest.importorskip("mypy", reason="mypy is not here")
    folder = tmp_path_factory.mktemp("types")
    (folder / "permeability").mkdir()
    for path in PACKAGE.iterdir():
        if path.is_file():
            (folder / "permeability" / path.name).symlink_to(path)
    libraries = PACKAGE.with_name("permeability.libs")  # of a wheel
    if libraries.is_dir():
        (folder / libraries.name).symlink_to(libraries)
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n[mypy-tqdm.*]\nignore_missing_imports = True\n")

    def run(module, *words):
        return subprocess.run([sys.executable, "-m", module, *words], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(folder), "MYPYPATH": str(folder)})

    return run


# What stubs and modules need not share: names of types; what other files of the package call; how it makes its objects;
# the compiled module, whose stub nanobind makes; the maker of stubs.
ALLOWED = r"""
permeability\._solve\.(?!(solve|estimate|Estimate)\b)\w+
permeability\._sources\.(is_path|recipe_texts|texts_of_path)
permeability\._map\.(Images|Told)
permeability\._result\.Path
permeability\._image\.(as_given|axes_of|take_mask)
permeability\._\w+\.[A-Z]\w+\.__init__
permeability\._errors\._words_of_options
permeability\._arrays\.GivenArray
permeability\._(core|option_types)(\..*)?
"""


@pytest.mark.skipif(sys.version_info < (3, 10), reason="mypy for Python 3.9 calls what is listed above by other names")
def test_the_stubs_are_those_of_the_module(checker, tmp_path):
    (tmp_path / "allowed").write_text(ALLOWED)
    done = checker("mypy.stubtest", "permeability", "--concise", "--allowlist", str(tmp_path / "allowed"),
                   "--ignore-unused-allowlist", "--mypy-config-file", "mypy.ini")
    assert done.returncode == 0, done.stdout + done.stderr


def test_code_of_users_is_taken_and_their_mistakes_are_refused(checker):
    done = checker("mypy", "--config-file", "mypy.ini", str(CODE))
    told = {(name, int(number)) for name, number in re.findall(r"(\w+\.py):(\d+): error", done.stdout)}
    wrong = {(path.name, number) for path in CODE.glob("*.py")
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if line.endswith("# wrong")}
    assert told == wrong and len(wrong) > 10, done.stdout + done.stderr
