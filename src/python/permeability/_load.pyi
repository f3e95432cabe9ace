# SPDX-License-Identifier: Apache-2.0
from os import PathLike
from typing import Literal, Optional, Union

from ._result import Result

def load(folder: Union[str, "PathLike[str]"], *, axes: Optional[Literal["xyz", "zyx"]] = ...) -> Result: ...
