# SPDX-License-Identifier: Apache-2.0
from typing import Any, Optional

import numpy
from numpy.typing import NDArray

from ._result import Result
from ._solve import Image

class Gradient:
    result: Result
    k_voxel2: float
    k_m2: Optional[float]
    relative: Optional[NDArray[numpy.float32]]
    dk_voxel2: Optional[NDArray[numpy.float64]]
    dk_m2: Optional[NDArray[numpy.float64]]
    pits: Optional[NDArray[numpy.float64]]
    bumps: Optional[NDArray[numpy.float64]]
    def __init__(self, result: Result) -> None: ...

def gradient(image: Image, **options: Any) -> Gradient: ...
