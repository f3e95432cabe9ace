# SPDX-License-Identifier: Apache-2.0
"""Makes a copy of the program whose deciding constants are read from the environment, and builds it."""
import os
import shutil
import subprocess

from constants import sources
from hard_case_runs.images import Refusal

COPIED = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "src", "tests", "validation", "tools", "geometries")
OPTIONS = ("-DPERMEABILITY_CUDA=OFF", "-DPERMEABILITY_PYTHON=OFF", "-DPERMEABILITY_WERROR=OFF", "-DPERMEABILITY_TESTS=OFF",
           "-DPERMEABILITY_STUDIES=OFF")
VARIABLE = "PERM_CONSTANT"


def put(path, content):
    """Writes a file unless it is so already, so that little is built again."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def copy(root, place):
    for name in COPIED:
        for path in [root / name] if (root / name).is_file() else sorted((root / name).rglob("*")):
            file = path.relative_to(root).as_posix()
            if not path.is_file() or "__pycache__" in file:
                continue
            content = path.read_bytes()
            put(place / file, sources.rewrite(file, content.decode()).encode() if file in sources.SOURCES else content)
            shutil.copymode(path, place / file)
    put(place / "src/core/changed_constant.hpp", sources.HEADER.encode())


def build(root, scratch, jobs):
    """Gives the path of the program that was built."""
    copy(root, scratch / "source")
    log = scratch / "log"
    for command in (["cmake", "--preset", "check", "-B", scratch / "build", *OPTIONS],
                    ["cmake", "--build", scratch / "build", "--target", "permeability", "--parallel", str(jobs)]):
        with open(log, "ab") as file:
            ended = subprocess.run(command, cwd=scratch / "source", stdout=file, stderr=subprocess.STDOUT, check=False)
            if ended.returncode != 0:
                raise Refusal(f"The copy with constants that can be changed does not compile. The compiler's words are in {log}")
    return scratch / "build" / "src" / "app" / "permeability"


def change(constant=None, value=None):
    """Lets the programs that are started from now on have another value of a constant; of none without one."""
    os.environ.pop(VARIABLE, None)
    if constant:
        os.environ[VARIABLE] = f"{constant.key}={value!r}"
