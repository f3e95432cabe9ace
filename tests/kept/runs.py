# SPDX-License-Identifier: Apache-2.0
"""Runs the program in a folder of its own, and writes tiny images. PERMEABILITY names the program; commands that begin
with "studies" are left out where PERMEABILITY_STUDIES does not name theirs."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("PERMEABILITY", "permeability")
STUDIES = os.environ.get("PERMEABILITY_STUDIES")
IMAGE = ["--pore", "0", "--voxel-size", "1um", "--threads", "1", "--tolerance", "1e-2", "--quiet"]
MOST_SECONDS = 60  # that a run of 8^3 voxels takes on a machine that does much else


def voxels(half, size=8):
    """Gives a slit along x of `half` voxels of `size`; 0 is pore. x runs fastest."""
    return b"".join(bytes([0 if z < half else 1]) * size * size for z in range(size))


def meta(path, half=4, size=8, data=None, before="", blanks=""):
    """Writes a MetaImage, with its voxels in `data` beside it where that is a name."""
    head = (f"ObjectType = Image\nNDims = 3\n{before}DimSize = {size} {size} {size}\nElementType = MET_UCHAR\n"
            f"{blanks}ElementDataFile = {data or 'LOCAL'}\n").encode()
    path.write_bytes(head + (b"" if data else voxels(half, size)))
    if data:
        (path.parent / data).write_bytes(voxels(half, size))


def array(path, half=4, size=8):
    """Writes the same voxels as an array of NumPy."""
    text = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({size}, {size}, {size}), }}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + voxels(half, size))


class Runs(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="permeability-kept-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def fresh(self):
        """Empties the folder, for the next case of a table."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        return self.folder

    def run_program(self, *words, code=None):
        command = [STUDIES, *words[1:]] if words[0] == "studies" else [PROGRAM, *words]
        done = subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, timeout=MOST_SECONDS,
                              stdin=subprocess.DEVNULL, check=False)
        done.said = done.stderr.decode(errors="replace")
        if done.returncode not in (0, 4):
            self.assertEqual(done.said.count("\n"), 1, f"{words}: one line, not {done.said!r}")
            self.assertTrue(done.said.startswith("permeability: error: "), done.said)
            self.assertNotIn("fault of this program", done.said)
        if code is not None:
            self.assertEqual(done.returncode, code, f"{words}: {done.said}")
        return done

    def contents(self):
        """Gives every file that is there, by name, with what it holds."""
        return {path.relative_to(self.folder): path.read_bytes() for path in self.folder.rglob("*")
                if path.is_file() and not path.is_symlink()}
