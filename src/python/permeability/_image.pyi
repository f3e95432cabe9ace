# SPDX-License-Identifier: Apache-2.0
from os import PathLike
from typing import Any, Iterable, List, Literal, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import ArrayLike, NDArray

Length = Union[str, float]
Grey = Union[bool, int, float, str, range, Sequence[Union[int, float]]]

class PoreImage:
    dims: Tuple[int, int, int]
    shape: Tuple[int, int, int]
    voxel_size_m: Optional[float]
    pore_voxels: int
    sample_voxels: int
    porosity: float
    pore_space_hash: str
    source: str
    format: str
    segmentation: str
    warnings: List[str]
    def __init__(self, pores: Any) -> None: ...
    def numpy(self, axes: Literal["xyz", "zyx"] = ...) -> NDArray[numpy.bool_]: ...
    def __array__(self, dtype: Any = ..., copy: Optional[bool] = ...) -> NDArray[Any]: ...

def as_given(image: Any, axes: Optional[str], mask: Any = ...) -> Any: ...
def read(
    path: Union[str, "PathLike[str]"],
    *,
    pore: Optional[Grey] = ...,
    solid: Optional[Grey] = ...,
    labels: Optional[Literal["porespy", "imperial", "lbpm", "geodict"]] = ...,
    voxel_size: Optional[Union[Length, Tuple[Length, Length, Length]]] = ...,
    axes: Optional[Literal["xyz", "zyx"]] = ...,
    crop: Optional[Union[str, Iterable[Tuple[Optional[int], Optional[int]]]]] = ...,
    mask: Optional[Union[str, "PathLike[str]", ArrayLike]] = ...,
    dims: Optional[Union[int, str, Tuple[int, int, int]]] = ...,
    dtype: Optional[str] = ...,
    endian: Optional[Literal["little", "big"]] = ...,
    offset: Optional[int] = ...,
    refine: Optional[int] = ...,
    coarsen: Optional[int] = ...,
    resample: Optional[Literal["cubic"]] = ...,
    allow_outside: bool = ...,
) -> PoreImage: ...
def generate(kind: str, *, voxel_size: Optional[Length] = ..., **options: Any) -> PoreImage: ...
