# SPDX-License-Identifier: Apache-2.0
"""Writes _solve.pyi, _conduct.pyi and _look.pyi, the types of solve, estimate, conduct and look, from the options of the
program:

    python -m permeability._option_types src/python/permeability
"""
import pathlib
import sys

from . import _conduct, _look, _solve

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
_HEAD_OF_CONDUCT = '''# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from typing import Iterable, Literal, Mapping, Optional, Tuple, Union

from ._conduction import Conduction
from ._solve import Grey, Image, Length

'''
_HEAD_OF_LOOK = '''# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from typing import Any, Dict, Iterable, Literal, Mapping, Optional, Tuple, Union

from ._solve import Grey, Image, Length

class Look(Dict[str, Any]):
    def __init__(self, facts: Mapping[str, Any], screen: str) -> None: ...

'''
_OF_NAME = {"slip": "str", "voxel_size": "Union[Length, Tuple[Length, Length, Length]]", "pore": "Grey", "solid": "Grey",
            "crop": "Union[str, Iterable[Tuple[Optional[int], Optional[int]]]]", "axes": 'Literal["xyz", "zyx"]',
            "reynolds": "Union[str, float, Sequence[float]]", "reynolds_length": 'Union[Literal["sqrtK", "pore"], Length]',
            "fields": "Union[bool, str, Sequence[str]]", "gradient": "str", "network": 'Union[str, "PathLike[str]"]',
            "checkpoint": 'Union[str, "PathLike[str]"]', "every": "str", "max_time": "str",
            "reynolds_mach": "float", "pressure": "str", "temperature": "Union[float, str]", "accommodation": "float", "bulk": "Union[str, float]",
            "conductivity": "Union[str, Mapping[Union[bool, int, float, str, range, Tuple[float, ...]], float]]"}
_OF_VALUE = {"": "bool", "N": "int", "E": "float", "L": "float", "G": "float", "LENGTH": "Length",
             "auto|T": 'Union[float, Literal["auto"]]'}


def _type_of(name, value):
    if name in _OF_NAME:
        return _OF_NAME[name]
    if value in _OF_VALUE:
        return _OF_VALUE[value]
    return "Literal[" + ", ".join(f'"{choice}"' for choice in value.split("|")) + "]"


def _types_of(options):
    return "".join(f"    {name}: Optional[{_type_of(name, option['value'])}] = ...,\n"
                   for name, option in options.items() if name != "axes")


_IMAGE = "    image: Image,\n    *,\n    axes: Optional[" + _OF_NAME["axes"] + "] = ...,\n"


def _format_solve():
    arguments = _types_of(_solve._options())
    head = _IMAGE + "    progress: Progress = ...,\n"
    return (_HEAD + "def solve(\n" + head + "    strict: bool = ...,\n" + arguments + ") -> Result: ...\n" +
            "def estimate(\n" + head + arguments + ") -> Estimate: ...\n")


def _format_conduct():
    return _HEAD_OF_CONDUCT + "def conduct(\n" + _IMAGE + _types_of(_conduct._options()) + ") -> Conduction: ...\n"


def _format_look():
    return _HEAD_OF_LOOK + "def look(\n" + _IMAGE + _types_of(_look._options()) + ") -> Look: ...\n"


def format_types():
    """Gives the texts of these files, by name."""
    return {"_solve.pyi": _format_solve(), "_conduct.pyi": _format_conduct(), "_look.pyi": _format_look()}


if __name__ == "__main__":
    for name, text in format_types().items():
        (pathlib.Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")
