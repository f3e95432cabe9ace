# SPDX-License-Identifier: Apache-2.0
from typing import Any, Dict, Iterator, KeysView, List, Optional, Union

import numpy
from numpy.typing import NDArray

class Bounded(float):
    def __new__(cls, value: float, lower: float, upper: float) -> Bounded: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...

class Estimated(float):
    def __new__(cls, value: float, standard_deviation: float) -> Estimated: ...
    @property
    def standard_deviation(self) -> float: ...

class Conducted:
    direction: str
    relative_conductivity: Union[Bounded, Estimated]
    formation_factor: Union[Bounded, Estimated]
    tortuosity: Union[Bounded, Estimated]
    effective: Optional[Union[Bounded, Estimated]]
    smooth_formation_factor: Optional[Estimated]
    lambda_voxels: Optional[Estimated]
    lambda_m: Optional[Estimated]
    converged: bool
    def __getitem__(self, key: str) -> Any: ...
    def keys(self) -> KeysView[str]: ...

class Conduction:
    relative_conductivity: Union[Bounded, Estimated]
    formation_factor: Union[Bounded, Estimated]
    tortuosity: Union[Bounded, Estimated]
    effective: Optional[Union[Bounded, Estimated]]
    smooth_formation_factor: Optional[Estimated]
    lambda_voxels: Optional[Estimated]
    lambda_m: Optional[Estimated]
    walls: str
    porosity: float
    converged: bool
    directions: Dict[str, Conducted]
    warnings: List[str]
    tensor: Optional[NDArray[numpy.float64]]
    data: Dict[str, Any]
    def __getitem__(self, key: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def keys(self) -> KeysView[str]: ...
