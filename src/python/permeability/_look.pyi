# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from typing import Any, Dict, Iterable, Literal, Mapping, Optional, Tuple, Union

from ._solve import Grey, Image, Length

class Look(Dict[str, Any]):
    def __init__(self, facts: Mapping[str, Any], screen: str) -> None: ...

def look(
    image: Image,
    *,
    axes: Optional[Literal["xyz", "zyx"]] = ...,
    voxel_size: Optional[Union[Length, Tuple[Length, Length, Length]]] = ...,
    pore: Optional[Grey] = ...,
    solid: Optional[Grey] = ...,
    labels: Optional[Literal["porespy", "imperial", "lbpm", "geodict"]] = ...,
    threshold: Optional[Literal["otsu", "multi-otsu", "valley", "GREY"]] = ...,
    threshold_from: Optional[Literal["region", "whole"]] = ...,
    denoise: Optional[Literal["none", "median"]] = ...,
    despeckle: Optional[int] = ...,
    fill: Optional[int] = ...,
    crop: Optional[Union[str, Iterable[Tuple[Optional[int], Optional[int]]]]] = ...,
    resample: Optional[Literal["cubic"]] = ...,
    refine: Optional[int] = ...,
    coarsen: Optional[int] = ...,
    mask: Optional[Literal["cylinder", "outside=GREY", "FILE"]] = ...,
    device: Optional[Literal["auto", "cpu", "cuda"]] = ...,
    threads: Optional[int] = ...,
) -> Look: ...
