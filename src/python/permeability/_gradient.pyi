# SPDX-License-Identifier: Apache-2.0
# Written by permeability/_option_types.py from the options of the program. A test compares both.
from os import PathLike
from typing import Iterable, List, Literal, Optional, Tuple, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from ._result import Result
from ._solve import Grey, Image, Length, Progress

class Gradient:
    @property
    def result(self) -> Result: ...
    @property
    def k_voxel2(self) -> float: ...
    @property
    def k_m2(self) -> Optional[float]: ...
    @property
    def relative(self) -> Optional[NDArray[numpy.float32]]: ...
    @property
    def dk_voxel2(self) -> Optional[NDArray[numpy.float64]]: ...
    @property
    def dk_m2(self) -> Optional[NDArray[numpy.float64]]: ...
    @property
    def pits(self) -> Optional[NDArray[numpy.float64]]: ...
    @property
    def bumps(self) -> Optional[NDArray[numpy.float64]]: ...
    def __init__(self, result: Result) -> None: ...

def gradient(
    image: Image,
    *,
    axes: Optional[Literal["xyz", "zyx"]] = None,
    progress: Progress = None,
    strict: bool = False,
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
    tolerance: Optional[float] = 0.001,
    method: Optional[Literal["pressure", "plain"]] = "pressure",
    max_steps: Optional[int] = 1000000,
    tau: Optional[Union[float, Literal["auto"]]] = "auto",
    collision: Optional[Literal["trt", "bgk"]] = "trt",
    magic: Optional[float] = 0.1875,
    walls: Optional[Literal["auto", "voxels", "sub-voxel"]] = "auto",
    slip: Optional[str] = None,
    equilibrium: Optional[Literal["linear", "quadratic", "incompressible"]] = "linear",
    force: Optional[float] = 1e-06,
    boundary: Optional[Literal["auto", "periodic", "mirror", "sealed", "pressure"]] = "auto",
    sides: Optional[Literal["sealed", "mirror"]] = None,
    device: Optional[Literal["auto", "cpu", "cuda"]] = "auto",
    precision: Optional[Literal["float32", "float64", "float16"]] = "float32",
    threads: Optional[int] = None,
    instructions: Optional[Literal["best", "avx512", "avx2", "plain"]] = "best",
    network: Optional[Union[str, "PathLike[str]"]] = None,
    error_budget: Optional[bool] = False,
    conduct: Optional[bool] = False,
    gas: Optional[Literal["air", "n2", "ch4", "co2", "he", "h2"]] = None,
    pressure: Optional[str] = None,
    temperature: Optional[Union[float, str]] = None,
    accommodation: Optional[float] = None,
    units: Optional[Literal["mD", "D", "m2", "m/s", "frazier", "gurley", "Pa.s/m2"]] = None,
    thickness: Optional[Length] = None,
    checkpoint: Optional[Union[str, "PathLike[str]"]] = None,
    every: Optional[str] = None,
    max_time: Optional[str] = None,
) -> Gradient: ...
