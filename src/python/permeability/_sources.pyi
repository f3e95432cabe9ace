# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from os import PathLike
from typing import Any, Iterable, Literal, Optional, Sequence, Tuple, Union

from numpy.typing import ArrayLike

from ._image import PoreImage
from ._solve import Grey, Length

def read(
    path: Union[str, bytes, "PathLike[str]"],
    *,
    axes: Optional[Literal["xyz", "zyx"]] = None,
    pore: Optional[Grey] = None,
    solid: Optional[Grey] = None,
    labels: Optional[Literal["porespy", "imperial", "lbpm", "geodict"]] = None,
    threshold: Optional[Union[float, str]] = None,
    threshold_from: Optional[Literal["region", "whole"]] = None,
    denoise: Optional[Literal["none", "median"]] = "none",
    despeckle: Optional[int] = 0,
    fill: Optional[int] = 0,
    crop: Optional[Union[str, Iterable[Tuple[Optional[int], Optional[int]]]]] = None,
    mask: Optional[Union[str, "PathLike[str]", ArrayLike]] = None,
    resample: Optional[Literal["cubic"]] = None,
    voxel_size: Optional[Union[Length, Tuple[Length, Length, Length]]] = None,
    dims: Optional[Union[int, str, Tuple[int, int, int]]] = None,
    dtype: Optional[Any] = None,
    endian: Optional[Literal["little", "big"]] = None,
    offset: Optional[int] = None,
    refine: Optional[int] = 1,
    coarsen: Optional[int] = 1,
    allow_outside: Optional[bool] = False,
) -> PoreImage: ...
def generate(
    kind: str,
    *,
    voxel_size: Optional[Union[Length, Tuple[Length, Length, Length]]] = None,
    size: Optional[Union[int, str, Sequence[int]]] = 64,
    porosity: Optional[float] = None,
    radius: Optional[float] = None,
    inner_radius: Optional[float] = None,
    radius_spread: Optional[float] = None,
    gap: Optional[float] = None,
    width: Optional[float] = None,
    axis: Optional[Literal["x", "y", "z"]] = None,
    shift: Optional[Union[float, str, Sequence[float]]] = None,
    seed: Optional[int] = None,
    moves: Optional[int] = None,
    centres: Optional[Union[str, "PathLike[str]"]] = None,
    diameters: Optional[bool] = False,
    box: Optional[float] = None,
    orientation: Optional[Literal["isotropic", "planar", "aligned"]] = None,
    length: Optional[float] = None,
    persistence_length: Optional[float] = None,
    second_radius: Optional[float] = None,
    second_share: Optional[float] = None,
    overlap: Optional[Literal["yes", "no"]] = None,
) -> PoreImage: ...
