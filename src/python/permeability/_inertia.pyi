# SPDX-License-Identifier: Apache-2.0
from typing import Any, Dict, KeysView, Optional, Tuple

import numpy
from numpy.typing import NDArray

class Inertia:
    reynolds: NDArray[numpy.float64]
    reynolds_asked: NDArray[numpy.float64]
    k_m2: NDArray[numpy.float64]
    k_voxel2: NDArray[numpy.float64]
    resistance: NDArray[numpy.float64]
    error: NDArray[numpy.float64]
    steps: NDArray[numpy.int_]
    pressure_gradient_water_pa_m: NDArray[numpy.float64]
    pressure_gradient_air_pa_m: NDArray[numpy.float64]
    length_voxel: float
    length_m: Optional[float]
    beta_per_m: Optional[float]
    beta_per_voxel: Optional[float]
    c_F: Optional[float]
    beta_error: Optional[float]
    forchheimer_window: Optional[Tuple[float, float]]
    weak_coefficient: Optional[float]
    reynolds_1_percent: Optional[float]
    reynolds_10_percent: Optional[float]
    end: str
    why: Optional[str]
    unsteady: Optional[Dict[str, float]]
    complete: bool
    def __getitem__(self, key: str) -> Any: ...
    def keys(self) -> KeysView[str]: ...
    def __len__(self) -> int: ...
