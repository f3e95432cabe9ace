# SPDX-License-Identifier: Apache-2.0
"""Writes the stubs of functions whose arguments are options of the program:

    python -m permeability._option_types src/python/permeability
"""
import inspect
import json
import pathlib
import re
import sys

from . import _conduct, _gradient, _look, _map, _solve, _sources, _sweep
from ._signatures import type_of

_HEAD = '''# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
'''
_TYPING = ("Any, Callable, Dict, Iterable, Iterator, List, Literal, Mapping, Optional, Protocol, Sequence, Tuple, Union, "
           "overload")
_HEADS = {
    "_solve": '''from os import PathLike
from typing import {typing}

from numpy.typing import ArrayLike

from ._image import PoreImage
from ._result import Result

Image = Union[ArrayLike, PoreImage, str, "PathLike[str]"]

class _Quantity(Protocol):
    def to(self, unit: str, /) -> Any: ...

Length = Union[str, float, _Quantity]
Grey = Union[bool, int, float, str, range, Sequence[Union[int, float]]]
Progress = Union[None, bool, Callable[[Mapping[str, Any]], object]]

class Estimate(Dict[str, Any]):
    @property
    def bytes(self) -> int: ...
    @property
    def seconds(self) -> float: ...

''',
    "_conduct": '''from os import PathLike
from typing import {typing}

from numpy.typing import ArrayLike

from ._conduction import Conduction
from ._solve import Grey, Image, Length

''',
    "_look": '''from os import PathLike
from typing import {typing}

from numpy.typing import ArrayLike

from ._solve import Grey, Image, Length

class Look(Dict[str, Any]):
    def __init__(self, facts: Mapping[str, Any], screen: str) -> None: ...

''',
    "_gradient": '''from os import PathLike
from typing import {typing}

import numpy
from numpy.typing import ArrayLike, NDArray

from ._result import Result
from ._solve import Grey, Image, Length, Progress

class Gradient:
    @property
    def result(self) -> Result: ...
    @property
    def k_voxel2(self) -> float: ...
    @property
    def k_m2(self) -> Optional[float]: ...
    @property
    def relative(self) -> Optional[NDArray[numpy.float32]]: ...
    @property
    def dk_voxel2(self) -> Optional[NDArray[numpy.float64]]: ...
    @property
    def dk_m2(self) -> Optional[NDArray[numpy.float64]]: ...
    @property
    def pits(self) -> Optional[NDArray[numpy.float64]]: ...
    @property
    def bumps(self) -> Optional[NDArray[numpy.float64]]: ...
    def __init__(self, result: Result) -> None: ...

''',
    "_map": '''from os import PathLike
from typing import {typing}

from numpy.typing import ArrayLike

from ._errors import Error
from ._result import Result
from ._solve import Grey, Image, Length

Images = Iterable[Union[Image, Tuple[Image, Mapping[str, Any]]]]
Told = Union[None, bool, Callable[[int, Optional[int]], object]]

''',
    "_sources": '''from os import PathLike
from typing import {typing}

from numpy.typing import ArrayLike

from ._image import PoreImage
from ._solve import Grey, Length

''',
    "_sweep": '''from os import PathLike
from typing import {typing}

from ._solve import Length, Progress

class Sweep(List[Dict[str, Any]]):
    def _repr_html_(self) -> str: ...

''',
}
_FUNCTIONS = [(_solve.solve, "Result"), (_solve.estimate, "Estimate"), (_conduct.conduct, "Conduction"), (_look.look, "Look"),
              (_gradient.gradient, "Gradient"), (_sources.read, "PoreImage"), (_sources.generate, "PoreImage"),
              (_sweep.sweep, "Sweep")]
# Arguments that are no options, or another thing than in the other functions.
_OWN = {"image": "Image", "progress": "Progress", "strict": "bool", "path": 'Union[str, bytes, "PathLike[str]"]', "kind": "str",
        "kinds": "Union[str, Iterable[str]]", "recipe": "Optional[Mapping[str, Any]]",
        "images": "Images", "return_exceptions": "bool", ("map", "progress"): "Told", ("sweep", "porosity"): "Union[float, str, Iterable[Union[float, str]]]",
        ("sweep", "size"): "Union[int, str, Sequence[int]]", ("sweep", "seed"): "Union[None, int, Iterable[int]]"}


def _line(function, argument):
    name = argument.name
    own = _OWN.get((function.__name__, name)) or _OWN.get(name)
    option = function.further_options.get(name, {"value": ""})
    text = f"    {name}: " + (own or f"Optional[{type_of(name, option['value'])[0]}]")
    default = json.dumps(argument.default) if isinstance(argument.default, str) else repr(argument.default)
    return text + (",\n" if argument.default is argument.empty else f" = {default},\n")


def _format_function(function, returned):
    """Gives the types of a function, as a file .pyi has them."""
    lines, is_keyword = "", False
    for argument in inspect.signature(function).parameters.values():
        if argument.kind is argument.KEYWORD_ONLY and not is_keyword:
            lines, is_keyword = lines + "    *,\n", True
        lines += _line(function, argument)
    return f"def {function.__name__}(\n{lines}) -> {returned}: ...\n"


def _format_map():
    text, choice = _format_function(_map.map, "Iterator[Result]"), "return_exceptions: bool = False"
    return ("@overload\n" + text.replace(choice, "return_exceptions: Literal[False] = False") + "@overload\n" +
            text.replace(choice, "return_exceptions: bool").replace("Iterator[Result]", "Iterator[Union[Result, Error]]"))


def format_types():
    """Gives the texts of these files, by name."""
    texts = {}
    for name, head in _HEADS.items():
        text = "".join(_format_function(function, returned) for function, returned in _FUNCTIONS
                       if function.__module__.endswith(name)) or _format_map()
        used = [word for word in _TYPING.split(", ") if re.search(rf"\b{word}\b", head + text)]
        texts[name + ".pyi"] = _HEAD + head.replace("{typing}", ", ".join(used)) + text
    return texts


if __name__ == "__main__":
    for name, text in format_types().items():
        (pathlib.Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")
