# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from os import PathLike
from typing import Any, Dict, Iterable, Literal, Mapping, Optional, Tuple, Union

from numpy.typing import ArrayLike

from ._solve import Grey, Image, Length

class Look(Dict[str, Any]):
    def __init__(self, facts: Mapping[str, Any], screen: str) -> None: ...

def look(
    image: Image,
    *,
    axes: Optional[Literal["xyz", "zyx"]] = None,
    voxel_size: Optional[Union[Length, Tuple[Length, Length, Length]]] = None,
    pore: Optional[Grey] = None,
    solid: Optional[Grey] = None,
    labels: Optional[Literal["porespy", "imperial", "lbpm", "geodict"]] = None,
    threshold: Optional[Union[float, str]] = None,
    threshold_from: Optional[Literal["region", "whole"]] = None,
    denoise: Optional[Literal["none", "median"]] = "none",
    despeckle: Optional[int] = 0,
    fill: Optional[int] = 0,
    crop: Optional[Union[str, Iterable[Tuple[Optional[int], Optional[int]]]]] = None,
    resample: Optional[Literal["cubic"]] = None,
    refine: Optional[int] = 1,
    coarsen: Optional[int] = 1,
    mask: Optional[Union[str, "PathLike[str]", ArrayLike]] = None,
    device: Optional[Literal["auto", "cpu", "cuda"]] = "auto",
    threads: Optional[int] = None,
) -> Look: ...
