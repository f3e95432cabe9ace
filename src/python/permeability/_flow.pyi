# SPDX-License-Identifier: Apache-2.0
from typing import Any, KeysView, Optional, Tuple

import numpy
from numpy.typing import NDArray

from ._gas import GasFlow
from ._inertia import Inertia

class Flow:
    direction: str
    k_voxel2: Optional[float]
    k_m2: Optional[float]
    k_darcy: Optional[float]
    k_mD: Optional[float]
    interval_voxel2: Optional[Tuple[float, float]]
    interval_m2: Optional[Tuple[float, float]]
    interval_mD: Optional[Tuple[float, float]]
    error: Optional[float]
    voxel_error: Optional[float]
    stop: str
    steps: int
    is_creeping_converged: bool
    converged: bool
    inertia: Optional[Inertia]
    gas: Optional[GasFlow]
    velocity: Optional[NDArray[numpy.float32]]
    pressure: Optional[NDArray[numpy.float32]]
    part: Optional[NDArray[numpy.uint32]]
    sensitivity: Optional[NDArray[numpy.float32]]
    def __getitem__(self, key: str) -> Any: ...
    def keys(self) -> KeysView[str]: ...
