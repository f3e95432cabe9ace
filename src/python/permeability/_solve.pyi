# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from os import PathLike
from typing import Any, Callable, Dict, Iterable, Literal, Mapping, Optional, Sequence, Tuple, Union

from numpy.typing import ArrayLike

from ._image import PoreImage
from ._result import Result

Image = Union[ArrayLike, PoreImage, str, "PathLike[str]"]
Length = Union[str, float]
Grey = Union[bool, int, float, str, range, Sequence[Union[int, float]]]
Progress = Union[None, bool, Callable[[Mapping[str, Any]], object]]

class Estimate(Dict[str, Any]):
    @property
    def bytes(self) -> int: ...
    @property
    def seconds(self) -> float: ...

def solve(
    image: Image,
    *,
    axes: Optional[Literal["xyz", "zyx"]] = ...,
    progress: Progress = ...,
    strict: bool = ...,
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
    direction: Optional[Literal["x", "y", "z", "xy", "xz", "yz", "xyz"]] = ...,
    tolerance: Optional[float] = ...,
    method: Optional[Literal["pressure", "plain"]] = ...,
    max_steps: Optional[int] = ...,
    tau: Optional[Union[float, Literal["auto"]]] = ...,
    collision: Optional[Literal["trt", "bgk"]] = ...,
    magic: Optional[float] = ...,
    walls: Optional[Literal["auto", "voxels", "sub-voxel"]] = ...,
    slip: Optional[str] = ...,
    equilibrium: Optional[Literal["linear", "quadratic", "incompressible"]] = ...,
    force: Optional[float] = ...,
    boundary: Optional[Literal["auto", "periodic", "mirror", "sealed", "pressure"]] = ...,
    sides: Optional[Literal["sealed", "mirror"]] = ...,
    reynolds: Optional[Union[str, float, Sequence[float]]] = ...,
    reynolds_length: Optional[Union[Literal["sqrtK", "pore"], Length]] = ...,
    reynolds_mach: Optional[float] = ...,
    device: Optional[Literal["auto", "cpu", "cuda"]] = ...,
    precision: Optional[Literal["float32", "float64", "float16"]] = ...,
    threads: Optional[int] = ...,
    instructions: Optional[Literal["best", "avx512", "avx2", "plain"]] = ...,
    fields: Optional[Union[bool, str, Sequence[str]]] = ...,
    gradient: Optional[str] = ...,
    network: Optional[Union[str, "PathLike[str]"]] = ...,
    error_budget: Optional[bool] = ...,
    conduct: Optional[bool] = ...,
    gas: Optional[Literal["air", "n2", "ch4", "co2", "he", "h2"]] = ...,
    pressure: Optional[str] = ...,
    temperature: Optional[Union[float, str]] = ...,
    accommodation: Optional[float] = ...,
    units: Optional[Literal["mD", "D", "m2", "m/s", "frazier", "gurley", "Pa.s/m2"]] = ...,
    thickness: Optional[Length] = ...,
) -> Result: ...
def estimate(
    image: Image,
    *,
    axes: Optional[Literal["xyz", "zyx"]] = ...,
    progress: Progress = ...,
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
    direction: Optional[Literal["x", "y", "z", "xy", "xz", "yz", "xyz"]] = ...,
    tolerance: Optional[float] = ...,
    method: Optional[Literal["pressure", "plain"]] = ...,
    max_steps: Optional[int] = ...,
    tau: Optional[Union[float, Literal["auto"]]] = ...,
    collision: Optional[Literal["trt", "bgk"]] = ...,
    magic: Optional[float] = ...,
    walls: Optional[Literal["auto", "voxels", "sub-voxel"]] = ...,
    slip: Optional[str] = ...,
    equilibrium: Optional[Literal["linear", "quadratic", "incompressible"]] = ...,
    force: Optional[float] = ...,
    boundary: Optional[Literal["auto", "periodic", "mirror", "sealed", "pressure"]] = ...,
    sides: Optional[Literal["sealed", "mirror"]] = ...,
    reynolds: Optional[Union[str, float, Sequence[float]]] = ...,
    reynolds_length: Optional[Union[Literal["sqrtK", "pore"], Length]] = ...,
    reynolds_mach: Optional[float] = ...,
    device: Optional[Literal["auto", "cpu", "cuda"]] = ...,
    precision: Optional[Literal["float32", "float64", "float16"]] = ...,
    threads: Optional[int] = ...,
    instructions: Optional[Literal["best", "avx512", "avx2", "plain"]] = ...,
    fields: Optional[Union[bool, str, Sequence[str]]] = ...,
    gradient: Optional[str] = ...,
    network: Optional[Union[str, "PathLike[str]"]] = ...,
    error_budget: Optional[bool] = ...,
    conduct: Optional[bool] = ...,
    gas: Optional[Literal["air", "n2", "ch4", "co2", "he", "h2"]] = ...,
    pressure: Optional[str] = ...,
    temperature: Optional[Union[float, str]] = ...,
    accommodation: Optional[float] = ...,
    units: Optional[Literal["mD", "D", "m2", "m/s", "frazier", "gurley", "Pa.s/m2"]] = ...,
    thickness: Optional[Length] = ...,
) -> Estimate: ...
