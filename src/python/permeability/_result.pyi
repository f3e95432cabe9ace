# SPDX-License-Identifier: Apache-2.0
from os import PathLike
from typing import Any, Dict, Iterator, KeysView, List, Literal, Optional, Tuple, Union

import numpy
from numpy.typing import NDArray

from ._flow import Flow
from ._gas import GasFlow
from ._inertia import Inertia

Path = Union[str, "PathLike[str]"]

class Result:
    k_voxel2: Optional[float]
    k_m2: Optional[float]
    k_darcy: Optional[float]
    k_mD: Optional[float]
    interval_voxel2: Optional[Tuple[float, float]]
    interval_m2: Optional[Tuple[float, float]]
    interval_mD: Optional[Tuple[float, float]]
    error: Optional[float]
    stop: str
    steps: int
    voxel_error: Optional[float]
    boundary: str
    velocity: Optional[NDArray[numpy.float32]]
    pressure: Optional[NDArray[numpy.float32]]
    sensitivity: Optional[NDArray[numpy.float32]]
    inertia: Optional[Inertia]
    gas: Optional[GasFlow]
    porosity: float
    converged: bool
    flows: List[Flow]
    directions: List[str]
    warnings: List[str]
    tensor_voxel2: Optional[NDArray[numpy.float64]]
    tensor_m2: Optional[NDArray[numpy.float64]]
    def __getitem__(self, key: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def keys(self) -> KeysView[str]: ...
    def as_dict(self) -> Dict[str, Any]: ...
    def save(self, folder: Path, *, overwrite: bool = ...) -> None: ...
    def report(self, page: Path, *, overwrite: bool = ...) -> None: ...
    def to_xarray(self) -> Any: ...
    def plot(self) -> Any: ...
    def plot_flow(self, direction: Optional[Literal["x", "y", "z"]] = ...) -> Any: ...
    def _repr_html_(self) -> str: ...
