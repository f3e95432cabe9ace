# SPDX-License-Identifier: Apache-2.0
from typing import Any, KeysView, Optional, Tuple

class GasFlow:
    k_voxel2: Optional[float]
    k_m2: Optional[float]
    k_darcy: Optional[float]
    k_mD: Optional[float]
    interval_voxel2: Optional[Tuple[float, float]]
    interval_m2: Optional[Tuple[float, float]]
    interval_mD: Optional[Tuple[float, float]]
    factor: Optional[float]
    b_pa: float
    b_interval_pa: Tuple[float, float]
    published_b_pa: float
    mean_free_path_m: float
    slip_length_m: float
    viscosity_pa_s: float
    knudsen: float
    def __getitem__(self, key: str) -> Any: ...
    def keys(self) -> KeysView[str]: ...
