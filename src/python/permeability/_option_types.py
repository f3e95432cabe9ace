# SPDX-License-Identifier: Apache-2.0
"""Writes _solve.pyi, the types of solve and estimate, from the table of options of the program:

    python -m permeability._option_types > src/python/permeability/_solve.pyi
"""
from ._solve import _options

_HEAD = '''# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from os import PathLike
from typing import Any, Callable, Dict, Iterable, Literal, Mapping, Optional, Sequence, Tuple, Union

from numpy.typing import ArrayLike

from ._image import PoreImage
from ._result import Result

Image = Union[ArrayLike, PoreImage, str, "PathLike[str]"]
Length = Union[str, float]
Grey = Union[bool, int, float, str, range, Sequence[Union[int, float]]]
Progress = Union[None, bool, Callable[[Mapping[str, Any]], object]]

class Estimate(Dict[str, Any]):
    @property
    def bytes(self) -> int: ...
    @property
    def seconds(self) -> float: ...

'''
_OF_NAME = {"voxel_size": "Union[Length, Tuple[Length, Length, Length]]", "pore": "Grey", "solid": "Grey",
            "crop": "Union[str, Iterable[Tuple[Optional[int], Optional[int]]]]", "axes": 'Literal["xyz", "zyx"]',
            "reynolds": "Union[str, float, Sequence[float]]", "reynolds_length": 'Union[Literal["sqrtK", "pore"], Length]',
            "reynolds_mach": "float"}
_OF_VALUE = {"": "bool", "N": "int", "E": "float", "L": "float", "G": "float", "LENGTH": "Length",
             "auto|T": 'Union[float, Literal["auto"]]'}


def _type_of(name, value):
    if name in _OF_NAME:
        return _OF_NAME[name]
    if value in _OF_VALUE:
        return _OF_VALUE[value]
    return "Literal[" + ", ".join(f'"{choice}"' for choice in value.split("|")) + "]"


def format_types():
    """Gives the text of _solve.pyi."""
    options = {name: _type_of(name, option["value"]) for name, option in _options().items() if name != "axes"}
    arguments = "".join(f"    {name}: Optional[{kind}] = ...,\n" for name, kind in options.items())
    head = "    image: Image,\n    *,\n    axes: Optional[" + _OF_NAME["axes"] + "] = ...,\n    progress: Progress = ...,\n"
    return (_HEAD + "def solve(\n" + head + "    strict: bool = ...,\n" + arguments + ") -> Result: ...\n" +
            "def estimate(\n" + head + arguments + ") -> Estimate: ...\n")


if __name__ == "__main__":
    print(format_types(), end="")
