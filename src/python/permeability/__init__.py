# SPDX-License-Identifier: Apache-2.0
"""The permeability of a porous medium from a voxel image of it.

    import permeability as pm
    r = pm.solve(im, voxel_size="2.25 um", direction="xyz", boundary="periodic")
    r.k_mD, r.error, r.tensor_m2, r["x"].velocity

`im` is an array with three axes: of bool, where True is pore, or of numbers, and then `pore=` or `solid=` says which
values are pore. `conduct` takes the same images, and gives what their pores conduct: formation factor and tortuosity.
`look` tells what an image is before anybody has said what is pore.
"""
from ._core_guard import version as _version
from ._errors import (DeviceError, Error, FailedPointWarning, InputError, NotConverged, NotConvergedWarning, OutOfMemory,
                      UsageError)
from ._image import PoreImage

TYPE_CHECKING = False  # checkers of types take it as true
if TYPE_CHECKING:
    from ._conduct import conduct
    from ._conduction import Bounded, Conducted, Conduction, Estimated
    from ._flow import Flow
    from ._gas import GasFlow
    from ._gradient import Gradient, gradient
    from ._inertia import Inertia
    from ._load import load
    from ._look import Look, look
    from ._map import map
    from ._result import Result
    from ._solve import Estimate, estimate, solve
    from ._sources import generate, read
    from ._sweep import Sweep, sweep

# What is loaded when it is first asked for, so that `import permeability` is quick, and the file where it stands.
_PLACES = {
    "conduct": "_conduct",
    **dict.fromkeys(("Bounded", "Conducted", "Conduction", "Estimated"), "_conduction"),
    "Flow": "_flow",
    "GasFlow": "_gas",
    **dict.fromkeys(("Gradient", "gradient"), "_gradient"),
    "Inertia": "_inertia",
    "load": "_load",
    **dict.fromkeys(("Look", "look"), "_look"),
    "map": "_map",
    "Result": "_result",
    **dict.fromkeys(("Estimate", "estimate", "solve"), "_solve"),
    **dict.fromkeys(("generate", "read"), "_sources"),
    **dict.fromkeys(("Sweep", "sweep"), "_sweep"),
}

if not TYPE_CHECKING:  # they would take every name
    def __getattr__(name):
        """Loads what is not there yet."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module("." + _PLACES[name], __name__), name)
        return value


def __dir__():
    return sorted({*globals(), *__all__})


__version__ = _version()
__all__ = ["solve", "estimate", "map", "conduct", "gradient", "look", "read", "generate", "load", "sweep", "Result", "Flow", "Inertia",
           "GasFlow", "Estimate", "Conduction", "Conducted", "Bounded", "Estimated", "Gradient", "Look", "Sweep", "PoreImage", "Error",
           "InputError", "UsageError", "DeviceError", "OutOfMemory", "NotConverged", "NotConvergedWarning", "FailedPointWarning"]
