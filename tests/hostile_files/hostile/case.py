# SPDX-License-Identifier: Apache-2.0
"""One file that the program must refuse, and how it is asked to read it."""

import dataclasses

NX, NY, NZ = 7, 5, 3
VOXELS = bytes((x + y + z) % 2 for z in range(NZ) for y in range(NY) for x in range(NX))
FOR_IMAGES = ("--pore", "0", "--voxel-size", "1um")

# Values that stand where a whole number above zero is expected, and are none, or none that any image has.
BAD_NUMBERS = (
    "",
    "0",
    "-3",
    "3.5",
    "nan",
    "inf",
    "0x3",
    "3x",
    "x",
    "1e3",
    "99999999999",
    "9223372036854775807",
    "18446744073709551619",
    "9" * 400,
    "3 3",
    "%n",
    "\x1b[31m3",
)


@dataclasses.dataclass
class Case:
    name: str  # of the case, and of the folder that it lies in
    files: dict  # name in the folder: bytes, or a function that makes the file at a path
    image: str = ""  # what is solved: the first file, unless named
    options: tuple = FOR_IMAGES

    def __post_init__(self):
        self.image = self.image or next(iter(self.files))


def cut_short(name, whole, ending, pieces, **other):
    """Gives files that end too early, at so many places."""
    for piece in range(pieces):
        length = len(whole) * piece // pieces
        yield Case(f"{name}-cut-at-{length}", {f"a{ending}": whole[:length]}, **other)
