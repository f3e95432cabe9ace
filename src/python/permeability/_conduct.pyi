# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from os import PathLike
from typing import Iterable, List, Literal, Mapping, Optional, Tuple, Union

from numpy.typing import ArrayLike

from ._conduction import Conduction
from ._solve import Grey, Image, Length

def conduct(
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
    direction: Optional[Union[Literal["x", "y", "z", "xy", "xz", "yz", "xyz"], int, List[Union[str, int]], Tuple[Union[str, int], ...]]] = "x",
    boundary: Optional[Literal["auto", "periodic", "mirror", "sealed", "pressure"]] = "auto",
    of: Optional[Literal["diffusion", "current", "heat"]] = "diffusion",
    bulk: Optional[Union[str, float]] = None,
    conductivity: Optional[Union[str, Mapping[Union[bool, int, float, str, range, Tuple[float, ...]], float]]] = None,
    walls: Optional[Literal["auto", "voxels", "sub-voxel"]] = "auto",
    tolerance: Optional[float] = 0.0001,
    device: Optional[Literal["auto", "cpu", "cuda"]] = "auto",
    threads: Optional[int] = None,
) -> Conduction: ...
